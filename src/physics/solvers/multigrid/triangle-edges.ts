import { BLOCK } from '../../kernels/javascript/multigrid/symmetric-blocks';
import { component, TANGENT } from '../../kernels/javascript/triangle-tangents';
import type { Membrane } from '../../model/model';
import type { Params } from '../../model/params';

/*  The block of a triangle's matrix between corners i and j, with λ, μ for a λ + b φ, a μ + b ψ, and w_i = F g_i:
 *
 *    K_ij = −A₀ t [ λ w_i w_jᵀ + μ w_j w_iᵀ + μ (g_i·g_j) F Fᵀ + a (g_iᵀ σ g_j) I ].
 *
 *  Its rows sum to 0, so it is the matrix of a network of three edges with blocks B_ij = K_ij; but these are neither symmetric
 *  nor always positive. Their symmetric part is F S Fᵀ + c I, with S in the plane of the triangle at rest,
 *
 *    S = −A₀ t [ ½(λ + μ)(g_i g_jᵀ + g_j g_iᵀ) + μ (g_i·g_j) I₂ ],   c = −A₀ t a (g_iᵀ σ g_j).
 *
 *  The network uses the isotropic part of S, ½ tr(S) = −½ A₀ t (λ + 3μ)(g_i·g_j), and sets it and c to 0 if negative. That needs
 *  hardly more iterations than the whole positive part of S. −A₀ g_i·g_j is half the cotangent of the opposite angle.
 *  Source: Pinkall and Polthier, Computing Discrete Minimal Surfaces and Their Conjugates, for the cotangents. */

/** blocks := those of the edges from each corner of triangle t to the next, for a·∂f/∂x + b·∂f/∂v; 6 numbers each. */
export function setTriangleEdges(
  blocks: Float64Array,
  { inverseRest, areas }: Membrane,
  params: Params,
  tangents: Float64Array,
  t: number,
  a: number,
  b: number,
): void {
  const lambda = a * params.membraneLambda + b * params.membranePhi;
  const mu = a * params.membraneMu + b * params.membranePsi;
  const size = areas[t] * params.membraneThickness;
  const o = TANGENT * t;
  const x = tangents[o];
  const y = tangents[o + 1];
  const z = tangents[o + 2];
  const X = tangents[o + 3];
  const Y = tangents[o + 4];
  const Z = tangents[o + 5];
  for (let edge = 0; edge < 3; edge++) {
    const next = (edge + 1) % 3;
    const g = component(inverseRest, 4 * t, edge);
    const h = component(inverseRest, 4 * t + 1, edge);
    const G = component(inverseRest, 4 * t, next);
    const H = component(inverseRest, 4 * t + 1, next);
    const inPlane = Math.max(0, -0.5 * size * (lambda + 3 * mu) * (g * G + h * H));
    const stress = g * G * tangents[o + 6] + h * H * tangents[o + 7] + (g * H + h * G) * tangents[o + 8];
    const isotropic = Math.max(0, -size * a * stress);
    const block = BLOCK * edge;
    blocks[block] = inPlane * (x * x + X * X) + isotropic;
    blocks[block + 1] = inPlane * (x * y + X * Y);
    blocks[block + 2] = inPlane * (x * z + X * Z);
    blocks[block + 3] = inPlane * (y * y + Y * Y) + isotropic;
    blocks[block + 4] = inPlane * (y * z + Y * Z);
    blocks[block + 5] = inPlane * (z * z + Z * Z) + isotropic;
  }
}
