import type { Floats } from '../../model/arena';
import type { Model, State } from '../../model/model';
import type { WorldContext } from '../../world/world-context';
import type { Obstacle } from '../obstacles/obstacle';
import { reach, TOUCH } from './surfaces';

/** Obstacles that a particle may rest on at once: three hold it in a corner. */
const MOST = 3;
/** v_N of a particle at rest on a surface comes from rounding alone, as a part of |v|, and in m/s. */
const ROUNDING = 2e-6;
const SLOWEST = 1e-9;

/**
 * Contacts that hold within a step: particles on a surface without normal velocity. Those of one particle stand together.
 * Whether a force presses it on, and whether friction holds it, is settled by the first forces of the step.
 */
export interface Resting {
  readonly model: Model;
  /** Contacts; sizes below are of MOST a particle. */
  count: number;
  readonly particle: Uint32Array;
  /** Index in the list of obstacles. */
  readonly obstacle: Uint32Array;
  /** 1 where it was pressed on at the step's first forces, and so is held for the step. */
  readonly held: Uint8Array;
  /** At the first contact of a particle: 1 where friction holds it. */
  readonly sticks: Uint8Array;
  /** λ of the last evaluation, N. */
  readonly reaction: Float64Array;
  /** 3 a contact: unit vectors, at right angles to each other, along which a held particle's velocity can't change. */
  readonly blocked: Float64Array;
  /** 4n; of the step's start, m/s. */
  readonly velocities: Floats;
  /** False until the first forces of the step. */
  settled: boolean;
  /** Of the step, s. */
  h: number;
  /** Scratch for one particle: where it is, N and φ at each of its contacts, and what `reaction.ts` reckons with. */
  readonly point: Float64Array;
  readonly surface: Float64Array;
  readonly axes: Float64Array;
  readonly force: Float64Array;
  readonly tangential: Float64Array;
  readonly velocity: Float64Array;
  readonly start: Float64Array;
}

export function createResting({ model, persistentArena }: WorldContext): Resting {
  const most = MOST * model.particleCount;
  return {
    model,
    count: 0,
    particle: persistentArena.indices(most),
    obstacle: persistentArena.indices(most),
    held: persistentArena.flags(most),
    sticks: persistentArena.flags(most),
    reaction: persistentArena.doubles(most),
    blocked: persistentArena.doubles(3 * most),
    velocities: persistentArena.floats(4 * model.particleCount),
    settled: false,
    h: 0,
    point: new Float64Array(3),
    surface: new Float64Array(4 * MOST),
    axes: new Float64Array(3 * MOST),
    force: new Float64Array(3),
    tangential: new Float64Array(3),
    velocity: new Float64Array(3),
    start: new Float64Array(3),
  };
}

/** Finds the particles on a surface whose normal velocity is zero. @param near n; 1 where a surface may be near */
export function findResting(
  resting: Resting,
  obstacles: readonly Obstacle[],
  near: Uint8Array,
  { positions: x, velocities: v }: State,
): void {
  const { model, point, surface } = resting;
  resting.velocities.set(v);
  resting.settled = false;
  resting.count = 0;
  for (let i = 0; i < model.particleCount; i++) {
    if (near[i] === 0 || model.inverseMasses[i] === 0) continue;
    const o = 4 * i;
    const layer = TOUCH * reach(x, o);
    const from = resting.count;
    const speed = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    for (let axis = 0; axis < 3; axis++) point[axis] = x[o + axis];
    for (let k = 0; k < obstacles.length && resting.count < from + MOST; k++) {
      obstacles[k].measure(point, surface, 0);
      const vN = v[o] * surface[0] + v[o + 1] * surface[1] + v[o + 2] * surface[2];
      if (surface[3] <= layer && Math.abs(vN) <= ROUNDING * speed + SLOWEST) add(resting, i, k);
    }
  }
}

function add(resting: Resting, i: number, k: number): void {
  const c = resting.count++;
  resting.particle[c] = i;
  resting.obstacle[c] = k;
  resting.held[c] = resting.sticks[c] = 0;
  resting.reaction[c] = 0;
}

/** The contact after the last one of the same particle. */
export function endOfGroup({ particle, count }: Resting, from: number): number {
  let to = from + 1;
  while (to < count && particle[to] === particle[from]) to++;
  return to;
}

/** y loses what is held: I − N Nᵀ of each contact, all of a sticking particle. Source: Baraff and Witkin, Large Steps. */
export function filterResting(resting: Resting, y: Float64Array): void {
  const { particle, held, sticks, blocked, count } = resting;
  for (let c = 0; c < count; c++) {
    const o = 4 * particle[c];
    if (sticks[c] === 1) y[o] = y[o + 1] = y[o + 2] = 0;
    else if (held[c] === 1) {
      const b = 3 * c;
      const along = y[o] * blocked[b] + y[o + 1] * blocked[b + 1] + y[o + 2] * blocked[b + 2];
      y[o] -= along * blocked[b];
      y[o + 1] -= along * blocked[b + 1];
      y[o + 2] -= along * blocked[b + 2];
    }
  }
}
