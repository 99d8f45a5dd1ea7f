import type { IntegratorDefinition } from '../world/integrator';

/**
 * A stage of an explicit method: forces are evaluated once, a_i = M⁻¹f(x_i, v_i), and the state of the next stage, or after the last
 * one the end of the step, follows from the start and from the stages so far:
 *
 *    x = x₀ + h Σ xv_j v_j + h² Σ xa_j a_j,   v = v₀ + h Σ va_j a_j
 */
export interface Stage {
  readonly xv: readonly number[];
  readonly xa: readonly number[];
  readonly va: readonly number[];
  /** Time of the stage after the start of the step, in steps. */
  readonly c: number;
}

/** Methods of second-order systems, which have no tableau. */
const OTHERS: Readonly<Record<string, readonly Stage[]>> = {
  'symplectic-euler': [{ xv: [1], xa: [1], va: [1], c: 0 }],
  'velocity-verlet': [
    { xv: [1], xa: [0.5], va: [1], c: 0 },
    { xv: [1], xa: [0.5], va: [0.5, 0.5], c: 1 },
  ],
};

/** The stages of a step; null for a method without. */
export function stagesOf({ id, tableau }: IntegratorDefinition): readonly Stage[] | null {
  if (!tableau) return OTHERS[id] ?? null;
  const { a, b } = tableau;
  return b.map((_, i) => {
    const next = a[i + 1] ?? b;
    return { xv: next, xa: [], va: next, c: a[i].reduce((sum, weight) => sum + weight, 0) };
  });
}
