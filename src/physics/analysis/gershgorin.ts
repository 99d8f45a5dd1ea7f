import type { World } from '../contracts';
import { addMembraneBounds } from './membrane-bounds';

/** Bounds on the eigenvalues of M⁻¹K and M⁻¹D, where f = −K x − D v for small motion about a state. */
export interface Bounds {
  /**
   * rad/s; √ of the largest one of M⁻¹K is no larger, however the springs are stretched, compressed or turned, and while
   * the membrane is strained by no more than `STRAIN_BOUNDED`.
   */
  omega: number;
  /** 1/s; the largest one of M⁻¹D is no larger. */
  damping: number;
  /** 1/s; the smallest one of M⁻¹D, over the particles that move freely, is no smaller: what drag gives to all motion. */
  leastDamping: number;
  /** False where a force has no bounds, as attraction: then these are too low. */
  complete: boolean;
}

/** What the bounds follow from. */
export type BoundedWorld = Pick<World, 'model' | 'params' | 'control'> & Partial<Pick<World, 'forces'>>;

/** Gershgorin's circles: λ ≤ max_i (2/m_i) Σ_j k_ij, where a spring to the ground, as the hand, adds k_g/m_i once.
 *  A spring adds −k[n nᵀ + c(I − n nᵀ)] with c = 1 − L₀/l < 1, clamped or not, so k bounds it from above; c < 0 makes
 *  for negative eigenvalues, of motion that really grows, and there is no bound on those.
 *  Source: Gershgorin 1931; Golub and Van Loan, Matrix Computations, 7.2. */
export function gershgorinBounds({ model, params, control, forces }: BoundedWorld): Bounds {
  const { springs, stiffness, damping, masses, inverseMasses, particleCount } = model;
  const k = new Float64Array(particleCount);
  const c = new Float64Array(particleCount).fill(params.drag);
  for (let end = 0; end < 2 * model.springCount; end++) {
    k[springs[end]] += 2 * stiffness[end >> 1];
    c[springs[end]] += 2 * damping[end >> 1];
  }
  if (model.membrane) addMembraneBounds(model.membrane, params, k, c);
  if (control.held >= 0 && params.hardHold === 0) {
    k[control.held] += params.grabStiffness;
    c[control.held] += 2 * Math.sqrt(params.grabStiffness * masses[control.held]);
  }
  let complete = true;
  for (const force of forces ?? []) if (force.addBounds?.(k, c) === false) complete = false;
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
