import type { Places } from '../../../kernels/kernel';
import type { Floats } from '../../../model/arena';
import { dot } from '../../../model/deterministic-math';
import type { WorldContext } from '../../../world/world-context';
import type { Obstacle } from '../../obstacles/obstacle';

/** Contacts at most; more would hold a net that is much coarser than the obstacle. */
export const MAX_FACES = 256;
/** Part of a contact's direction, squared, that particles which are held and other contacts must leave over: with less, the others would
 *  have to move fast. */
const MIN_OWN_PART = 0.01;

/**
 * Contacts of obstacles with points of the net between its particles: with a point q = Σ λ x of a triangle, that may lie on an edge.
 * In an implicit step the velocities of the three corners are held so that q ends on the surface: each contact takes one direction,
 * c = λ N, from what can change in the solve.
 */
export type FaceContacts = ReturnType<typeof createFaceContacts>;

export function createFaceContacts() {
  const doubles = (each: number) => new Float64Array(each * MAX_FACES);
  return {
    count: 0,
    /** 3 each; the corners of its triangle. */
    corners: new Uint32Array(3 * MAX_FACES),
    /** Index in the list of obstacles. */
    obstacle: new Uint32Array(MAX_FACES),
    /** 3t + k: of the triangle t in the list of them, with the edge from its corner k if it is at an edge. */
    element: new Uint32Array(MAX_FACES),
    /** 0: a body at a face of the net; 1: at an edge; −1: a sphere. */
    feature: new Int32Array(MAX_FACES),
    /** 3 each; λ. */
    weights: doubles(3),
    /** 3 each; N, from the obstacle to the net; and the same in the axes of a body. */
    normal: doubles(3),
    ownNormal: doubles(3),
    /** N·p in the axes of a body, m. */
    base: doubles(1),
    /** When it began to touch in the step, from 0, its start, to 1; −1: it touched before. */
    time: doubles(1),
    /** φ = N·(q − p) where the step ends, m. */
    height: doubles(1),
    /** φ that the step is solved for, m: 0, or what it was at the start if that was deeper than the tolerance. */
    endHeight: doubles(1),
    /** Σ λ w·N that the step is solved with, m/s. */
    target: doubles(1),
    /** The impulse along N, N·s. */
    impulse: doubles(1),
    /** 1 if it was let go in the step: it pulled, or the features have slid off each other. */
    isFree: new Uint8Array(MAX_FACES),
    /** How often it was let go. */
    releases: new Uint8Array(MAX_FACES),
    /** 1 if the features touch where it ends; 0: the normal and λ are those of an earlier moment. */
    touches: new Uint8Array(MAX_FACES),
    /** 9 each; c without what holds the particles already. */
    directions: doubles(9),
    /** The Cholesky factor L of the products of these, row by row; a contact without a direction of its own has L = 0 on the diagonal. */
    factor: new Float64Array(0),
    /** Where each row of it begins: contacts have products with those only that share a particle. */
    first: new Uint32Array(MAX_FACES),
    /** 4n; scratch, all 0. */
    spread: new Float64Array(0),
    products: doubles(1),
  };
}

export function hasFace(faces: FaceContacts, k: number, element: number, feature: number): boolean {
  for (let c = 0; c < faces.count; c++)
    if (faces.element[c] === element && faces.feature[c] === feature && faces.obstacle[c] === k) return true;
  return false;
}

/** Adds a contact that the set does not have. @param time when it began to touch in the step @returns its index, or −1 */
export function addFace(faces: FaceContacts, k: number, element: number, feature: number, time: number): number {
  if (faces.count === MAX_FACES) return -1;
  if (hasFace(faces, k, element, feature)) return -1;
  const c = faces.count++;
  faces.obstacle[c] = k;
  faces.element[c] = element;
  faces.feature[c] = feature;
  faces.time[c] = time;
  faces.endHeight[c] = faces.impulse[c] = faces.isFree[c] = faces.releases[c] = 0;
  faces.touches[c] = 1;
  return c;
}

const isKept = new Uint8Array(MAX_FACES);

/** Of the contacts from `from` on, keeps those that touched before, and of the others the first ones in time that share no particle:
 *  these may prevent the rest. */
export function keepFirst(faces: FaceContacts, from: number): void {
  const { time, corners, spread: marks } = faces;
  const isTaken = (c: number) => {
    for (let k = 3 * c; k < 3 * c + 3; k++) if (marks[4 * corners[k] + 3] === 1) return true;
    return false;
  };
  const mark = (c: number, value: number) => {
    for (let k = 3 * c; k < 3 * c + 3; k++) marks[4 * corners[k] + 3] = value;
  };
  for (let c = from; c < faces.count; c++) isKept[c] = time[c] < 0 ? 1 : 0;
  for (;;) {
    let first = -1;
    for (let c = from; c < faces.count; c++) {
      if (isKept[c] === 1 || isTaken(c)) continue;
      if (first < 0 || time[c] < time[first]) first = c;
    }
    if (first < 0) break;
    mark(first, 1);
    isKept[first] = 1;
  }
  for (let c = from; c < faces.count; c++) mark(c, 0);
  let count = from;
  for (let c = from; c < faces.count; c++) if (isKept[c] === 1) copyContact(faces, c, count++);
  faces.count = count;
}

/** Removes the contacts that were let go and do not touch any more. */
export function removeParted(faces: FaceContacts): void {
  let count = 0;
  for (let c = 0; c < faces.count; c++)
    if (faces.isFree[c] === 0 || faces.touches[c] === 1) copyContact(faces, c, count++);
  faces.count = count;
}

function copyContact(faces: FaceContacts, c: number, to: number): void {
  if (c === to) return;
  const { obstacle, element, feature, time, height, endHeight, touches, corners, weights, normal, ownNormal } = faces;
  const { base, impulse, isFree, releases } = faces;
  for (const one of [obstacle, element, feature, base, time, height, endHeight, touches, impulse, isFree, releases])
    one[to] = one[c];
  for (const three of [corners, weights, normal, ownNormal]) three.copyWithin(3 * to, 3 * c, 3 * c + 3);
}

/** Σ λ y·N of a contact. @param y 4n */
export function alongNormal({ corners, weights, normal }: FaceContacts, c: number, y: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 3 * c; k < 3 * c + 3; k++) sum += weights[k] * dot(y, normal, 4 * corners[k], 3 * c);
  return sum;
}

/** Prepares the contacts for a solve. @param project y := S y, what holds the particles without them @param inverseMasses n */
export function factorize(faces: FaceContacts, project: (y: Float64Array) => void, inverseMasses: Floats): void {
  const { count, corners, weights, normal, directions, isFree, first } = faces;
  if (faces.factor.length === 0) faces.factor = new Float64Array(MAX_FACES * MAX_FACES);
  const { spread: y, factor: L } = faces;
  for (let c = 0; c < count; c++) {
    for (let k = 3 * c; k < 3 * c + 3; k++) {
      const scale = isFree[c] === 1 || inverseMasses[corners[k]] === 0 ? 0 : weights[k];
      for (let axis = 0; axis < 3; axis++) y[4 * corners[k] + axis] = scale * normal[3 * c + axis];
    }
    project(y);
    for (let k = 3 * c; k < 3 * c + 3; k++) {
      for (let axis = 0; axis < 3; axis++) {
        directions[3 * k + axis] = y[4 * corners[k] + axis];
        y[4 * corners[k] + axis] = 0;
      }
    }
  }
  for (let c = 0; c < count; c++) {
    const row = c * MAX_FACES;
    const own = dot(weights, weights, 3 * c, 3 * c);
    first[c] = c;
    for (let d = 0; d <= c; d++) {
      let sum = product(faces, c, d);
      if (sum !== 0 && first[c] > d) first[c] = d;
      for (let k = Math.max(first[c], first[d]); k < d; k++) sum -= L[row + k] * L[d * MAX_FACES + k];
      if (d === c) L[row + c] = sum > MIN_OWN_PART * own ? Math.sqrt(sum) : 0;
      else L[row + d] = L[d * MAX_FACES + d] > 0 ? sum / L[d * MAX_FACES + d] : 0;
    }
  }
}

/** True if the last solve has held a contact: others do not hold it already. */
export function isHeld({ factor: L }: FaceContacts, c: number): boolean {
  return L[c * MAX_FACES + c] > 0;
}

/** cᵀd of two contacts. */
function product({ corners, directions }: FaceContacts, c: number, d: number): number {
  let sum = 0;
  for (let k = 3 * c; k < 3 * c + 3; k++) {
    for (let q = 3 * d; q < 3 * d + 3; q++) {
      if (corners[k] === corners[q]) sum += dot(directions, directions, 3 * k, 3 * q);
    }
  }
  return sum;
}

/** Solves L Lᵀ z = z in place, row by row. */
function solve({ count, factor: L, first }: FaceContacts, z: Float64Array): void {
  for (let c = 0; c < count; c++) {
    const row = c * MAX_FACES;
    for (let d = first[c]; d < c; d++) z[c] -= L[row + d] * z[d];
    z[c] = L[row + c] > 0 ? z[c] / L[row + c] : 0;
  }
  for (let c = count - 1; c >= 0; c--) {
    const row = c * MAX_FACES;
    z[c] = L[row + c] > 0 ? z[c] / L[row + c] : 0;
    for (let d = first[c]; d < c; d++) z[d] -= L[row + d] * z[c];
  }
}

/** y += Σ z c. @param places in y; absent: it is 4n */
function spreadOut({ count, corners, directions }: FaceContacts, z: Float64Array, y: Floats, places?: Places): void {
  const stride = places?.stride ?? 1;
  for (let c = 0; c < count; c++) {
    if (z[c] === 0) continue;
    for (let k = 3 * c; k < 3 * c + 3; k++) {
      const at = places ? places.of[corners[k]] : 4 * corners[k];
      for (let axis = 0; axis < 3; axis++) y[at + axis * stride] += z[c] * directions[3 * k + axis];
    }
  }
}

/** cᵀy of each contact, into z. @param places in y; absent: it is 4n */
function gather(faces: FaceContacts, y: ArrayLike<number>, z: Float64Array, places?: Places): void {
  const { count, corners, directions } = faces;
  const stride = places?.stride ?? 1;
  for (let c = 0; c < count; c++) {
    z[c] = 0;
    for (let k = 3 * c; k < 3 * c + 3; k++) {
      const at = places ? places.of[corners[k]] : 4 * corners[k];
      for (let axis = 0; axis < 3; axis++) z[c] += y[at + axis * stride] * directions[3 * k + axis];
    }
  }
}

/** y := S y, with S = I − Cᵀ(C Cᵀ)⁻¹C: an orthogonal projection, like that of the particles. @param places in y; absent: it is 4n */
export function filterFaces(faces: FaceContacts, y: Floats, places?: Places): void {
  const { products: z } = faces;
  gather(faces, y, z, places);
  solve(faces, z);
  for (let c = 0; c < faces.count; c++) z[c] = -z[c];
  spreadOut(faces, z, y, places);
}

/** Changes w, m/s, 4n, so that Σ λ w·N is the target of each contact. */
export function prescribeFaces(faces: FaceContacts, w: Float64Array): void {
  const { products: z, target, isFree } = faces;
  for (let c = 0; c < faces.count; c++) z[c] = isFree[c] === 1 ? 0 : target[c] - alongNormal(faces, c, w);
  solve(faces, z);
  spreadOut(faces, z, w);
}

/** The impulses that the contacts have to give in a solved step. @param y 4n; M(v⁺ − v) − h f, N·s */
export function setImpulses(faces: FaceContacts, y: ArrayLike<number>): void {
  gather(faces, y, faces.impulse);
  solve(faces, faces.impulse);
}

/** Velocity of the obstacle at the point q of a contact at t: written to `out`, m/s. @param x 4n; m */
export function carrierOf(
  { corners, weights, obstacle }: FaceContacts,
  c: number,
  obstacles: readonly Obstacle[],
  x: ArrayLike<number>,
  time: number,
  out: Float64Array,
): void {
  const { motion } = obstacles[obstacle[c]];
  out[0] = out[1] = out[2] = 0;
  if (!motion) return;
  for (let axis = 0; axis < 3; axis++) {
    POINT[axis] = 0;
    for (let k = 3 * c; k < 3 * c + 3; k++) POINT[axis] += weights[k] * x[4 * corners[k] + axis];
  }
  motion.velocityAt(POINT, time, out);
}

const POINT = new Float64Array(3);

/** 1/Σ λ²/m: the mass that an impulse at the point of a contact moves, kg; 0 if all its particles are pinned. */
export function massOf({ corners, weights }: FaceContacts, c: number, { model }: Pick<WorldContext, 'model'>): number {
  let sum = 0;
  for (let k = 3 * c; k < 3 * c + 3; k++) sum += weights[k] * weights[k] * model.inverseMasses[corners[k]];
  return sum > 0 ? 1 / sum : 0;
}
