import type { GridMultigrid } from '../kernels/kernel';
import { createConjugateGradients, type LinearSystem, type Solve } from './conjugate-gradients';

/** Below this, single precision is no longer to be trusted with a residual. */
const LEAST_TOLERANCE = 1e-5;

/**
 * Conjugate gradients in the kernel's own layout and single precision, where a `GridMultigrid` has all of the matrix.
 * x, b and the report are as those of `ConjugateGradients`.
 * @returns whether it has come to an end; if not, x is as it was
 */
export type SolveInFields = (
  x: Float64Array,
  b: Float64Array,
  tolerance: number,
  most: number,
  report: Solve,
) => boolean;

/** Products take differences of neighbours first, and x gains p as it has been multiplied: then rounding p is no error, but
 *  only another direction, and Float32 leads as far as Float64 until the residual is down to some 1e-6. */
export function createSolveInFields(multigrid: GridMultigrid): SolveInFields {
  const { fields } = multigrid;
  if (!fields) return () => false;
  const [solution, side] = [fields.create(), fields.create()];
  const gradients = createConjugateGradients(fields.create, solution.length, fields.loops);
  const system: LinearSystem<Float32Array> = {
    scalesGuess: true,
    multiply: fields.multiply,
    precondition: fields.cycle,
  };

  return (x, b, tolerance, most, report) => {
    if (!multigrid.fields || tolerance < LEAST_TOLERANCE) return false;
    fields.take(side, b);
    fields.take(solution, x);
    gradients.solve(system, solution, side, tolerance, most, report);
    if (report.converged) fields.give(x, solution);
    return report.converged;
  };
}
