import type { World } from '../../world/world';

/** Bounds on the eigenvalues of M⁻¹K and M⁻¹D, where f = −K x − D v for small motion about a state. */
export interface Bounds {
  /**
   * rad/s; upper bound of √λ_max(M⁻¹K), for any state of the springs, and for membrane strains up to 0.1: see
   * `forces/membrane/membrane.ts`.
   */
  omega: number;
  /** 1/s; upper bound of λ_max(M⁻¹D). */
  damping: number;
  /** 1/s; lower bound of λ_min(M⁻¹D) over the free particles: the drag. */
  leastDamping: number;
  /** False if a force has derivatives without bounds, such as attraction: then the bounds don't hold. */
  complete: boolean;
}

/** The part of a world that the bounds depend on. */
export type BoundedWorld = Pick<World, 'model' | 'forces'>;

/** Gershgorin's theorem: λ ≤ max_i k_i/m_i, where each force adds its share to k_i; a spring adds twice its stiffness.
 *  Source: Gershgorin 1931; Golub and Van Loan, Matrix Computations, 7.2. */
export function gershgorinBounds({ model, forces }: BoundedWorld): Bounds {
  const { inverseMasses, particleCount } = model;
  const k = new Float64Array(particleCount);
  const c = new Float64Array(particleCount);
  const least = new Float64Array(particleCount);
  let complete = true;
  for (const force of forces) {
    if (force.addBounds ? !force.addBounds(k, c, least) : force.addDerivative) complete = false;
  }
  let lambda = 0;
  let largestDamping = 0;
  let leastDamping = Number.POSITIVE_INFINITY;
  for (let i = 0; i < particleCount; i++) {
    const w = inverseMasses[i];
    if (w === 0) continue;
    lambda = Math.max(lambda, k[i] * w);
    largestDamping = Math.max(largestDamping, c[i] * w);
    leastDamping = Math.min(leastDamping, least[i] * w);
  }
  return {
    omega: Math.sqrt(lambda),
    damping: largestDamping,
    leastDamping: Math.min(leastDamping, largestDamping),
    complete,
  };
}
