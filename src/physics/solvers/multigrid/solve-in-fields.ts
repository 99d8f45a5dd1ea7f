import type { GridLevels } from '../../kernels/kernel';
import type { SolveReport } from '../../world/preconditioner';
import { createConjugateGradients, type LinearSystem } from '../conjugate-gradients';
import { type Cycle, cycle } from './cycle';

/** The smallest tolerance that single precision can reach. */
const LEAST_TOLERANCE = 1e-5;

/**
 * Conjugate gradients in the kernel's own layout and single precision, for a matrix that `GridLevels` have completely.
 * x, b and the report are those of `ConjugateGradients`.
 * @returns true if it converged; otherwise x is unchanged
 */
export type SolveInFields = (
  x: Float64Array,
  b: Float64Array,
  tolerance: number,
  maxIterations: number,
  report: SolveReport,
) => boolean;

/** Products subtract neighbours before they multiply, and x += αp uses the rounded p that was multiplied: rounding p changes
 *  the direction, not the residual. Float32 converges as Float64 does down to a residual of about 1e-6. */
export function createSolveInFields({ fields, levels }: GridLevels, way: () => Cycle): SolveInFields {
  if (!fields) return () => false;
  const [solution, side] = [fields.create(), fields.create()];
  const gradients = createConjugateGradients(fields.create, solution.length, fields.loops);
  if (!fields.fit) return () => false;
  const system: LinearSystem<Float32Array> = {
    scalesGuess: true,
    multiply: fields.multiply,
    precondition(z, r) {
      fields.use(z, r);
      cycle(levels, way());
    },
  };

  return (x, b, tolerance, maxIterations, report) => {
    if (tolerance < LEAST_TOLERANCE) return false;
    fields.load(side, b);
    fields.load(solution, x);
    gradients.solve(system, solution, side, tolerance, maxIterations, report);
    if (report.converged) fields.store(x, solution);
    return report.converged;
  };
}
