import type { World } from '../../world/world';

/** Bounds on the eigenvalues of M⁻¹K and M⁻¹D, where f = −K x − D v for small motion about a state. */
export interface Bounds {
  /**
   * rad/s; √ of the largest one of M⁻¹K is no larger, however the springs are stretched, compressed or turned, and while
   * the membrane is strained by no more than 0.1: see `forces/membrane-bounds.ts`.
   */
  omega: number;
  /** 1/s; the largest one of M⁻¹D is no larger. */
  damping: number;
  /** 1/s; the smallest one of M⁻¹D, over the particles that move freely, is no smaller: what drag gives to all motion. */
  leastDamping: number;
  /** False where a force has derivatives and no bounds on them, as attraction: then these are too low. */
  complete: boolean;
}

/** What the bounds follow from. */
export type BoundedWorld = Pick<World, 'model' | 'params' | 'forces'>;

/** Gershgorin's circles: λ ≤ max_i k_i/m_i, where each force adds its share to k_i: of a spring, twice its stiffness.
 *  Source: Gershgorin 1931; Golub and Van Loan, Matrix Computations, 7.2. */
export function gershgorinBounds({ model, params, forces }: BoundedWorld): Bounds {
  const { inverseMasses, particleCount } = model;
  const k = new Float64Array(particleCount);
  const c = new Float64Array(particleCount);
  let complete = true;
  for (const force of forces) {
    if (force.addBounds ? !force.addBounds(k, c) : force.addDerivative) complete = false;
  }
  let lambda = 0;
  let most = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < particleCount; i++) {
    const w = inverseMasses[i];
    if (w === 0) continue;
    lambda = Math.max(lambda, k[i] * w);
    most = Math.max(most, c[i] * w);
    least = Math.min(least, params.drag * w);
  }
  return { omega: Math.sqrt(lambda), damping: most, leastDamping: Math.min(least, most), complete };
}
