/** One level of multigrid on a surface, and a Cholesky factor of its matrix in dense parts: in single precision and in the memory of a kernel's loops. */
import type { Arena } from '../model/arena';

/**
 * A = D + blocks + B ⊗ I: n nodes. What couples a node with earlier nodes comes before what couples it with later ones. Nodes are
 * given by 16 times their number. Vectors are 4n.
 */
export interface SurfaceLevel {
  readonly n: number;
  /** 12n; D⁻¹, by columns of four; 0 where a node cannot move. */
  readonly inverted: Float32Array;
  /** n + 1 and n; where the blocks of each node begin, and those that couple it with later nodes. */
  readonly starts: Uint32Array;
  readonly middles: Uint32Array;
  readonly neighbours: Uint32Array;
  /** 12 a neighbour; by columns of four. */
  readonly blocks: Float32Array;
  /** The same of B, without its diagonal. */
  readonly rows: Uint32Array;
  readonly rowMiddles: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float32Array;
  /** Solution, right side and residual. */
  readonly x: Float32Array;
  readonly b: Float32Array;
  readonly r: Float32Array;
}

/** P: the rows of a finer level as combinations of the nodes of a coarser one, given as above. */
export interface Interpolation {
  /** n + 1. */
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float32Array;
}

/** The loops over such levels, and over the fronts of a factor. */
export interface SurfaceLoops extends FrontLoops {
  /** For the arrays of all levels and fronts. */
  readonly arena: Arena;
  /** Solves for one node after the other from x = 0; r := b − A x, 0 where a node cannot move. */
  firstSweep(level: SurfaceLevel): void;
  /** Solves for one node after the other, forwards or backwards. */
  sweep(level: SurfaceLevel, isForwards: boolean): void;
  /** b of the coarser level := Pᵀr. */
  restrict(P: Interpolation, finer: SurfaceLevel, coarser: SurfaceLevel): void;
  /** x += P x of the coarser level, of nodes that can move. */
  prolong(P: Interpolation, finer: SurfaceLevel, coarser: SurfaceLevel): void;
}

/** Numbers of a front in `Fronts.table`. */
export const FRONT = 8;

/**
 * L Lᵀ = A of n nodes with three unknowns each, in an order of elimination. A front eliminates nodes that follow each other in that
 * order. Its rows are those nodes, and the later ones that they are coupled with: `own` and `later` in number. Its columns of L stand in
 * groups of four nodes, the own ones and then the later ones, each filled up with rows of 0: column by column twelve numbers. In place of
 * a diagonal block is 0, and its inverse stands in `inverses`. What a front subtracts from the columns of later nodes waits in `updates`,
 * in such groups too, for the front that eliminates the first of those, its parent.
 * Source: Duff and Reid, The Multifrontal Solution of Indefinite Sparse Symmetric Linear Equations.
 */
export interface Fronts {
  readonly count: number;
  /**
   * FRONT a front: `own`, `later`; where its columns begin in `values`, what it subtracts in `updates`, and its later nodes in `rows` and
   * `places`, bytes from the start of the array; its first node, as a place in the order; and where in this table its first child ends,
   * and the next child of its parent, bytes, 0: there is none.
   */
  readonly table: Uint32Array;
  /** The later nodes of each front, 16 times their place in the order, filled up to a number that four divide with n, which is none. */
  readonly rows: Uint32Array;
  /** Their places among the rows of the parent; filled up, too. */
  readonly places: Uint32Array;
  /** The columns of A, set before a factorization, and then those of L. */
  readonly values: Float32Array;
  readonly updates: Float32Array;
  /** 4n; the least pivot of each unknown. */
  readonly least: Float32Array;
  /** 8n; of each node the six numbers of the inverse of a lower triangle, row by row. */
  readonly inverses: Float32Array;
  /** Scratch: four numbers of each own node of a front. */
  readonly work: Float32Array;
  /** 4(n + 1); right side and solution, in the order of elimination; the fourth number of a node has no meaning. */
  readonly x: Float32Array;
}

/** The loops over such fronts. */
export interface FrontLoops {
  /** L of A. A pivot that is less than `least`, by rounding errors, is replaced by it: the factor is that of a definite matrix. */
  factor(fronts: Fronts): void;
  /** x := (L Lᵀ)⁻¹x. */
  solve(fronts: Fronts): void;
}
