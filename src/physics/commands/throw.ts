import { type Model, STRIDE } from '../model/model';
import { diagonal, marked, type Side, sidesOf, squaredDistance } from '../model/state';
import type { Run } from '../run/run';
import { defineCommand } from './command-definition';

/** Speed of the farthest particles over √(gD): a ball rises by 0.08 D. */
const SPEED = 0.4;
/** Fraction of the largest speed that particles without springs and gravity are thrown with: an ellipse of eccentricity 0.6 stays one. */
const PART = 0.1;
/** Unit vectors: mostly sideways, and up. */
const SIDEWAYS = [0.36, 0.48, 0.8];
const UP = [0, 1, 0];
/** m/s²; stands for gravity in a scene without it. */
const EARTH = 9.81;
/** m; stands for the diagonal of a scene of one particle. */
const POINT = 1;
/** Pins that the distances are measured from, at most. */
const MAX_PINS = 256;

/**
 * A standard throw, for every scene: adds to the velocity of each free particle
 *   Δv = 0.4 √(gD) · w · u,  with the diagonal D of the scene's box.
 * - w is 0 at the pins and grows with the distance from the nearest one to 1, so that no spring is pulled hard. Without pins it grows
 *   from ½ to 1 along the longest side of the box: the scene turns and changes its shape, too.
 * - u is sideways, and a little up. Particles without springs are thrown up, to come down where they were; a line of particles without
 *   gravity is thrown along itself, as an oscillator starts.
 * - Particles with neither gravity nor springs have no speed but their own: a tenth of it takes the place of 0.4 √(gD).
 */
export const standardThrow = defineCommand({
  type: 'throw',
  fields: {},
  effect: 'hand',
  undo: 'state',
  prepare: (run) => () => {
    const { model, state } = run;
    const speed = speedOf(run);
    const sides = sidesOf(state.positions, model.particleCount);
    const direction = directionOf(run, sides);
    const weights = weightsOf(model, state.positions, sides);
    for (let i = 0; i < model.particleCount; i++) {
      if (model.inverseMasses[i] === 0) continue;
      for (let axis = 0; axis < 3; axis++) state.velocities[STRIDE * i + axis] += speed * weights[i] * direction[axis];
    }
  },
});

function speedOf({ model, state, settings: { params } }: Run): number {
  const { velocities: v } = state;
  let squared = 0;
  for (let o = 0; o < v.length; o += STRIDE) {
    squared = Math.max(squared, v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
  }
  if (params.gravity === 0 && model.springCount === 0 && squared > 0) return PART * Math.sqrt(squared);
  return SPEED * Math.sqrt((Math.abs(params.gravity) || EARTH) * (diagonal(state, model.particleCount) || POINT));
}

function directionOf({ model, settings: { params } }: Run, sides: readonly Side[]): readonly number[] {
  if (params.gravity === 0) {
    const isLine = sides.filter(({ length }) => length > 0).length === 1;
    return isLine ? sides.map(({ length }) => (length > 0 ? 1 : 0)) : SIDEWAYS;
  }
  return model.springCount === 0 ? UP : SIDEWAYS;
}

/** w of each particle. */
function weightsOf({ particleCount, pinned }: Model, x: ArrayLike<number>, sides: readonly Side[]): Float64Array {
  const weights = new Float64Array(particleCount);
  const pins = marked(pinned);
  const stride = Math.ceil(pins.length / MAX_PINS);
  const some = pins.filter((_, k) => k % stride === 0);
  const longest = sides.reduce((most, { length }, axis) => (length > sides[most].length ? axis : most), 0);
  const { from, length } = sides[longest];
  let largest = 0;
  for (let i = 0; i < particleCount; i++) {
    weights[i] = pins.length === 0 ? length + x[STRIDE * i + longest] - from : distanceToNearest(x, i, some);
    largest = Math.max(largest, weights[i]);
  }
  return largest > 0 ? weights.map((w) => w / largest) : weights.fill(1);
}

function distanceToNearest(x: ArrayLike<number>, i: number, others: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const j of others) least = Math.min(least, squaredDistance(x, i, j));
  return Math.sqrt(least);
}
