import type { Kernel } from '../../kernels/kernel';
import type { Floats } from '../../model/arena';
import type { State } from '../../model/model';
import type { Constraint, ConstraintDefinition, Impacts, JointFilter, SweptContacts } from '../../world/constraint';
import type { WorldContext } from '../../world/world-context';
import type { Obstacle } from '../obstacles/obstacle';
import { carryingWork } from './carried-particles';
import { type ContactStep, createContactStep, endStep, facesOf, markCrossings, prepareFaces } from './end-step';
import { filterFaces } from './faces/face-contacts';
import { beginFaces, reviseFaces, startFaces, workOfFaces } from './faces/face-step';
import { createSweptFaces } from './faces/swept-faces';
import { addImpacts } from './find-impacts';
import { addFriction, filterImpacts, prescribeVelocities } from './impact-set';
import {
  CONTACT_TOLERANCE,
  coordinateScale,
  createObstacleCache,
  isAnyInside,
  type ObstacleCache,
  obstaclesOf,
} from './obstacle-cache';
import { addContactReactions, carryingPower, frictionHeat } from './reaction';
import { beginContacts, filterRestingContacts, findRestingContacts } from './resting-contacts';
import { reviseImpacts } from './revise-impacts';
import { createSweptContacts } from './swept-contacts';

/** A particle deeper than this many contact tolerances did not sink in: an obstacle was moved over it. */
export const DEEP_LAYERS = 10;
/** m; no particle this far away touches a surface, unless it is 10 km away from the origin. */
const FAR = 1e4 * CONTACT_TOLERANCE;
/** m/s; most cloth moves more slowly. If what moves faster reaches a floor, its start is taken to be x − h v. */
const FAST = 10;
/** Solves of one implicit step at most. */
const MAX_SOLVES = 16;

/**
 * Contact with obstacles. A particle that rests on one loses the force into it within the step, whatever the method
 * (`reaction.ts`). One that hit it bounces at the end of the step, from the time of impact (`impact.ts`). An implicit method solves
 * the step again with what the surface prescribes for a particle that springs join to others (`find-impacts.ts`): moved after the
 * solve, it would strain them, and create energy. One that is still inside is moved to the surface (`resolve-penetration.ts`).
 * Source: lecture slides Particle Dynamics.
 */
export const contact: ConstraintDefinition = {
  id: 'contact',
  label: 'Contact',
  summary: 'Obstacles: particles bounce off them, slide and rest on them, with friction.',
  isRelative: true,
  account: 'damping',
  create: (world) => createContact(world, createObstacleCache()),
};

/** Contact with the obstacles of a cache. */
export function createContact(world: WorldContext, cache: ObstacleCache): Constraint {
  const { model } = world;
  const step = createContactStep(world, cache);
  const { resting } = step;
  const filter = (y: Float64Array) => {
    filterRestingContacts(step.resting, y);
    filterImpacts(step.impacts, y);
  };
  const filterAll = (y: Float64Array) => {
    filter(y);
    if (step.faces) filterFaces(step.faces.faces, y);
  };
  const joint: JointFilter = {
    filter(y, places) {
      if (step.faces) filterFaces(step.faces.faces, y, places);
    },
    filterEach: filter,
  };
  const particles = createSweptContacts(resting, () => obstaclesOf(step.cache, world));
  const points = createSweptFaces(world, step.phi);
  const swept: SweptContacts = {
    ...particles,
    get rests() {
      return particles.rests;
    },
    get touches() {
      return particles.touches;
    },
    begin(state, w, h) {
      step.isSwept = true;
      const obstacles = obstaclesOf(step.cache, world);
      const touches = points.begin(facesOf(step, obstacles), obstacles, state, w, h);
      return particles.begin(state, w, h) || touches;
    },
    sweepFaces: points.sweep,
  };
  const impacts: Impacts = {
    areOutOfReach: (velocities) => step.startsClear && world.kernel.areAbove(velocities, -FAST),
    predict: (end) => findImpacts(step, end, null, 0.5),
    find: (end, forces, shift) => findImpacts(step, end, forces, shift),
    work(end, forces, part) {
      if (!step.cache.moves) return 0;
      if (part === 1) {
        step.solvedWork = carryingWork(step.impacts, step.solved, end, forces);
        if (step.faces) step.solvedWork += workOfFaces(step.faces);
      }
      step.impactWork = part * step.solvedWork;
      return step.resting.h * powerNow(step, end);
    },
    endsInside: (end) => isAnyInside(obstaclesOf(step.cache, world), end, step.phi, model),
    prescribe(w) {
      prescribeVelocities(step.impacts, w);
      if (step.faces) beginFaces(step.faces, world, filter, w);
    },
    addFriction: (p) => addFriction(step.impacts, p),
  };
  return {
    beforeStep(state, h) {
      const obstacles = obstaclesOf(step.cache, world);
      step.resting.count = step.solves = 0;
      step.isSwept = false;
      if (step.faces) startFaces(step.faces);
      step.solvedWork = step.impactWork = step.impacts.heat = 0;
      if (obstacles.length === 0) return;
      findContacts(step, obstacles, state, h);
      if (!step.startsClear) step.starts.set(state.positions);
      step.isInStep = true;
    },
    addReactions(f, state) {
      const obstacles = obstaclesOf(step.cache, world);
      if (obstacles.length === 0) return;
      // Between steps (analysis, statics) the contacts are those of the given state.
      if (!step.isInStep) findContacts(step, obstacles, state, world.params.dt);
      addContactReactions(step.resting, obstacles, f, state);
    },
    get filter() {
      const faces = step.faces?.faces.count ?? 0;
      const holds = step.resting.count + step.impacts.count + faces > 0;
      return holds && obstaclesOf(step.cache, world).length > 0 ? filterAll : undefined;
    },
    get joint() {
      return step.faces && step.faces.faces.count > 0 && obstaclesOf(step.cache, world).length > 0 ? joint : undefined;
    },
    get impacts() {
      return obstaclesOf(step.cache, world).length > 0 ? impacts : undefined;
    },
    get sweptContacts() {
      return step.isInStep && !step.startsClear ? swept : undefined;
    },
    heat: (state) =>
      frictionHeat(step.resting, obstaclesOf(step.cache, world), state) +
      (step.cache.moves ? Math.max(0, step.impacts.heat) / step.resting.h : 0),
    power: (state) => powerNow(step, state),
    get changed() {
      return step.cache.moves ? 'hand' : undefined;
    },
    afterStep(state, h) {
      const obstacles = obstaclesOf(step.cache, world);
      if (obstacles.length === 0) return 0;
      step.isInStep = false;
      if (staysClear(step, obstacles, state)) return 0;
      if (!step.startsDeepInside && !step.cache.moves) {
        endStep(step, obstacles, state, h);
        return 0;
      }
      const during = h * powerNow(step, state);
      const before = world.energy(state).total;
      endStep(step, obstacles, state, h);
      return Math.max(0, during) + Math.max(0, world.energy(state).total - before);
    },
  };
}

/** The power of moving obstacles in the step, W. */
function powerNow(step: ContactStep, state: State): number {
  if (!step.cache.moves) return 0;
  return carryingPower(step.resting, step.cache.obstacles, state) + step.impactWork / step.resting.h;
}

/** Finds the resting contacts at a state. */
function findContacts(step: ContactStep, obstacles: readonly Obstacle[], state: State, h: number): void {
  const { isNear, phi, resting, world } = step;
  const n = world.model.particleCount;
  step.startsDeepInside = false;
  step.startsClear = areClear(obstacles, state, Math.max(FAR, FAST * h), world.kernel);
  beginContacts(resting, state.time, h);
  if (step.startsClear) return;
  isNear.fill(0);
  for (let k = 0; k < obstacles.length; k++) {
    obstacles[k].distances(state.positions, phi, n, state.time);
    for (let i = 0; i < n; i++) {
      if (phi[i] > FAR) continue;
      const layer = CONTACT_TOLERANCE * coordinateScale(state.positions, 4 * i);
      if (phi[i] <= layer) isNear[i] = 1;
      if (phi[i] < -DEEP_LAYERS * layer && world.model.inverseMasses[i] > 0) step.startsDeepInside = true;
    }
  }
  resting.velocities.set(state.velocities);
  findRestingContacts(resting, obstacles, isNear, state);
}

/** True if all obstacles are floors, and all particles higher than that by a distance, m: most scenes have a floor, and most steps
 *  do not touch it. */
function areClear(obstacles: readonly Obstacle[], { positions }: State, distance: number, kernel: Kernel): boolean {
  for (let k = 0; k < obstacles.length; k++) {
    const { height } = obstacles[k];
    if (height === undefined || !kernel.areAbove(positions, height + distance)) return false;
  }
  return true;
}

/** True if no particle has come near an obstacle from the start of the step to this end of it: there is nothing to do. */
function staysClear(step: ContactStep, obstacles: readonly Obstacle[], end: State): boolean {
  const { startsClear, starts, resting, world } = step;
  if (startsClear && areClear(obstacles, end, 0, world.kernel)) return true;
  if (!startsClear) return false;
  const { positions: x, velocities: v } = end;
  for (let o = 0; o < starts.length; o++) starts[o] = x[o] - resting.h * v[o];
  resting.velocities.set(v);
  step.startsClear = false;
  return false;
}

/** The same of what touches the net between its particles. */
function findInFaces(step: ContactStep, obstacles: readonly Obstacle[], end: State, forces: Floats | null): boolean {
  const { resting, world } = step;
  const faces = prepareFaces(step, obstacles, end);
  return faces !== null && reviseFaces(faces, world, end, forces, resting.velocities, resting.h, step.solves);
}

/** See `Impacts.predict` and `Impacts.find`. */
function findImpacts(step: ContactStep, end: State, forces: Floats | null, shift: number): boolean {
  const { solved, cache, world } = step;
  const obstacles = obstaclesOf(cache, world);
  if (step.startsDeepInside || step.solves >= MAX_SOLVES || staysClear(step, obstacles, end)) return false;
  solved.obstacles = obstacles;
  solved.end = end;
  solved.shift = shift;
  if (forces) step.solves++;
  const revised = forces !== null && reviseImpacts(step.impacts, solved, forces, step.solves);
  markCrossings(step, obstacles, end, step.resting.h);
  const holdsMore = addImpacts(step.impacts, solved, step.isNear, step.solves);
  const found = findInFaces(step, obstacles, end, forces) || holdsMore || revised;
  // A prediction is worth the first solve.
  if (found && step.solves === 0) step.solves = 1;
  return found;
}
