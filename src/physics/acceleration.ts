import { simd } from './kernels/simd';
import { kernels, preconditioners } from './registry';
import { aggregation } from './solvers/preconditioners/aggregation';
import { multigrid } from './solvers/preconditioners/multigrid';

/** Puts into the registries what makes it fast; doing it again changes nothing. A page sees a cloth without it, and waits for it to step. */
export function accelerate(): void {
  if (kernels.includes(simd)) return;
  kernels.push(simd);
  preconditioners.push(aggregation, multigrid);
}
