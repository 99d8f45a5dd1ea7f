/** One level of multigrid on a surface, in single precision and in the memory of a kernel's loops. */
import type { Arena } from '../model/arena';
import type { FrontLoops } from './surface-fronts';

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
