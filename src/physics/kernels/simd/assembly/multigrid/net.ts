// Data of the net of particles beyond that of every level; n particles, m springs.

/** Created by `multigrid-memory.ts` with the same fields in the same order. Every usize is an address. */
@unmanaged
export class Net {
  /** s² and s: the matrix is S(G − a·∂f/∂x − b·∂f/∂v)S. */
  a: f64 = 0;
  b: f64 = 0;
  /** The indices of the springs of each group, four i32 for each of the six places; −1 if there is none. */
  springs: usize = 0;
  /** 4m f64, m f32 each: n and c, k, k_d. */
  tangents: usize = 0;
  stiffness: usize = 0;
  damping: usize = 0;
  /** 9n f64 each: diagonal blocks G, and S. */
  diagonalBlocks: usize = 0;
  filter: usize = 0;
  /** A plane of f32: 0 where S = 0, 1 elsewhere on the net. */
  free: usize = 0;
  /** The indices of the particles with S ≠ I, and their number. */
  filtered: usize = 0;
  filteredCount: i32 = 0;
}

/** Entry e of xx, xy, xz, yy, yz, zz of the symmetric block of nine f64 at `block`. */
@inline
export function entryOf(block: usize, e: i32): f64 {
  return load<f64>(block + (((e < 3 ? e : e < 5 ? e + 1 : 8) as usize) << 3));
}
