// A level of the hierarchy: nodes in rows; each group of four consecutive nodes is a vector of four f32.
//
// A field is three planes x, y, z of f32 with zeros around them: one row above and two below, four numbers left of each row and
// eight right of it, so that no loop needs to check for the edge of the net. The coefficients of a group are contiguous, G bytes:
// the blocks of its springs (see `blocks.ts`), then the node block G and the smoother ω D⁻¹ of each node, both as xx, xy, xz, yy,
// yz, zz. Lanes beyond the last column hold zeros.

/** Bytes of a vector of four f32. */
export const V: usize = 16;
/** Offsets of node block and smoother in the coefficients of a group, and the size of these; bytes. */
export const NODE_BLOCK: usize = 24 * V;
export const SMOOTHER: usize = 30 * V;
export const G: usize = 36 * V;

/** Created by `multigrid-memory.ts` with the same fields in the same order. Addresses and distances are in bytes. */
@unmanaged
export class Level {
  rows: i32 = 0;
  columns: i32 = 0;
  /** Per row. */
  groups: i32 = 0;
  /** 1 for the net of particles itself: its springs are stored as w and β, and some span two nodes. */
  isNet: i32 = 0;
  /** From row to row of a plane. */
  row: usize = 0;
  /** From plane to plane. */
  plane: usize = 0;
  /** Node (0, 0) in the plane x of solution, right side and residual. */
  x: usize = 0;
  b: usize = 0;
  r: usize = 0;
  /** The first group. */
  coefficients: usize = 0;
  /** Partial sums of three rows, six numbers per node. */
  sums: usize = 0;
  /** The weights of bending; 0: it does not bend. */
  bending: usize = 0;
  /** Partial sums of bending, three rows of three numbers per node. */
  bendingSums: usize = 0;
}

/** The address of a row of a plane. */
@inline
export function at(field: usize, step: usize, row: i32): usize {
  return field + (row as usize) * step;
}
