import type { Membrane } from '../../model/model';
import type { Params } from '../../model/params';

/** Green strain up to which the bounds hold: a stretch of 9.5 %. Springs have a bound for any stretch, a continuum has none. */
export const STRAIN_BOUNDED = 0.1;

/** Adds the membrane's bounds on −∂f/∂x and −∂f/∂v to k and c, N/m and N·s/m; n each; see `Force.addBounds`.
 *
 *  With e the largest principal strain, |F v|² ≤ (1 + 2e)|v|², σ ≤ 2(λ + μ) e, and so for any change δF = Σ u_i g_iᵀ
 *    A₀ t [ δε:C:δε + δF σ:δF ] ≤ A₀ t 2(λ + μ)(1 + 3e) |δF|²,   |δF|² = Σ_ij (g_i·g_j)(u_i·u_j):
 *  the same scalar matrix on all three axes, whose Gershgorin bound is Σ_j |g_i·g_j|; the viscous part likewise, with
 *  (φ + ψ)(1 + 2e). */
export function addMembraneBounds(membrane: Membrane, params: Params, k: Float64Array, c: Float64Array): void {
  const { membraneLambda, membraneMu, membranePhi, membranePsi, membraneThickness } = params;
  const stiff = 2 * membraneThickness * (membraneLambda + membraneMu) * (1 + 3 * STRAIN_BOUNDED);
  const viscous = 2 * membraneThickness * (membranePhi + membranePsi) * (1 + 2 * STRAIN_BOUNDED);
  if (stiff === 0 && viscous === 0) return;
  const { triangles, inverseRest, areas } = membrane;
  for (let t = 0; t < membrane.triangleCount; t++) {
    const [x1, y1, x2, y2] = inverseRest.subarray(4 * t, 4 * t + 4);
    const g = [
      [-x1 - x2, -y1 - y2],
      [x1, y1],
      [x2, y2],
    ];
    for (let i = 0; i < 3; i++) {
      let row = 0;
      for (let j = 0; j < 3; j++) row += Math.abs(g[i][0] * g[j][0] + g[i][1] * g[j][1]);
      k[triangles[3 * t + i]] += areas[t] * stiff * row;
      c[triangles[3 * t + i]] += areas[t] * viscous * row;
    }
  }
}
