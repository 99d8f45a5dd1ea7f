import type { Floats } from '../../../model/arena';
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
  isHeld,
  massOf,
  prescribeFaces,
  removeParted,
  setImpulses,
} from './face-contacts';
import { createFaceSearch, FACE_TOLERANCE, listTriangles, longestSide } from './face-search';
import { canTouchFeatures, findFaces, measureFace } from './find-faces';
import { createStepEnd, keepOutside, type StepEnd, slow } from './keep-outside';

/** A contact is let go so often in a step at most. */
const MAX_RELEASES = 2;
/** After so many solves of a step, contacts that pull are kept: the search for what holds then ends. Not on obstacles that move, which would
 *  do work on what they pull. */
const RELEASING_PASSES = 4;
/** Sweeps over the contacts at the end of a step. */
const SWEEPS = 10;
/** Searches for contacts at the end of a step at most. */
const ROUNDS = 8;
/** Of a motion to the surface that would gain energy. */
const HALVINGS = 3;

/** The contacts of the net's triangles with obstacles in the present step. */
export type FaceStep = ReturnType<typeof createFaceStep>;

export function createFaceStep() {
  return {
    faces: createFaceContacts(),
    search: createFaceSearch(),
    /** Of the model, when the triangles were listed; −1: not yet. */
    cutsVersion: -1,
    carrier: new Float64Array(3),
    velocity: new Float64Array(3),
    /** 4n; m; positions before points were moved to the surface. */
    saved: new Float64Array(0),
    /** Null before a step ends near a body that is sharp or thin. */
    stepEnd: null as StepEnd | null,
  };
}

/** Before a step. */
export function startFaces({ faces, search }: FaceStep): void {
  faces.count = 0;
  search.longestStart = -1;
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
  if (step.faces.spread.length === 0) step.faces.spread = new Float64Array(4 * model.particleCount);
  if (step.cutsVersion === model.cuts.version) return;
  step.cutsVersion = model.cuts.version;
  listTriangles(search, model);
}

/** Finds what touches in a step that has been solved, or, with no forces, in one that has not, and what lets go.
 *  @param forces at its end, N; 4n @param velocities at its start, m/s; 4n
 *  @param pass number of solves so far @returns true if the step must be solved again */
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
  const releases = forces && (pass < RELEASING_PASSES || search.obstacles.some(({ motion }) => motion));
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
    const phi = measureFace(faces, search, c) - faces.endHeight[c];
    const tolerance = FACE_TOLERANCE * longestSide(end.positions, faces.corners, 3 * c);
    if (faces.isFree[c] === 1) {
      if (phi >= -tolerance || faces.touches[c] === 0 || faces.releases[c] > MAX_RELEASES) continue;
      faces.isFree[c] = 0;
      revised = true;
    } else if ((releases && faces.impulse[c] < 0) || (forces && faces.touches[c] === 0)) {
      faces.isFree[c] = 1;
      faces.releases[c]++;
      revised = true;
    } else if (phi < -tolerance && (!forces || isHeld(faces, c))) revised = true;
  }
  removeParted(faces);
  if (findFaces(faces, search, forces ? FACE_TOLERANCE : -FACE_TOLERANCE)) revised = true;
  if (revised)
    for (let c = 0; c < faces.count; c++)
      faces.target[c] = alongNormal(faces, c, end.velocities) - (faces.height[c] - faces.endHeight[c]) / h;
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
 * corners share by λ; then friction acts, |Δv_T| ≤ μ Δv_N. The impact of a face is inelastic. If a point is inside still, the step is
 * shortened.
 * @param velocities 4n; at the start, m/s
 * @param isSolved true if a solve has held the contacts: a point is then moved only if it is deeper than the tolerance
 */
export function endFaces(
  step: FaceStep,
  world: WorldContext,
  state: State,
  velocities: Floats,
  isSolved: boolean,
): void {
  const { faces, search } = step;
  if (!isSolved) faces.count = 0;
  for (let c = 0; c < faces.count; c++) {
    measureFace(faces, search, c);
    if (faces.touches[c] === 0) faces.isFree[c] = 1;
  }
  removeParted(faces);
  const startEnergy = () => world.energy({ positions: search.from, velocities, time: search.start }).total;
  // Moving a point strains springs: the step may end with the energy of its start.
  const keepsEnergy = isSolved && !search.obstacles.some(({ motion }) => motion);
  let before: number | undefined;
  let moved = false;
  let isSettled = false;
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = faces.count;
    const hasNew = findFaces(faces, search, isSolved ? FACE_TOLERANCE : 0, round > 0);
    isSettled = faces.count === 0;
    if (isSettled) break;
    if (round === 0 && keepsEnergy) {
      before = Math.max(startEnergy(), world.energy(state).total);
      if (step.saved.length === 0) step.saved = new Float64Array(state.positions.length);
      step.saved.set(state.positions);
    }
    const isInside = pushOut(step, world, state, isSolved ? FACE_TOLERANCE : 0, fresh);
    moved ||= isInside;
    isSettled = !isInside && !hasNew;
    if (isSettled) break;
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
  if (moved && before !== undefined) moveBack(step, world, state, before);
  if ((isSolved || !isSettled) && search.obstacles.some(({ outline }) => canTouchFeatures(outline, search.spacing))) {
    step.stepEnd ??= createStepEnd(world.model.particleCount);
    const most = () => (keepsEnergy ? (before ?? startEnergy()) : Number.POSITIVE_INFINITY);
    keepOutside(step.stepEnd, faces, search, world, state, most);
  }
  faces.count = 0;
}

/** Takes back as much of the motion to the surface as the kinetic energy cannot pay for. @param before J; the energy before it */
function moveBack({ saved }: FaceStep, world: WorldContext, state: State, before: number): void {
  const { positions: x } = state;
  for (let halving = 0; halving < HALVINGS; halving++) {
    if (slow(world, state, world.energy(state).total - before)) return;
    for (let o = 0; o < x.length; o++) x[o] = 0.5 * (x[o] + saved[o]);
  }
  for (let o = 0; o < x.length; o++) x[o] = saved[o];
}

/** Moves points that are deeper than `depth` times the side to the surface. @returns true if there were any */
function pushOut(
  { faces, search }: FaceStep,
  world: WorldContext,
  { positions: x }: State,
  depth: number,
  fresh: number,
): boolean {
  let moved = false;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let isInside = false;
    for (let c = 0; c < faces.count; c++) {
      const phi = measureFace(faces, search, c, sweep > 0);
      if (faces.touches[c] === 0 && (c < fresh || sweep > 0)) continue;
      if (phi >= -depth * longestSide(x, faces.corners, 3 * c)) continue;
      isInside = moved = true;
      faces.isFree[c] = 0;
      push(faces, world, c, x, faces.normal, 3 * c, -phi * massOf(faces, c, world));
    }
    if (!isInside) break;
  }
  return moved;
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
