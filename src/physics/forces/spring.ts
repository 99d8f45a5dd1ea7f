import type { ForceDefinition } from '../world/force';

/** Damped springs: f_a = −[k(l − L₀) + k_d u] n, f_b = −f_a; V = ½k(l − L₀)².
 *
 *  ∂f_a/∂x_a = −k[n nᵀ + c(I − n nᵀ)] with c = 1 − L₀/l, clamped to c ≥ 0 on request; ∂f_a/∂v_a = −k_d n nᵀ.
 *  The dashpot's own ∂f/∂x is not symmetric and is left out, as is usual.
 *  Bounds: as c < 1, clamped or not, and |p_a − p_b|² ≤ 2(|p_a|² + |p_b|²), 2k and 2k_d at either end. c < 0 makes for
 *  negative eigenvalues of −∂f/∂x, of motion that really grows, and there is no bound on those.
 *  Sources: Bender, Mass-Spring-Damper Model; Choi and Ko, Stable but Responsive Cloth (the clamp). */
export const spring: ForceDefinition = {
  id: 'spring',
  label: 'Springs',
  summary: 'A damped spring along every edge pulls its ends back to the rest length.',
  account: 'elastic',
  create(world) {
    const { kernel, model, tangents } = world;
    return {
      isOfSprings: true,
      addForce: (f, state) => kernel.addSpringForces(model, state, f),
      linearize: (state, clamp) => kernel.linearizeSprings(model, state, clamp, tangents),
      addDerivative: (y, p, a, b) => kernel.addSpringDerivatives(model, tangents, y, p, a, b),
      addDiagonal: (blocks, a, b) => kernel.addSpringDiagonals(model, tangents, blocks, a, b),
      addBounds(k, c) {
        const { springs, springCount, stiffness, damping } = model;
        for (let end = 0; end < 2 * springCount; end++) {
          k[springs[end]] += 2 * stiffness[end >> 1];
          c[springs[end]] += 2 * damping[end >> 1];
        }
        return true;
      },
      energy: (state) => kernel.springEnergy(model, state),
      heat: (state) => kernel.springHeat(model, state),
    };
  },
};
