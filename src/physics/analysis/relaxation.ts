import type { World } from '../contracts';
import type { State } from '../model';
import { invertBlocks, multiplyBlocks } from '../solvers/block-jacobi';
import { createConjugateGradients, type LinearSystem } from '../solvers/conjugate-gradients';

/** Newton steps, at most. */
const STEPS = 40;
/** Halvings of a step, at most. */
const HALVINGS = 30;
/** Of what a step promises, the part that it must keep (Armijo). */
const PROMISE = 1e-4;

/** Static equilibrium f(x) = 0 of a small world in double precision, by truncated Newton steps down the energy:
 *    −K d = f,   x⁺ = x + α d,   α halved until the energy falls.
 *  Conjugate gradients end at the first direction along which −K is not positive: what they have found by then leads down.
 *  What is filtered out of a solve stays where it is.
 *  Source: Nocedal and Wright, Numerical Optimization, algorithm 7.1.
 *  @returns `relax(state, tolerance)`: whether no free component of the force is above the tolerance, N, in the end */
export function createRelaxation(world: World): (state: State, tolerance: number) => boolean {
  const n = world.model.particleCount;
  const size = 4 * n;
  const doubles = (count: number) => new Float64Array(count);
  const [f, b, d, start] = [doubles(size), doubles(size), doubles(size), doubles(size)];
  const blocks = doubles(9 * n);
  const gradients = createConjugateGradients(doubles, size);
  const report = { ok: true, converged: true, iterations: 0, residual: 0 };

  const system: LinearSystem = {
    multiply(y, p) {
      y.fill(0);
      world.addDerivatives(y, p, -1, 0);
      world.filter(y);
    },
    precondition(z, r) {
      multiplyBlocks(z, blocks, r, n);
      world.filter(z);
    },
  };

  const netForce = (state: State) => {
    world.computeForces(state, f);
    for (let i = 0; i < size; i++) b[i] = f[i];
    world.filter(b);
    return largest(b);
  };

  return (state, tolerance) => {
    const x = state.positions;
    state.velocities.fill(0);
    let residual = netForce(state);
    for (let step = 0; step < STEPS && residual > tolerance; step++) {
      world.linearize(state, false);
      blocks.fill(0);
      world.addDiagonals(blocks, -1, 0);
      invertBlocks(blocks, n);
      d.fill(0);
      gradients.solve(system, d, b, Math.min(1e-2, residual), size, report);
      if (report.iterations === 0) system.precondition(d, b);

      const slope = dot(b, d);
      const before = world.energy(state).elastic;
      const was = residual;
      start.set(x);
      let alpha = 1;
      for (let halving = 0; halving < HALVINGS; halving++, alpha /= 2) {
        for (let i = 0; i < size; i++) x[i] = start[i] + alpha * d[i];
        // Where energies are alike to rounding, the forces still tell.
        if (world.energy(state).elastic <= before - PROMISE * alpha * slope) break;
        if (netForce(state) < 0.5 * was) break;
      }
      residual = netForce(state);
    }
    return residual <= tolerance;
  };
}

function largest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
