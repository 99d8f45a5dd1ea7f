// What the net of particles has besides what every level has, n particles and m springs.

/** Filled in by `grid-multigrid.ts`: the same fields in the same order; what isn't a number is an address. */
@unmanaged
export class Net {
  /** s² and s: the matrix is S(G − a·∂f/∂x − b·∂f/∂v)S. */
  a: f64 = 0;
  b: f64 = 0;
  /** Of each group, the numbers of its springs, a vector of four i32 for each of the six; −1 where there is none. */
  springs: usize = 0;
  /** 4m f64, m f32 each: n and c, k, k_d. */
  tangents: usize = 0;
  stiffness: usize = 0;
  damping: usize = 0;
  /** 9n f64 each: blocks of the ground, and S. */
  ground: usize = 0;
  filter: usize = 0;
  /** A plane of f32: 0 where S takes all, 1 elsewhere on the net. */
  free: usize = 0;
  /** Numbers of the particles of which S takes something, so many. */
  filtered: usize = 0;
  filteredCount: i32 = 0;
}

/** The entry of the symmetric block of nine f64 at `block` that is number e of xx, xy, xz, yy, yz, zz. */
@inline
export function entryOf(block: usize, e: i32): f64 {
  return load<f64>(block + (((e < 3 ? e : e < 5 ? e + 1 : 8) as usize) << 3));
}
