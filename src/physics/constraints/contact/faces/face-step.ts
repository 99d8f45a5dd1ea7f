import type { Floats } from '../../../model/arena';
import { intactTriangles } from '../../../model/cuts';
import { dot } from '../../../model/deterministic-math';
import type { State } from '../../../model/model';
import type { WorldContext } from '../../../world/world-context';
import type { Obstacle } from '../../obstacles/obstacle';
import {
  alongNormal,
  carrierOf,
  createFaceContacts,
  type FaceContacts,
  factorize,
  massOf,
  prescribeFaces,
  setImpulses,
} from './face-contacts';
import { FACE_TOLERANCE, type FaceSearch, findFaces, longestSide, measureFace } from './find-faces';

/** After so many solves of a step, contacts are only added. */
const REVISING_PASSES = 3;
/** Sweeps over the contacts at the end of a step. */
const SWEEPS = 10;

/** The contacts of the net's triangles with obstacles in the present step. */
export interface FaceStep {
  readonly faces: FaceContacts;
  readonly search: FaceSearch;
  /** Of the model, when the triangles were listed; −1: not yet. */
  cutsVersion: number;
  readonly carrier: Float64Array;
  readonly velocity: Float64Array;
}

export function createFaceStep(): FaceStep {
  return {
    faces: createFaceContacts(),
    search: {
      triangles: new Uint32Array(0),
      obstacles: [],
      from: new Float64Array(0),
      to: new Float64Array(0),
      start: 0,
      end: 0,
      phi: new Float64Array(0),
    },
    cutsVersion: -1,
    carrier: new Float64Array(3),
    velocity: new Float64Array(3),
  };
}

/** Sets what a search reads. @param from 4n; positions at the start, m */
export function setSearch(
  step: FaceStep,
  { model }: WorldContext,
  obstacles: readonly Obstacle[],
  from: Floats,
  to: State,
  start: number,
  h: number,
  phi: Float64Array,
): void {
  const { search } = step;
  search.obstacles = obstacles;
  search.from = from;
  search.to = to.positions;
  search.start = start;
  search.end = start + h;
  search.phi = phi;
  if (step.cutsVersion === model.cuts.version) return;
  step.cutsVersion = model.cuts.version;
  search.triangles = intactTriangles(model, model.surface);
}

/** Finds what touches in a step that has been solved, or, with no forces, in one that has not, and what lets go.
 *  @param forces at its end, N; 4n @param velocities at its start, m/s; 4n @param pass number of solves so far
 *  @returns true if the step must be solved again */
export function reviseFaces(
  step: FaceStep,
  { model }: WorldContext,
  end: State,
  forces: Floats | null,
  velocities: Floats,
  h: number,
  pass: number,
): boolean {
  const { faces, search } = step;
  let revised = false;
  if (forces && faces.count > 0) {
    const { spread } = faces;
    for (let i = 0, o = 0; i < model.particleCount; i++, o += 4) {
      for (let axis = o; axis < o + 3; axis++)
        spread[axis] = model.masses[i] * (end.velocities[axis] - velocities[axis]) - h * forces[axis];
    }
    setImpulses(faces, spread);
    spread.fill(0);
  }
  for (let c = 0; c < faces.count; c++) {
    const phi = measureFace(faces, search, c);
    const tolerance = FACE_TOLERANCE * longestSide(end.positions, faces.corners, 3 * c);
    if (faces.isFree[c] === 1) {
      if (phi >= -tolerance) continue;
      faces.isFree[c] = 0;
      revised = true;
    } else if (pass < REVISING_PASSES && forces && faces.impulse[c] < 0) {
      faces.isFree[c] = 1;
      revised = true;
    } else if (phi < -tolerance) revised = true;
  }
  if (findFaces(faces, search, forces ? FACE_TOLERANCE : -FACE_TOLERANCE)) revised = true;
  if (revised)
    for (let c = 0; c < faces.count; c++) faces.target[c] = alongNormal(faces, c, end.velocities) - faces.height[c] / h;
  return revised;
}

/** w := S w + what the contacts prescribe. @param project what holds the particles without them */
export function beginFaces(
  { faces }: FaceStep,
  { model }: WorldContext,
  project: (y: Float64Array) => void,
  w: Float64Array,
): void {
  if (faces.count === 0) return;
  factorize(faces, project, model.inverseMasses);
  prescribeFaces(faces, w);
}

/** The work of moving obstacles, J, with the impulses that were computed last. */
export function workOfFaces({ faces, search, carrier }: FaceStep): number {
  let work = 0;
  for (let c = 0; c < faces.count; c++) {
    if (faces.isFree[c] === 1 || faces.impulse[c] === 0) continue;
    carrierOf(faces, c, search.obstacles, search.to, search.end, carrier);
    work += faces.impulse[c] * dot(carrier, faces.normal, 0, 3 * c);
  }
  return work;
}

/**
 * Ends a step, whatever the method: points that are inside are moved to the surface, and lose their velocity into it, by impulses that the
 * corners share by λ; then friction acts, |Δv_T| ≤ μ Δv_N. The impact of a face is inelastic.
 * @param isSolved true if a solve has held the contacts: a point is then moved only if it is deeper than the tolerance
 */
export function endFaces(step: FaceStep, world: WorldContext, state: State, isSolved: boolean): void {
  const { faces, search } = step;
  if (!isSolved) faces.count = 0;
  findFaces(faces, search, isSolved ? FACE_TOLERANCE : 0);
  if (faces.count === 0) return;
  const { positions: x } = state;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let most = 0;
    for (let c = 0; c < faces.count; c++) {
      if (faces.isFree[c] === 1) continue;
      const phi = measureFace(faces, search, c);
      if (phi >= (isSolved ? -FACE_TOLERANCE * longestSide(x, faces.corners, 3 * c) : 0)) continue;
      most = Math.max(most, -phi);
      push(faces, world, c, x, faces.normal, 3 * c, -phi * massOf(faces, c, world));
    }
    if (most === 0) break;
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let c = 0; c < faces.count; c++) {
      if (faces.isFree[c] === 1) continue;
      const inward = relativeVelocity(step, c, state);
      if (inward >= 0) continue;
      const impulse = -inward * massOf(faces, c, world);
      faces.impulse[c] += impulse;
      push(faces, world, c, state.velocities, faces.normal, 3 * c, impulse);
    }
  }
  for (let c = 0; c < faces.count; c++) rub(step, world, c, state);
  faces.count = 0;
}

/** y += λ/m · impulse · direction at the corners of a contact. */
function push(
  { corners, weights }: FaceContacts,
  { model }: WorldContext,
  c: number,
  y: Floats,
  direction: Float64Array,
  at: number,
  impulse: number,
): void {
  for (let k = 3 * c; k < 3 * c + 3; k++) {
    const scale = weights[k] * model.inverseMasses[corners[k]] * impulse;
    for (let axis = 0; axis < 3; axis++) y[4 * corners[k] + axis] += scale * direction[at + axis];
  }
}

/** Writes the velocity of the point of a contact, relative to the obstacle, m/s. @returns its part along N */
function relativeVelocity({ faces, search, carrier, velocity }: FaceStep, c: number, { velocities: v }: State): number {
  const { corners, weights, normal } = faces;
  carrierOf(faces, c, search.obstacles, search.to, search.end, carrier);
  for (let axis = 0; axis < 3; axis++) {
    velocity[axis] = -carrier[axis];
    for (let k = 3 * c; k < 3 * c + 3; k++) velocity[axis] += weights[k] * v[4 * corners[k] + axis];
  }
  return dot(velocity, normal, 0, 3 * c);
}

/** Friction at a contact, with the impulse that it has given. */
function rub(step: FaceStep, world: WorldContext, c: number, state: State): void {
  const { faces, search, velocity } = step;
  const { friction } = search.obstacles[faces.obstacle[c]];
  if (friction === 0 || !(faces.impulse[c] > 0) || faces.isFree[c] === 1) return;
  const along = relativeVelocity(step, c, state);
  for (let axis = 0; axis < 3; axis++) velocity[axis] -= along * faces.normal[3 * c + axis];
  const speed = Math.sqrt(dot(velocity, velocity));
  if (speed === 0) return;
  const most = Math.min(friction * faces.impulse[c], speed * massOf(faces, c, world));
  push(faces, world, c, state.velocities, velocity, 0, -most / speed);
}
