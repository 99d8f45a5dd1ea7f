import type { Floats } from '../../../model/arena';
import { dot } from '../../../model/deterministic-math';
import type { State } from '../../../model/model';
import type { WorldContext } from '../../../world/world-context';
import type { SharpFeatures } from '../../obstacles/obstacle';
import type { FaceContacts } from './face-contacts';
import { FACE_TOLERANCE, type FaceSearch, longestSide } from './face-search';
import { findFaces } from './find-faces';
import { boundOfFace, createTouch, findOnEdge, findOnFace } from './lowest-point';

/** How deep a triangle may end inside a body, as part of its longest side. */
const DEEPEST = 5e-3;
/** Rounding of depths that are compared, as part of the side. */
const ROUNDING = 1e-6;
/** Where a triangle has passed through a body, the product of the normals at both ends of its way is less. */
const OPPOSITE = -0.2;
/** Moments of the way that are looked at. */
const MOMENTS = 12;
/** A particle that no triangles join to one that is too deep. */
const APART = 255;
/** Of the motion, the part that is left at a triangle that is too deep, and after how many triangles all of it is left. They are tried one
 *  after the other. The last one stops all that hangs together. */
const PARTS = [0.5, 0, 0, 0];
const RINGS = [1, 2, 6, APART];

const touch = createTouch();
/** 9; corners of a triangle in the axes of the body, m. */
const corners = new Float64Array(9);
const normal = new Float64Array(3);
const point = new Float64Array(3);
const carrier = new Float64Array(3);
const surface = new Float64Array(4);

/** The end of a step, and what is too deep there. */
export type StepEnd = ReturnType<typeof createStepEnd>;

export function createStepEnd(n: number) {
  return {
    /** 4n; before it was shortened, m and m/s. */
    positions: new Float64Array(4 * n),
    velocities: new Float64Array(4 * n),
    /** n; 1 for a corner of a triangle that is too deep. */
    isDeep: new Uint8Array(n),
    /** n; how many triangles a particle is away from such a corner, and the body there. */
    rings: new Uint8Array(n),
    body: new Uint32Array(n),
    /** 3n; scratch, m. */
    way: new Float64Array(3 * n),
  };
}

/**
 * Shortens a step where the net would end inside a body, or behind it: at its start it was outside. Particles there go a part of their
 * way, relative to the body, and keep that part of their velocity. Those around them go the less of theirs, the nearer they are.
 * @param faces scratch @param mostEnergy what the state may have then, J: what is more is taken from the velocities, if they have it
 */
export function keepOutside(
  stepEnd: StepEnd,
  faces: FaceContacts,
  search: FaceSearch,
  world: WorldContext,
  state: State,
  mostEnergy: () => number,
): void {
  const { isDeep, positions, velocities } = stepEnd;
  isDeep.fill(0);
  if (!markDeep(stepEnd, faces, search)) return;
  positions.set(state.positions);
  velocities.set(state.velocities);
  const most = mostEnergy();
  for (let k = 0; k < PARTS.length; k++) {
    countRings(stepEnd, search.triangles, RINGS[k]);
    shorten(stepEnd, search, state, world.model.inverseMasses, PARTS[k], RINGS[k]);
    if (!markDeep(stepEnd, faces, search) && slow(world, state, world.energy(state).total - most)) return;
  }
}

/** Scales the velocities down so that the kinetic energy falls by an excess, J. @returns false if there is not so much */
export function slow({ model }: WorldContext, { velocities: v }: State, excess: number): boolean {
  if (!(excess > 0)) return true;
  let kinetic = 0;
  for (let i = 0; i < model.particleCount; i++)
    if (model.inverseMasses[i] > 0) kinetic += 0.5 * model.masses[i] * dot(v, v, 4 * i, 4 * i);
  if (kinetic < excess) return false;
  const scale = Math.sqrt(1 - excess / kinetic);
  for (let o = 0; o < v.length; o++) if (model.inverseMasses[o >> 2] > 0) v[o] *= scale;
  return true;
}

/** Marks the corners of triangles that end too deep, or have passed through a body. @returns true if there are any */
function markDeep(stepEnd: StepEnd, faces: FaceContacts, search: FaceSearch): boolean {
  const { obstacles, triangles, spacing, to } = search;
  let isAny = false;
  const mark = (t: number, k: number) => {
    isAny = true;
    for (let q = t; q < t + 3; q++) {
      stepEnd.isDeep[triangles[q]] = 1;
      stepEnd.body[triangles[q]] = k;
    }
  };
  faces.count = 0;
  findFaces(faces, search, DEEPEST);
  for (let c = 0; c < faces.count; c++) {
    const t = faces.element[c] - (faces.element[c] % 3);
    if (faces.feature[c] >= 0 && faces.time[c] >= 0 && hasPassed(stepEnd, search, faces.obstacle[c], t))
      mark(t, faces.obstacle[c]);
  }
  for (let k = 0; k < obstacles.length; k++) {
    const features = obstacles[k].outline?.featuresAt(spacing);
    if (!features || features.count === 0) continue;
    const { isNear, start, end } = search.places[k];
    for (let t = 0; t < triangles.length; t += 3) {
      if (isNear[triangles[t]] === 0) continue;
      const side = longestSide(to, triangles, t);
      if (isAbove(end, triangles, t, features, -DEEPEST * side)) continue;
      const phi = lowestOf(features);
      if (phi >= -DEEPEST * side) continue;
      readCorners(start, triangles, t);
      if (phi < lowestOf(features) - ROUNDING * side) mark(t, k);
    }
  }
  return isAny;
}

/** True if a triangle is inside on its way, from one side of the body to the other. */
function hasPassed({ way }: StepEnd, search: FaceSearch, k: number, t: number): boolean {
  const { triangles, to, spacing, obstacles } = search;
  const features = obstacles[k].outline?.featuresAt(spacing);
  if (!features) return false;
  const { start, end } = search.places[k];
  readCorners(start, triangles, t);
  lowestOf(features);
  normal.set(touch.normal);
  readCorners(end, triangles, t);
  lowestOf(features);
  if (dot(normal, touch.normal) > OPPOSITE) return false;
  const most = -FACE_TOLERANCE * longestSide(to, triangles, t);
  for (let moment = 1; moment < MOMENTS; moment++) {
    for (let corner = t; corner < t + 3; corner++) {
      for (let o = 3 * triangles[corner]; o < 3 * triangles[corner] + 3; o++)
        way[o] = start[o] + (moment / MOMENTS) * (end[o] - start[o]);
    }
    if (!isAbove(way, triangles, t, features, most) && lowestOf(features) < most) return true;
  }
  return false;
}

/** Counts how many triangles all particles are away from those that are too deep. */
function countRings({ isDeep, rings, body }: StepEnd, triangles: Uint32Array, most: number): void {
  for (let i = 0; i < rings.length; i++) rings[i] = isDeep[i] === 1 ? 0 : APART;
  let isDone = false;
  for (let ring = 0; ring < most && !isDone; ring++) {
    isDone = true;
    const next = Math.min(ring + 1, APART - 1);
    for (let t = 0; t < triangles.length; t += 3) {
      for (let a = t; a < t + 3; a++) {
        if (rings[triangles[a]] !== ring) continue;
        for (let b = t; b < t + 3; b++) {
          if (rings[triangles[b]] <= next) continue;
          rings[triangles[b]] = next;
          body[triangles[b]] = body[triangles[a]];
          isDone = false;
        }
      }
    }
  }
}

/** Leaves a part of the motion, relative to the bodies, and more of it where a particle is farther away. */
function shorten(
  { positions, velocities, rings, body }: StepEnd,
  search: FaceSearch,
  { positions: x, velocities: v }: State,
  inverseMasses: Floats,
  part: number,
  most: number,
): void {
  const { from, start, end, obstacles } = search;
  for (let i = 0; i < rings.length; i++) {
    if (inverseMasses[i] === 0 || rings[i] === APART || rings[i] > most) continue;
    const scale = most === APART ? part : part + ((1 - part) * rings[i]) / (most + 1);
    const o = 4 * i;
    const { motion } = obstacles[body[i]];
    for (let axis = 0; axis < 3; axis++) point[axis] = from[o + axis];
    carrier.fill(0);
    motion?.displacement(point, start, end - start, carrier);
    for (let axis = 0; axis < 3; axis++) {
      const carried = from[o + axis] + carrier[axis];
      point[axis] = carried + scale * (positions[o + axis] - carried);
    }
    motion?.velocityAt(point, end, carrier);
    for (let axis = 0; axis < 3; axis++) v[o + axis] = carrier[axis] + scale * (velocities[o + axis] - carrier[axis]);
    // A part of a way around a body may end inside.
    for (let k = 0; k < obstacles.length; k++) {
      obstacles[k].measure(point, surface, 0, end, i);
      if (surface[3] < 0) for (let axis = 0; axis < 3; axis++) point[axis] -= surface[3] * surface[axis];
    }
    for (let axis = 0; axis < 3; axis++) x[o + axis] = point[axis];
  }
}

/** Reads the corners of a triangle. @param x 3n; in the axes of the body, m @returns false if some of it may be lower than `height`, m */
function isAbove(x: Float64Array, triangles: Uint32Array, t: number, features: SharpFeatures, height: number): boolean {
  readCorners(x, triangles, t);
  touch.corners.set(corners);
  return boundOfFace(touch, features) >= height;
}

function readCorners(x: Float64Array, triangles: Uint32Array, t: number): void {
  for (let q = 0; q < 9; q++) corners[q] = x[3 * triangles[t + Math.floor(q / 3)] + (q % 3)];
}

/** The lowest φ on the triangle that has been read, m; the touch is then the lowest point of its face. */
function lowestOf(features: SharpFeatures): number {
  let least = Number.POSITIVE_INFINITY;
  for (let edge = 0; edge < 3; edge++) {
    for (let q = 0; q < 9; q++) touch.corners[q] = corners[(3 * edge + q) % 9];
    findOnEdge(touch, features, 0.5, 0.5, Number.POSITIVE_INFINITY);
    least = Math.min(least, touch.phi);
  }
  touch.corners.set(corners);
  touch.weights.fill(1 / 3);
  findOnFace(touch, features, 0.25);
  return Math.min(least, touch.phi);
}
