import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { World } from '../world/world';
import { planeOf } from './flatness';
import { backSubstitute, type Factors, factor, factorCost, type SkylineMatrix } from './skyline-matrix';
import { addCoupling, addToBlock, assembleStiffness, type Layout, layOut, mismatch } from './stiffness-matrix';

/** Motions that nothing resists at a place: of free particles, the null space of the clamped −∂f/∂x. */
export interface NullSpace {
  /** How many are independent; NaN where there are too many particles to tell. */
  count: number;
  /** Normal of the plane that the scene and its forces lie in: motions out of it are not counted. Null: all are. */
  plane: Float64Array | null;
  /** One basis of them: 3n each, x, y, z a particle; neither orthogonal nor of any length. */
  shapes(): Float64Array[];
}

/** Multiplications that a search may take: a few seconds. */
const MOST_WORK = 6e9;
/** Entries that it may keep: half a gigabyte. */
const MOST_ENTRIES = 6e7;
/** Particles that may each feel each other one. */
const EVERYBODY = 256;
/** Of what the forces say: an assembled matrix that is off by more misses something. */
const SAME = 1e-6;
/** Of a particle's own stiffness: a motion that meets less meets nothing. */
const RESISTS = 1e-11;
/** The same where places are rounded to single precision. */
const RESISTS_SINGLE = 3e-8;
/** Roundings by which a spring may be longer than at rest and still count as unstretched. */
const ROUNDINGS = 4;

/** A particle held from moving along a direction, as by a surface that it rests on. */
export interface Hold {
  particle: number;
  /** Unit vector. */
  normal: ArrayLike<number>;
}

/**
 * Motions at first order that meet no resistance. Compressed springs count as if they had no stiffness across.
 * @param holds directions that are barred
 */
export function findNullSpace(world: World, state: State, holds: readonly Hold[] = []): NullSpace {
  const { model } = world;
  const n = model.particleCount;
  const f = new Float64Array(4 * n);
  const still: State = { positions: state.positions, velocities: new Float64Array(4 * n), time: state.time };
  for (const force of world.forces) force.addForce?.(f, still);
  const plane = planeOf(model, state.positions, f);
  world.linearize(still, true);
  const layout = layoutThatFits(world);
  if (!layout) return { count: Number.NaN, plane, shapes: () => [] };

  const matrix = assembleStiffness(world, layout);
  const own = stiffest(matrix.values, matrix.starts, matrix.size);
  const tolerance = state.positions instanceof Float32Array ? RESISTS_SINGLE : RESISTS;
  forgetRounding(matrix, layout, world, state.positions);
  // What is barred resists; what no force acts on at all has a diagonal of 0, whose pivots vanish by themselves.
  const bar = own > 0 ? own : 1;
  if (plane) for (let place = 0; place < layout.order.length; place++) addToBlock(matrix, place, 0, bar, plane);
  for (const { particle, normal } of holds) {
    if (layout.places[particle] >= 0) addToBlock(matrix, layout.places[particle], 0, bar, normal);
  }
  const factors = factor(matrix, tolerance);
  return {
    count: factors.vanished.length,
    plane,
    shapes: () => factors.vanished.map((row) => shapeOf(factors, row, layout, n)),
  };
}

/** With all that feel each other about the point of the last `linearize`; null where to factor that is too much work. */
export function layoutThatFits(world: World): Layout | null {
  for (const everybody of [false, true]) {
    if (everybody && world.model.particleCount > EVERYBODY) return null;
    const layout = layOut(world, everybody);
    const entries = layout.first.reduce((sum, first, i) => sum + i - first + 1, 0);
    if (factorCost(layout.first) > MOST_WORK || entries > MOST_ENTRIES) return null;
    if (mismatch(world, layout, assembleStiffness(world, layout)) < SAME) return layout;
  }
  return null;
}

/**
 * A spring that rounding alone has stretched resists motion across it, by mere accident: k c⁺(I − n nᵀ) is taken out
 * again, where |l − L₀| is no more than what rounding makes of places and rest lengths.
 */
function forgetRounding(matrix: SkylineMatrix, { places }: Layout, { model }: World, x: Floats): void {
  const { springs, restLengths, stiffness } = model;
  const ofLength = restLengths instanceof Float32Array ? 2 ** -24 : 2 ** -53;
  const ofPlace = x instanceof Float32Array ? 2 ** -24 : 2 ** -53;
  let farthest = 0;
  for (let i = 0; i < x.length; i++) farthest = Math.max(farthest, Math.abs(x[i]));
  for (let j = 0; j < model.springCount; j++) {
    const [a, b] = [springs[2 * j], springs[2 * j + 1]];
    const n = [0, 1, 2].map((axis) => x[4 * a + axis] - x[4 * b + axis]);
    const l = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const stretch = l - restLengths[j];
    if (!(stretch > 0) || stretch > ROUNDINGS * (ofPlace * farthest + ofLength * l)) continue;
    const across = stiffness[j] * (1 - restLengths[j] / l);
    for (let axis = 0; axis < 3; axis++) n[axis] /= l;
    addCoupling(matrix, places[a], places[b], -across, across, n);
  }
}

function stiffest(values: Float64Array, starts: Float64Array, size: number): number {
  let most = 0;
  for (let i = 0; i < size; i++) most = Math.max(most, values[starts[i + 1] - 1]);
  return most;
}

function shapeOf(factors: Factors, row: number, { order }: Layout, n: number): Float64Array {
  const z = new Float64Array(factors.size);
  z[row] = 1;
  backSubstitute(factors, z);
  const shape = new Float64Array(3 * n);
  order.forEach((i, place) => {
    for (let axis = 0; axis < 3; axis++) shape[3 * i + axis] = z[3 * place + axis];
  });
  return shape;
}
