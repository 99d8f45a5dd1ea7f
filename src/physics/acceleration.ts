import { simd } from './kernels/simd';
import { kernels } from './registry';

/** Puts into the registries what makes it fast; doing it again changes nothing. A page sees a cloth without it, and waits for it to step. */
export function accelerate(): void {
  if (kernels.includes(simd)) return;
  kernels.push(simd);
}
