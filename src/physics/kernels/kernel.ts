import type { Floats } from '../memory';
import type { Model, State } from '../model';

/**
 * The hot loops over springs. Another kernel (SIMD, a fused grid stencil) stands behind the same interface and is
 * tested against the plain one. n particles, m springs; vectors are 4n, stride 4.
 *
 * Spring j joins a and b: d = x_a − x_b, l = |d|, n = d/l, u = (v_a − v_b)·n.
 */
export interface Kernel {
  readonly id: string;
  /** f_a −= [k(l − L₀) + k_d u] n, f_b += the same; N. */
  addSpringForces(model: Model, state: State, f: Floats): void;
  /** Σ ½k(l − L₀)², J. */
  springEnergy(model: Model, state: State): number;
  /** Σ k_d u², W: what the dashpots turn into heat. */
  springHeat(model: Model, state: State): number;
  /**
   * Keeps n and c = 1 − L₀/l of every spring in `tangents` (4m: n_x, n_y, n_z, c), about which the next two are taken.
   * @param clamp whether c < 0, that of a compressed spring, is taken as 0: then the matrix stays positive definite
   */
  linearizeSprings(model: Model, state: State, clamp: boolean, tangents: Float64Array): void;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p, with ∂f_a/∂x_a = −k[n nᵀ + c(I − n nᵀ)] and ∂f_a/∂v_a = −k_d n nᵀ. */
  addSpringDerivatives(model: Model, tangents: Float64Array, y: Floats, p: Floats, a: number, b: number): void;
  /** The 3×3 diagonal blocks of the same matrix, 9n, row by row. */
  addSpringDiagonals(model: Model, tangents: Float64Array, blocks: Floats, a: number, b: number): void;
}
