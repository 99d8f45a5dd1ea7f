import { solverLoops } from '../kernels/javascript/vector-loops';

/** aᵀb. */
export const { dot } = solverLoops;

/** √(aᵀa). */
export function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}
