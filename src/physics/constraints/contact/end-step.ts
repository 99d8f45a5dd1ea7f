import type { Floats } from '../../model/arena';
import type { State } from '../../model/model';
import { setZero } from '../../model/vectors';
import type { WorldContext } from '../../world/world-context';
import { isHalfSpace, type Obstacle } from '../obstacles/obstacle';
import { endImpacts } from './end-impacts';
import { createFaceStep, endFaces, type FaceStep, setSearch } from './faces/face-step';
import { canTouchFaces } from './faces/find-faces';
import { bounce, createImpactScratch } from './impact';
import { clearImpacts, createImpactSet, makeRoom, type SolvedStep } from './impact-set';
import {
  CONTACT_TOLERANCE,
  coordinateScale,
  DOUBLE_ROUNDING,
  type ObstacleCache,
  surfaceVelocity,
} from './obstacle-cache';
import { createPenetrationScratch, resolvePenetration } from './resolve-penetration';
import { createRestingContacts, endOfGroup, type RestingContacts, wayOf } from './resting-contacts';

/** What contact knows of the present step. */
export type ContactStep = ReturnType<typeof createContactStep>;

/** @param cache its obstacles */
export function createContactStep(world: WorldContext, cache: ObstacleCache) {
  const { persistentArena, model } = world;
  const resting = createRestingContacts(world);
  const starts = persistentArena.floats(4 * model.particleCount);
  const solved: SolvedStep = {
    resting,
    starts,
    obstacles: [],
    end: { positions: starts, velocities: starts, time: 0 },
    shift: 0,
  };
  return {
    world,
    cache,
    resting,
    impact: createImpactScratch(),
    /** Of an implicit step: the particles that hit a surface in it, and the step that was solved last. */
    impacts: createImpactSet(world, 0),
    solved,
    /** What touches the net between its particles; null before there are obstacles that can. */
    faces: null as FaceStep | null,
    /** True if the method sweeps over its contacts, which are those of particles. */
    isSwept: false,
    /** Number of solves of the step. */
    solves: 0,
    /** Of moving obstacles on what hits them or lies on them in an implicit step, J: as it was solved, and after it was shortened. */
    solvedWork: 0,
    impactWork: 0,
    penetration: createPenetrationScratch(),
    /** 4n; positions at the start of the step, m. */
    starts,
    /** n; φ of one obstacle, m. */
    phi: persistentArena.doubles(model.particleCount),
    /** n; 1 if the particle may touch or cross a surface. */
    isNear: persistentArena.flags(model.particleCount),
    /** True within a step, after its contacts have been found. */
    isInStep: false,
    /** True if a particle was deep inside an obstacle at the start of the step. */
    startsDeepInside: false,
    /** True if all particles were so far from all obstacles at the start of the step that `starts` was not written. */
    startsClear: true,
  };
}

/** Corrects positions and velocities at the end of a step. */
export function endStep(step: ContactStep, obstacles: readonly Obstacle[], state: State, h: number): void {
  const { resting, isNear, world } = step;
  const { inverseMasses, particleCount } = world.model;
  const rounding = world.arena.precision === 'single' ? CONTACT_TOLERANCE / 4 : DOUBLE_ROUNDING;
  for (let from = 0; from < resting.count; from = endOfGroup(resting, from))
    projectToSurface(resting, obstacles, state, from, step.starts, rounding);
  if (step.impact.support.length < obstacles.length) step.impact.support = new Uint8Array(obstacles.length);
  markCrossings(step, obstacles, state, h);
  endImpacts(step.impacts, step.solved, world, state, step.impactWork);
  let c = 0;
  for (let i = 0; i < particleCount; i++) {
    if (isNear[i] === 0 || inverseMasses[i] === 0) continue;
    const o = 4 * i;
    if (!isFiniteParticle(state, o)) continue;
    while (c < resting.count && resting.particle[c] < i) c++;
    let tolerance = rounding;
    setZero(step.impact.support, 0, obstacles.length);
    for (let other = c; other < resting.count && resting.particle[other] === i; other++) {
      if (resting.active[other] === 1) step.impact.support[resting.obstacle[other]] = 1;
      if (resting.sticks[other] === 1) tolerance = CONTACT_TOLERANCE;
    }
    if (step.impacts.entry[i] < 0)
      bounce(step.impact, obstacles, step.starts, resting.velocities, state, o, resting.time, h);
    resolvePenetration(
      step.penetration,
      obstacles,
      state.positions,
      state.velocities,
      o,
      resting.time + h,
      tolerance * coordinateScale(state.positions, o),
      step.starts,
    );
  }
  clearImpacts(step.impacts);
  const faces = prepareFaces(step, obstacles, state);
  if (faces) endFaces(faces, world, state, resting.velocities, step.solves > 0 || step.isSwept);
}

/** What touches the net between its particles, set to search the step to this end; null if nothing can. */
export function prepareFaces(step: ContactStep, obstacles: readonly Obstacle[], end: State): FaceStep | null {
  const { resting, world, starts, phi } = step;
  const faces = facesOf(step, obstacles);
  if (faces) setSearch(faces, world, obstacles, starts, end, resting.time, resting.h, phi);
  return faces;
}

/** What touches the net between its particles; null if nothing can. */
export function facesOf(step: ContactStep, obstacles: readonly Obstacle[]): FaceStep | null {
  if (step.world.model.surface.length === 0 || !obstacles.some(canTouchFaces)) return null;
  step.faces ??= createFaceStep();
  return step.faces;
}

/** Marks the particles that are inside at the end, or moved far enough to have crossed a body on the way; makes room for impacts. */
export function markCrossings(step: ContactStep, obstacles: readonly Obstacle[], state: State, h: number): void {
  const { isNear, phi, starts, resting, world } = step;
  const n = world.model.particleCount;
  const { positions: x, velocities: v } = state;
  const v0 = resting.velocities;
  isNear.fill(0);
  for (let k = 0; k < obstacles.length; k++) {
    obstacles[k].distances(x, phi, n, resting.time + h);
    const { motion } = obstacles[k];
    const curved = !isHalfSpace(obstacles[k]);
    for (let i = 0; i < n; i++) {
      if (phi[i] < 0) isNear[i] = 1;
      else if (curved) {
        let moved = 0;
        let bent = 0;
        for (let o = 4 * i; o < 4 * i + 3; o++) {
          moved += (x[o] - starts[o]) * (x[o] - starts[o]);
          bent += (v[o] - v0[o]) * (v[o] - v0[o]);
        }
        // √a + √b ≤ √(2(a + b)).
        const far = phi[i] - (motion ? wayOf(resting, obstacles[k], x, i) : 0);
        if (far < 0 || far * far < 2 * (moved + (h * h * bent) / 16)) isNear[i] = 1;
      }
    }
  }
  // Most worlds never need it, and it is large.
  const touches = resting.count > 0 || isNear.includes(1);
  if (step.impacts.capacity === 0 && touches) makeRoom(step.impacts, world, n);
}

function isFiniteParticle({ positions: x, velocities: v }: State, o: number): boolean {
  return Number.isFinite(x[o] + x[o + 1] + x[o + 2] + v[o] + v[o + 1] + v[o + 2]);
}

/** Ends a step for the particle of the contacts from `from` on: one that friction holds stops; one that slides is put back on
 *  its surface, which may curve away from its path, and moves along it.
 *  @param starts 4n; positions at the start of the step, m
 *  @param rounding how far a position may be off the surface, m per metre of coordinate */
function projectToSurface(
  contacts: RestingContacts,
  obstacles: readonly Obstacle[],
  { positions: x, velocities: v }: State,
  from: number,
  starts: Floats,
  rounding: number,
): void {
  const { particle, obstacle, active, sticks, reaction, rebound, point, surface, carrier, time, h } = contacts;
  const o = 4 * particle[from];
  const to = endOfGroup(contacts, from);
  const tolerance = (sticks[from] === 1 ? CONTACT_TOLERANCE : rounding) * coordinateScale(x, o);
  for (let c = from; c < to; c++) {
    if (active[c] === 0 || !(reaction[c] > 0)) continue;
    const body = obstacles[obstacle[c]];
    if (body.motion && sticks[from] === 1) {
      for (let axis = 0; axis < 3; axis++) point[axis] = starts[o + axis];
      body.motion.displacement(point, time, h, carrier);
      for (let axis = 0; axis < 3; axis++) x[o + axis] = starts[o + axis] + carrier[axis];
    }
    point[0] = x[o];
    point[1] = x[o + 1];
    point[2] = x[o + 2];
    body.measure(point, surface, 0, time + h, particle[from]);
    surfaceVelocity(body, point, time + h, carrier);
    if (sticks[from] === 1) for (let axis = 0; axis < 3; axis++) v[o + axis] = carrier[axis];
    // Over an edge it flies on.
    if (body.hasFaces && surface[3] > tolerance) continue;
    const vN =
      (v[o] - carrier[0]) * surface[0] + (v[o + 1] - carrier[1]) * surface[1] + (v[o + 2] - carrier[2]) * surface[2];
    // On an edge N is not the normal of the face that it came along.
    const lost = body.hasFaces ? Math.min(0, vN - rebound[c]) : vN - rebound[c];
    for (let axis = 0; axis < 3; axis++) {
      if (Math.abs(surface[3]) > tolerance) x[o + axis] -= surface[3] * surface[axis];
      v[o + axis] -= lost * surface[axis];
    }
  }
}
