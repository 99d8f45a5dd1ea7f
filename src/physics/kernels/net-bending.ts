import type { Floats } from '../model/arena';
import type { Grid } from '../model/model';

/**
 * The bending of a rectangular net by differences of the positions, with c columns:
 *
 *   E = ½ D Σ_i X_i |x_i − 2x_{i+1} + x_{i+2}|² + Y_i |x_i − 2x_{i+c} + x_{i+2c}|² + Z_i |x_i − x_{i+1} − x_{i+c} + x_{i+c+1}|²
 *
 * Weights are 0 where a difference would lead out of the net or across a cut.
 */
export interface NetBending extends Grid {
  /**
   * 4n; X, Y and Z of each particle, 1/m²; and 1 if the neighbour that makes the plane of the surface with the first difference is
   * above, not below, plus 2 if that of the second is on the left, not on the right. In the memory of the kernel.
   */
  readonly weights: Floats;
  /** 8 a column; for the kernel, in its memory. */
  readonly scratch: Floats;
  /** 4n; where the derivative of damping is taken; in the memory of the kernel. */
  readonly positions: Floats;
  /** D, or what the derivative is to be multiplied by. */
  factor: number;
  /** `bendingDamping`, or what its derivative is to be multiplied by, over the square of twice the area of a cell, N·m·s/m⁴. */
  dampingFactor: number;
  /** The part of `factor` that stands for damping where it is approximated by bending: for preconditioners, N·m. */
  approximated: number;
}
