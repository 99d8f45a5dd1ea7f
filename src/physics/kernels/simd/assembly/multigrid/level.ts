// A level of the hierarchy: nodes in rows, each group of four consecutive ones in the lanes of a vector of f32.
//
// A vector field is three planes x, y, z of f32 with zeros around: a zero row above and two below, four zeros left of each
// row and eight right of it, so that no loop asks where the net ends. Coefficients of a group lie together, G bytes in all:
// what the springs that set out from its nodes are like, then of each node the ground block and the smoother ω D⁻¹, both
// as xx, xy, xz, yy, yz, zz. Lanes beyond the last column hold zeros.

/** Bytes of a vector of four f32. */
export const V: usize = 16;
/** Where ground block and smoother begin in the coefficients of a group, and where those end; bytes. */
export const GROUND: usize = 24 * V;
export const SMOOTHER: usize = 30 * V;
export const G: usize = 36 * V;

/** Laid out and filled in by `grid-multigrid.ts`: the same fields in the same order. Addresses and distances are in bytes. */
@unmanaged
export class Level {
  rows: i32 = 0;
  columns: i32 = 0;
  /** In a row. */
  groups: i32 = 0;
  /** Whether it is the net of particles itself: then springs are kept as w and β, and reach two nodes far. */
  isNet: i32 = 0;
  /** From row to row of a plane. */
  row: usize = 0;
  /** From plane to plane. */
  plane: usize = 0;
  /** Of node (0, 0) in the plane x: the solution, the right side, and what is left of it. */
  x: usize = 0;
  b: usize = 0;
  r: usize = 0;
  /** Of the first group. */
  coefficients: usize = 0;
  /** Room for three rows of sums, six of each. */
  sums: usize = 0;
}

@inline
export function at(field: usize, step: usize, row: i32): usize {
  return field + (row as usize) * step;
}
