import type { GridLevels } from '../../kernels/kernel';
import type { SolveReport } from '../../world/preconditioner';
import { createConjugateGradients, type LinearSystem } from '../conjugate-gradients';
import { type Cycle, cycle } from './cycle';

/** The smallest tolerance that single precision can reach. */
const MIN_TOLERANCE = 1e-5;

/**
 * Conjugate gradients in the kernel's own layout and single precision, for a matrix that `GridLevels` have completely.
 * x, b and the report are those of `ConjugateGradients`.
 * @returns true if it converged; otherwise x is unchanged
 */
export type SolveInSimd = (
  x: Float64Array,
  b: Float64Array,
  tolerance: number,
  maxIterations: number,
  report: SolveReport,
) => boolean;

/** Products subtract neighbours before they multiply, and x += αp uses the rounded p that was multiplied: rounding p changes
 *  the direction, not the residual. Float32 converges as Float64 does down to a residual of about 1e-6. */
export function createSolveInSimd({ vectors, levels }: GridLevels, way: () => Cycle): SolveInSimd {
  if (!vectors) return () => false;
  const [solution, side] = [vectors.create(), vectors.create()];
  const gradients = createConjugateGradients(vectors.create, solution.length, vectors.loops);
  if (!vectors.fit) return () => false;
  const system: LinearSystem<Float32Array> = {
    scalesGuess: true,
    multiply: vectors.multiply,
    precondition(z, r) {
      vectors.use(z, r);
      cycle(levels, way());
    },
  };

  return (x, b, tolerance, maxIterations, report) => {
    if (tolerance < MIN_TOLERANCE) return false;
    vectors.load(side, b);
    vectors.load(solution, x);
    gradients.solve(system, solution, side, tolerance, maxIterations, report);
    if (report.converged) vectors.store(x, solution);
    return report.converged;
  };
}
