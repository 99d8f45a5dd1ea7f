import type { World } from '../contracts';

/** Bounds on the fastest mode of M⁻¹K and M⁻¹D. */
export interface Bounds {
  /** rad/s; never below the true one, stretched or compressed. */
  omega: number;
  /** 1/s; of −D. */
  decay: number;
}

/** Gershgorin's circles: λ ≤ max_i (2/m_i) Σ_j k_ij, where a spring to the ground, as the hand, adds k_g/m_i once.
 *  Holds for K clamped or not, since |c| ≤ 1 but for springs shorter than half their rest length, whose unclamped
 *  derivative only softens the motion.
 *  Source: Gershgorin 1931; Golub and Van Loan, Matrix Computations, 7.2. */
export function gershgorinBounds({ model, params, control }: Pick<World, 'model' | 'params' | 'control'>): Bounds {
  const { springs, stiffness, damping, masses, inverseMasses, particleCount } = model;
  const k = new Float64Array(particleCount);
  const c = new Float64Array(particleCount);
  for (let j = 0; j < model.springCount; j++) {
    for (const i of [springs[2 * j], springs[2 * j + 1]]) {
      k[i] += 2 * stiffness[j];
      c[i] += 2 * damping[j];
    }
  }
  for (let i = 0; i < particleCount; i++) c[i] += params.drag;
  if (control.held >= 0 && params.hardHold === 0) {
    k[control.held] += params.grabStiffness;
    c[control.held] += 2 * Math.sqrt(params.grabStiffness * masses[control.held]);
  }
  let lambda = 0;
  let decay = 0;
  for (let i = 0; i < particleCount; i++) {
    lambda = Math.max(lambda, k[i] * inverseMasses[i]);
    decay = Math.max(decay, c[i] * inverseMasses[i]);
  }
  return { omega: Math.sqrt(lambda), decay };
}
