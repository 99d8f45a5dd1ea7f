/** The curvature of a surface as a fixed linear function of the positions, row by row, and the loops over such rows. */
import type { Floats } from '../model/arena';

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
  readonly shapes: Float64Array;
  /**
   * y −= elastic Σ (JᵀJ + (κ − κ₀c)·∂²(κ − κ₀c)) p + viscous Σ b(b·p) about the shapes. The second term can make the matrix
   * indefinite: the clamp drops it.
   */
  addDerivative(y: Floats, p: Floats, elastic: number, viscous: number, clamp: boolean): void;
}
