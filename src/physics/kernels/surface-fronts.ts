/** A Cholesky factor of the matrix of a surface in dense parts, in single precision and in the memory of a kernel's loops. */

/** Numbers of a front in `Fronts.table`. */
export const FRONT = 8;

/**
 * L Lᵀ = A of n nodes with three unknowns each, in an order of elimination. A front eliminates nodes that follow each other in that
 * order. Its rows are those nodes, and the later ones that they are coupled with: `own` and `later` in number. Its columns of L are
 * blocks of three rows of four, 0 at the end of each row; a diagonal block is inverted. What it subtracts from the columns of later
 * nodes waits in `updates` for the front that eliminates the first of those, its parent.
 * Source: Duff and Reid, The Multifrontal Solution of Indefinite Sparse Symmetric Linear Equations.
 */
export interface Fronts {
  readonly count: number;
  /**
   * FRONT a front, bytes from the start of an array: `own`, `later`; where its columns begin in `values` and what it subtracts in
   * `updates`; where its later nodes begin in `rows` and `places`; its first node in `x`; and where in this table its first child
   * ends, and the next child of its parent, 0: there is none.
   */
  readonly table: Uint32Array;
  /** The later nodes of each front, 16 times their place in the order. */
  readonly rows: Uint32Array;
  /** Their places among the rows of the parent. */
  readonly places: Uint32Array;
  /** The columns of A, set before a factorization, and then those of L: (own + later) · own blocks of 12 a front. */
  readonly values: Float32Array;
  readonly updates: Float32Array;
  /** 4n; the least pivot of each unknown. */
  readonly least: Float32Array;
  /** 4n; right side and solution, in the order of elimination. */
  readonly x: Float32Array;
}

/** The loops over such fronts. */
export interface FrontLoops {
  /** L of A. A pivot that is less than `least`, by rounding errors, is replaced by it: the factor is that of a definite matrix. */
  factor(fronts: Fronts): void;
  /** x := (L Lᵀ)⁻¹x. */
  solve(fronts: Fronts): void;
}
