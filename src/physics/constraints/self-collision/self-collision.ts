import type { Floats } from '../../model/arena';
import type { Model, State } from '../../model/model';
import type { ConstraintDefinition } from '../../world/constraint';
import type { WorldContext } from '../../world/world-context';
import {
  CONTACT_TOLERANCE,
  coordinateScale,
  createObstacleCache,
  type ObstacleCache,
  obstaclesOf,
} from '../contact/obstacle-cache';
import { createPenetrationScratch, type PenetrationScratch, resolvePenetration } from '../contact/resolve-penetration';
import type { Obstacle } from '../obstacles/obstacle';
import { createSpatialHash, findPairs, type SpatialHash } from './spatial-hash';

/** Gauss–Seidel sweeps over all pairs. */
const SWEEPS = 4;
/** Default thickness at a particle without springs, m. */
const WITHOUT_SPRINGS = 0.01;
/** Overlap, as a fraction of the thickness, that motion alone does not reach: something else placed the pair there. */
const DEEP_OVERLAP = 0.25;

/**
 * Keeps particles apart by the thickness of the cloth, but no more than their springs do at rest. A pair that is too close gets
 * an inelastic impact along the line between them, and is moved apart, both in proportion to 1/m; momentum is conserved.
 *    d < t, u = (v_a − v_b)·n < 0:  v_a −= w_a u n/(w_a + w_b),  v_b += w_b u n/(w_a + w_b),  w = 1/m
 *    x_a += w_a (t − d) n/(w_a + w_b),  x_b −= w_b (t − d) n/(w_a + w_b)
 */
export const selfCollision: ConstraintDefinition = {
  id: 'self-collision',
  label: 'Self-collision',
  summary: 'Keeps particles apart by the thickness of the cloth.',
  isRelative: true,
  account: 'damping',
  params: {
    selfCollision: {
      label: 'self-collision',
      unit: '',
      default: 0,
      range: [0, 1],
      scale: 'linear',
      accepts: 'switch',
      group: 'Contact',
      help: 'Particles push each other apart, so that a cloth does not fall through itself.',
    },
    clothThickness: {
      label: 'cloth thickness',
      unit: 'm',
      zero: 'the spacing',
      default: 0,
      range: [1e-3, 0.1],
      scale: 'logarithmic',
      accepts: 'non-negative',
      group: 'Contact',
      help: 'Distance that self-collision keeps between two particles; at most the rest length of their springs, and 0: just that.',
    },
  },
  create(world) {
    const { model, persistentArena } = world;
    const n = model.particleCount;
    const data: SelfCollision = {
      world,
      hash: createSpatialHash(persistentArena, n),
      shortestRest: persistentArena.doubles(n),
      cutsVersion: -1,
      thicknesses: persistentArena.doubles(n),
      before: persistentArena.floats(4 * n),
      obstacles: createObstacleCache(),
      penetration: createPenetrationScratch(),
    };
    return {
      afterStep(state) {
        const { params } = data.world;
        return params.selfCollision === 1 ? separateAll(data, state, params.clothThickness) : 0;
      },
    };
  },
};

interface SelfCollision {
  readonly world: WorldContext;
  readonly hash: SpatialHash;
  /** n; rest length of each particle's shortest uncut spring, m. */
  readonly shortestRest: Float64Array;
  /** The version of the cuts that it was computed for. */
  cutsVersion: number;
  /** n; thickness at each particle, m. */
  readonly thicknesses: Float64Array;
  /** 4n; positions before the separation, m. */
  readonly before: Floats;
  readonly obstacles: ObstacleCache;
  readonly penetration: PenetrationScratch;
}

/** Separates all pairs that are too close. @returns the work done, J */
function separateAll(data: SelfCollision, state: State, thickness: number): number {
  const { hash, shortestRest, thicknesses, world } = data;
  if (data.cutsVersion !== world.model.cuts.version) findShortestRest(data, world.model);
  let thickest = 0;
  for (let i = 0; i < thicknesses.length; i++) {
    thicknesses[i] = Math.min(thickness > 0 ? thickness : defaultThickness(shortestRest[i]), shortestRest[i]);
    thickest = Math.max(thickest, thicknesses[i]);
  }
  findPairs(hash, state.positions, thicknesses, thickest);
  if (hash.pairCount === 0) return 0;
  data.before.set(state.positions);
  if (!overlapsDeeply(data, state)) {
    sweepPairs(data, state);
    return 0;
  }
  const energy = world.energy(state).total;
  sweepPairs(data, state);
  return Math.max(0, world.energy(state).total - energy);
}

/** The thickness follows the spacing: particles without springs have none. */
function defaultThickness(shortestRest: number): number {
  return shortestRest < Number.POSITIVE_INFINITY ? shortestRest : WITHOUT_SPRINGS;
}

function sweepPairs(data: SelfCollision, state: State): void {
  const { hash, world } = data;
  const obstacles = obstaclesOf(data.obstacles, world);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let pair = 0; pair < hash.pairCount; pair++) {
      const a = hash.pairs[2 * pair];
      const b = hash.pairs[2 * pair + 1];
      if (!separatePair(data, state, a, b) || obstacles.length === 0) continue;
      keepOutOfObstacles(data, obstacles, state, a);
      keepOutOfObstacles(data, obstacles, state, b);
    }
  }
}

function keepOutOfObstacles(
  { penetration, before, world }: SelfCollision,
  obstacles: readonly Obstacle[],
  state: State,
  i: number,
): void {
  if (world.model.inverseMasses[i] === 0) return;
  const { positions: x, velocities: v } = state;
  resolvePenetration(penetration, obstacles, x, v, 4 * i, CONTACT_TOLERANCE * coordinateScale(x, 4 * i), before);
}

/** Separates one pair. @returns true if it overlapped */
function separatePair(
  { thicknesses, world }: SelfCollision,
  { positions: x, velocities: v }: State,
  i: number,
  j: number,
): boolean {
  const { inverseMasses } = world.model;
  const wa = inverseMasses[i];
  const wb = inverseMasses[j];
  const a = 4 * i;
  const b = 4 * j;
  let nx = x[a] - x[b];
  let ny = x[a + 1] - x[b + 1];
  let nz = x[a + 2] - x[b + 2];
  const d = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const overlap = 0.5 * (thicknesses[i] + thicknesses[j]) - d;
  if (!(overlap > 0) || wa + wb === 0) return false;
  if (d > 0) {
    nx /= d;
    ny /= d;
    nz /= d;
  } else {
    // Two particles at the same position have no direction: use up and down.
    ny = 1;
  }
  const u = (v[a] - v[b]) * nx + (v[a + 1] - v[b + 1]) * ny + (v[a + 2] - v[b + 2]) * nz;
  const push = overlap / (wa + wb);
  const impulse = Math.max(0, -u) / (wa + wb);
  x[a] += wa * push * nx;
  x[a + 1] += wa * push * ny;
  x[a + 2] += wa * push * nz;
  x[b] -= wb * push * nx;
  x[b + 1] -= wb * push * ny;
  x[b + 2] -= wb * push * nz;
  v[a] += wa * impulse * nx;
  v[a + 1] += wa * impulse * ny;
  v[a + 2] += wa * impulse * nz;
  v[b] -= wb * impulse * nx;
  v[b + 1] -= wb * impulse * ny;
  v[b + 2] -= wb * impulse * nz;
  return true;
}

/** True if a pair overlaps so far that moving it apart may do much work. */
function overlapsDeeply({ hash, thicknesses }: SelfCollision, { positions: x }: State): boolean {
  for (let pair = 0; pair < hash.pairCount; pair++) {
    const a = 4 * hash.pairs[2 * pair];
    const b = 4 * hash.pairs[2 * pair + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const near = (1 - DEEP_OVERLAP) * 0.5 * (thicknesses[a / 4] + thicknesses[b / 4]);
    if (dx * dx + dy * dy + dz * dz < near * near) return true;
  }
  return false;
}

/** Computes `shortestRest`, over springs with a rest length; Infinity if a particle has none, 0 at a slit: its sides touch. */
function findShortestRest(data: SelfCollision, model: Model): void {
  const { springs, restLengths, springCount, particleCount, origins, cut, cuts } = model;
  const { shortestRest } = data;
  data.cutsVersion = cuts.version;
  shortestRest.fill(Number.POSITIVE_INFINITY);
  for (let j = 0; j < springCount; j++) {
    if (restLengths[j] === 0 || cut[j] === 1) continue;
    for (let end = 2 * j; end < 2 * j + 2; end++)
      shortestRest[springs[end]] = Math.min(shortestRest[springs[end]], restLengths[j]);
  }
  for (let k = 0; k < origins.length; k++)
    shortestRest[origins[k]] = shortestRest[particleCount - origins.length + k] = 0;
}
