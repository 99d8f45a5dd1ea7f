/** The Cholesky factor of a symmetric matrix of 3×3 blocks, P A Pᵀ = L D Lᵀ, while it is made row by row. N rows, M blocks. */
export interface BlockFactor {
  /** N + 1; where the blocks of each column of L begin. */
  readonly columns: Uint32Array;
  /** N; where the next block of each column comes. */
  readonly ends: Uint32Array;
  /** M; row of each block. */
  readonly rows: Uint32Array;
  /** 9M; the blocks, column by column. */
  readonly blocks: Float64Array;
  /** 9N; D⁻¹. */
  readonly pivots: Float64Array;
  /** 9N, each block row by row; those of the row in the making, and its diagonal block in its own place; otherwise 0. */
  readonly row: Float64Array;
  /** N; the columns of the row in the making, in the order of their elimination, at the end. */
  readonly path: Uint32Array;
  /** 4N; right side and solution, in the order of the rows. */
  readonly x: Float64Array;
}

/** A factor in memory that the loops of a kernel can access. */
export interface BlockFactorLoops extends BlockFactor {
  /** Eliminates the columns of `path` from `top` on from row k: U of each becomes L_ki = U D_i⁻¹, and row −= U L_iᵀ. */
  eliminate(k: number, top: number): void;
  /** x := (L D Lᵀ)⁻¹ x. */
  substitute(): void;
}
