/** The parameters that follow from the springs and masses of a scene. */
import type { CoefficientParams } from '../../model/coefficients';
import { SPRING_KINDS, type SpringKind } from '../../model/model';
import type { SceneData } from '../scene';

/**
 * The parameters that follow from a scene's springs and masses, and that a file must not give. `stiffness` is the largest
 * structural stiffness, or the largest of all if there is none or it is 0; `shear` and `bend` are the largest of their kind
 * over `stiffness`, 0 if there is none; `damping` and `mass` are the largest.
 */
export function coefficientsOf(data: SceneData): CoefficientParams {
  const largest: Record<SpringKind, number> = { structural: 0, shear: 0, bend: 0 };
  data.stiffness.forEach((k, j) => {
    const kind = SPRING_KINDS[data.kinds[j]];
    largest[kind] = Math.max(largest[kind], k);
  });
  const stiffness = largest.structural || Math.max(largest.shear, largest.bend);
  return {
    stiffness,
    shear: ratio(largest.shear, stiffness),
    bend: ratio(largest.bend, stiffness),
    damping: data.damping.reduce((a, b) => Math.max(a, b), 0),
    mass: data.masses.reduce((a, b) => Math.max(a, b), 0),
  };
}

/**
 * The shortest decimal r with stiffness · r = k to the bit, so that a ratio of 0.3 comes back from a file as 0.3 and not as
 * 0.29999999999999993; the quotient if no r of at most 15 digits fits.
 */
function ratio(k: number, stiffness: number): number {
  if (k === 0) return 0;
  const quotient = k / stiffness;
  for (let digits = 1; digits <= 15; digits++) {
    const r = Number(quotient.toPrecision(digits));
    if (stiffness * r === k) return r;
  }
  return quotient;
}
