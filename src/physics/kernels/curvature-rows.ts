/** Bending as the kernel sees it: the curvature of a surface, row by row, with the loops over such rows, and that of a rectangular net. */
import type { Floats } from '../model/arena';
import type { Grid } from '../model/model';

/**
 * Rows of curvature, each of a small part of the surface with area A and in one direction:
 *
 *   κ = Σ_i w_i x_i,   ½D|κ − κ₀ c|² its energy,   c = (x_b − x_a) × (x_d − x_c)/A_c
 *
 * w holds √A, so that κ is a second derivative of the position, in 1/m, times √A. c is normal to the surface, with length 1 at
 * rest, and κ₀ the value of κ·c at rest, 0 in a flat surface. As Σ w_i = 0, neither κ nor the energy depends on where the
 * surface is and how it is turned.
 */
export interface CurvatureRows {
  readonly count: number;
  /** Three if every three rows that follow each other have the same particles and the same c, otherwise one. */
  readonly together: 1 | 3;
  /** count + 1; where the entries of each row begin. */
  readonly starts: Uint32Array;
  /** 4i of each entry's particle i. */
  readonly places: Uint32Array;
  /** w of each entry, 1/m. */
  readonly weights: Float64Array;
  /** 4 a row; 4i of the particles a, b, c and d. */
  readonly corners: Uint32Array;
  /** 1/A_c, 1/m². */
  readonly perArea: Float64Array;
  /** κ₀. */
  readonly rest: Float64Array;
  /** True if a κ₀ is not 0. */
  readonly isCurved: boolean;
}

/** The loops over rows of curvature, with vectors of 4n. */
export interface CurvatureLoops {
  /** f −= D Σ Jᵀ(κ − κ₀c) + damping Σ b(b·v), with J = ∂(κ − κ₀c)/∂x and b = ∂(κ·c)/∂x: damped is the change of the curvature
   *  across the surface. κ·c does not change in a rotation, so that this force has no torque. */
  addForce(f: Floats, x: Floats, v: Floats, D: number, damping: number): void;
  /** Sets the positions of the derivative, and the shapes of all rows there. */
  setShapes(x: Floats): void;
  /** SHAPE numbers for each group of rows, at these positions. */
  readonly shapes: Floats;
  /**
   * y −= elastic Σ (JᵀJ + (κ − κ₀c)·∂²(κ − κ₀c)) p + viscous Σ b(b·p) about the shapes. The second term can make the matrix
   * indefinite: the clamp drops it.
   */
  addDerivative(y: Floats, p: Floats, elastic: number, viscous: number, clamp: boolean): void;
  /** Σ |κ − κ₀c|². */
  squares(x: Floats): number;
}

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
