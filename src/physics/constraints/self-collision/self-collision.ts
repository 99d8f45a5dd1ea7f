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

/** Over all pairs, as Gauss and Seidel do. */
const SWEEPS = 4;
/** Part of its thickness by which a pair overlaps when it has been put there, not come by moving. */
const DEEP = 0.25;

/**
 * Keeps particles apart by the thickness of the cloth, and no more than their springs do at rest: an impact without rebound
 * along the line between them, and a push apart where they overlap, both by their masses; momentum stays.
 *    d < t, u = (v_a − v_b)·n < 0:  v_a −= w_a u n/(w_a + w_b),  v_b += w_b u n/(w_a + w_b),  w = 1/m
 *    x_a += w_a (t − d) n/(w_a + w_b),  x_b −= w_b (t − d) n/(w_a + w_b)
 */
export const selfCollision: ConstraintDefinition = {
  id: 'self-collision',
  label: 'Self-collision',
  summary: 'Keeps particles apart by the thickness of the cloth.',
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
      default: 0.01,
      range: [1e-3, 0.1],
      scale: 'logarithmic',
      accepts: 'positive',
      group: 'Contact',
      help: 'Distance that self-collision keeps between two particles, and no more than their springs do at rest.',
    },
  },
  create(world) {
    const { model, persistentArena } = world;
    const n = model.particleCount;
    const it: Crowd = {
      world,
      hash: createSpatialHash(persistentArena, n),
      apart: persistentArena.doubles(n),
      cuts: -1,
      ranges: persistentArena.doubles(n),
      before: persistentArena.floats(4 * n),
      surfaces: createObstacleCache(),
      out: createPenetrationScratch(),
    };
    return {
      afterStep(state) {
        const { params } = it.world;
        return params.selfCollision === 1 ? keepApart(it, state, params.clothThickness) : 0;
      },
    };
  },
};

interface Crowd {
  readonly world: WorldContext;
  readonly hash: SpatialHash;
  /** n; of the shortest whole spring of each particle at rest, m. */
  readonly apart: Float64Array;
  /** The version of the cuts that it goes with. */
  cuts: number;
  /** n; what each particle wants as its thickness, m. */
  readonly ranges: Float64Array;
  /** 4n; ahead of the separation, m. */
  readonly before: Floats;
  readonly surfaces: ObstacleCache;
  readonly out: PenetrationScratch;
}

/** The work that it did, J. */
function keepApart(it: Crowd, state: State, thickness: number): number {
  const { hash, apart, ranges, world } = it;
  if (it.cuts !== world.model.cuts.version) findApart(it, world.model);
  let widest = 0;
  for (let i = 0; i < ranges.length; i++) {
    ranges[i] = Math.min(thickness, apart[i]);
    widest = Math.max(widest, ranges[i]);
  }
  findPairs(hash, state.positions, ranges, widest);
  if (hash.pairCount === 0) return 0;
  it.before.set(state.positions);
  if (!isDeep(it, state)) {
    separate(it, state);
    return 0;
  }
  const energy = world.energy(state).total;
  separate(it, state);
  return Math.max(0, world.energy(state).total - energy);
}

function separate(it: Crowd, state: State): void {
  const { hash, world } = it;
  const obstacles = obstaclesOf(it.surfaces, world);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let pair = 0; pair < hash.pairCount; pair++) {
      const a = hash.pairs[2 * pair];
      const b = hash.pairs[2 * pair + 1];
      if (!collide(it, state, a, b) || obstacles.length === 0) continue;
      stayOut(it, obstacles, state, a);
      stayOut(it, obstacles, state, b);
    }
  }
}

function stayOut({ out, before, world }: Crowd, obstacles: readonly Obstacle[], state: State, i: number): void {
  if (world.model.inverseMasses[i] === 0) return;
  const { positions: x, velocities: v } = state;
  resolvePenetration(out, obstacles, x, v, 4 * i, CONTACT_TOLERANCE * coordinateScale(x, 4 * i), before);
}

/** Puts a pair right. @returns whether it overlapped */
function collide({ ranges, world }: Crowd, { positions: x, velocities: v }: State, i: number, j: number): boolean {
  const { inverseMasses } = world.model;
  const wa = inverseMasses[i];
  const wb = inverseMasses[j];
  const a = 4 * i;
  const b = 4 * j;
  let nx = x[a] - x[b];
  let ny = x[a + 1] - x[b + 1];
  let nz = x[a + 2] - x[b + 2];
  const d = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const lack = 0.5 * (ranges[i] + ranges[j]) - d;
  if (!(lack > 0) || wa + wb === 0) return false;
  if (d > 0) {
    nx /= d;
    ny /= d;
    nz /= d;
  } else {
    // Two in one place have no direction: up and down, as good as any.
    ny = 1;
  }
  const u = (v[a] - v[b]) * nx + (v[a + 1] - v[b + 1]) * ny + (v[a + 2] - v[b + 2]) * nz;
  const push = lack / (wa + wb);
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

/** Whether a pair overlaps so far that it has been put there: then the push apart may do much work. */
function isDeep({ hash, ranges }: Crowd, { positions: x }: State): boolean {
  for (let pair = 0; pair < hash.pairCount; pair++) {
    const a = 4 * hash.pairs[2 * pair];
    const b = 4 * hash.pairs[2 * pair + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const near = (1 - DEEP) * 0.5 * (ranges[a / 4] + ranges[b / 4]);
    if (dx * dx + dy * dy + dz * dz < near * near) return true;
  }
  return false;
}

/** The length at rest of the shortest spring of each particle that has a length, m; Infinity where there is none. */
function findApart(it: Crowd, { springs, restLengths, springCount, cut, cuts }: Model): void {
  const { apart } = it;
  it.cuts = cuts.version;
  apart.fill(Number.POSITIVE_INFINITY);
  for (let j = 0; j < springCount; j++) {
    if (restLengths[j] === 0 || cut[j] === 1) continue;
    for (let end = 2 * j; end < 2 * j + 2; end++) apart[springs[end]] = Math.min(apart[springs[end]], restLengths[j]);
  }
}
