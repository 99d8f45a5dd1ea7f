import { solverLoops } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import { createConjugateGradients, type LinearSystem } from '../../solvers/conjugate-gradients';
import { invertBlocks } from '../../solvers/diagonal-blocks';
import { searchAlong } from '../../statics/equilibrium/line-search';
import { largest } from '../../statics/equilibrium/net-force';
import type { SolveReport } from '../../world/preconditioner';
import type { World } from '../../world/world';

/** Largest number of Newton steps. */
const MAX_STEPS = 40;

/** Static equilibrium f(x) = 0 of a small world in double precision, by truncated Newton steps:
 *    −K d = f,   x⁺ = x + α d,   α such that f(x⁺)·d ≈ 0.
 *  Conjugate gradients end at the first direction p with −pᵀK p ≤ 0; the result so far is a descent direction.
 *  Unlike `findEquilibrium`, it lets grips hold single components: filtered components stay as they are. For such small patches it
 *  is also faster than the factorizations there.
 *  Source: Nocedal and Wright, Numerical Optimization, algorithm 7.1.
 *  @returns `relax(state, tolerance)`: true if the net force on every free particle is at most the tolerance, N */
export function createRelaxation(world: World): (state: State, tolerance: number) => boolean {
  const n = world.model.particleCount;
  const size = 4 * n;
  const doubles = (count: number) => new Float64Array(count);
  const [f, d] = [doubles(size), doubles(size)];
  const blocks = doubles(9 * n);
  const gradients = createConjugateGradients(doubles, size);
  const report: SolveReport = { converged: true, iterations: 0, residual: 0 };

  const system: LinearSystem = {
    multiply(y, p) {
      y.fill(0);
      world.addDerivatives(y, p, -1, 0);
      world.filter(y);
    },
    precondition(z, r) {
      solverLoops.multiplyBlocks(z, blocks, r);
      world.filter(z);
    },
  };

  return (state, tolerance) => {
    const x = state.positions as Float64Array;
    const evaluate = () => {
      world.computeForces(state, f);
      world.filter(f);
      return largest(f);
    };
    state.velocities.fill(0);
    let residual = evaluate();
    for (let step = 0; step < MAX_STEPS && residual > tolerance; step++) {
      world.linearize(state, false);
      blocks.fill(0);
      world.addDiagonals(blocks, -1, 0);
      invertBlocks(blocks, n);
      d.fill(0);
      gradients.solve(system, d, f, Math.min(1e-2, residual), size, report);
      if (report.iterations === 0) system.precondition(d, f);
      searchAlong(x, d, f, Number.POSITIVE_INFINITY, evaluate);
      residual = evaluate();
    }
    return residual <= tolerance;
  };
}
