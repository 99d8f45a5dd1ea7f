import { Matrix } from 'ml-matrix';
import type { State } from '../../src/physics';
import type { MutableWorld } from '../../src/physics/world';

/** Numbers of `state` that belong to a coordinate: 4n without the padding. */
export const coordinates = ({ model }: MutableWorld) =>
  Array.from({ length: 3 * model.particleCount }, (_, i) => 4 * Math.floor(i / 3) + (i % 3));

export function forceAt(world: MutableWorld, state: State): Float64Array {
  const f = new Float64Array(4 * world.model.particleCount);
  world.computeForces(state, f);
  return f;
}

/** Central differences of the force by positions or velocities, column by column. */
export function differences(world: MutableWorld, state: State, by: 'positions' | 'velocities'): Matrix {
  const at = coordinates(world);
  const eps = 1e-6;
  const result = Matrix.zeros(at.length, at.length);
  at.forEach((o, j) => {
    const kept = state[by][o];
    state[by][o] = kept + eps;
    const up = forceAt(world, state);
    state[by][o] = kept - eps;
    const down = forceAt(world, state);
    state[by][o] = kept;
    at.forEach((p, i) => {
      result.set(i, j, (up[p] - down[p]) / (2 * eps));
    });
  });
  return result;
}

/** a·∂f/∂x + b·∂f/∂v as the force itself multiplies it, column by column. */
export function derivative(world: MutableWorld, state: State, a: number, b: number): Matrix {
  const at = coordinates(world);
  world.linearize(state);
  const result = Matrix.zeros(at.length, at.length);
  at.forEach((o, j) => {
    const p = new Float64Array(4 * world.model.particleCount);
    const y = new Float64Array(p.length);
    p[o] = 1;
    world.addDerivatives(y, p, a, b);
    at.forEach((q, i) => {
      result.set(i, j, y[q]);
    });
  });
  return result;
}

/** Largest difference, in parts of the largest entry (or of `least`, where that is larger). */
export function error(a: Matrix, b: Matrix, least = 1e-12): number {
  return Matrix.sub(a, b).abs().max() / Math.max(least, b.clone().abs().max());
}
