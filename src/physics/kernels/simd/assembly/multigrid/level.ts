import { single } from '../arithmetic';

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

/** Springs of a node. */
const SPRINGS: usize = 6;

/** Computes w = √(a k(1 − c) + b k_d) n and β = a k c of every spring, with c < 0 set to 0, and reads the node blocks. */
export function readSprings(level: Level, net: Net): void {
  const a = net.a;
  const b = net.b;
  let numbers = net.springs;
  let c = level.coefficients;
  const beforeRuns = i32x4(0, 1, 2, 3);
  for (let group = 0, end = level.rows * level.groups; group < end; group++, c += G) {
    for (let spring: usize = 0; spring < SPRINGS; spring++, numbers += V) {
      const first = load<i32>(numbers);
      const run = i32x4.eq(v128.load(numbers), i32x4.add(i32x4.splat(first), beforeRuns));
      if (first >= 0 && i32x4.all_true(run)) readRun(c + 4 * V * spring, net, first as usize, a as f32, b as f32);
      else {
        for (let lane: usize = 0; lane < 4; lane++) {
          const j = load<i32>(numbers + 4 * lane);
          if (j >= 0) readOne(c + 4 * V * spring + 4 * lane, net, j as usize, a, b);
        }
      }
    }
  }
  readNodeBlocks(level, net);
}

/** Springs j … j + 3, in lane order. */
@inline
function readRun(to: usize, net: Net, j: usize, a: f32, b: f32): void {
  const t = net.tangents + 32 * j;
  const lowXY = v128.shuffle<f32>(single(t), single(t + 32), 0, 1, 4, 5);
  const highXY = v128.shuffle<f32>(single(t + 64), single(t + 96), 0, 1, 4, 5);
  const lowZC = v128.shuffle<f32>(single(t + 16), single(t + 48), 0, 1, 4, 5);
  const highZC = v128.shuffle<f32>(single(t + 80), single(t + 112), 0, 1, 4, 5);
  const k = f32x4.mul(f32x4.splat(a), v128.load(net.stiffness + 4 * j));
  const c = v128.shuffle<f32>(lowZC, highZC, 1, 3, 5, 7);
  const across = f32x4.mul(k, f32x4.max(c, f32x4.splat(0)));
  const dashpot = f32x4.mul(f32x4.splat(b), v128.load(net.damping + 4 * j));
  const along = f32x4.sqrt(f32x4.add(f32x4.sub(k, across), dashpot));
  v128.store(to, f32x4.mul(along, v128.shuffle<f32>(lowXY, highXY, 0, 2, 4, 6)));
  v128.store(to, f32x4.mul(along, v128.shuffle<f32>(lowXY, highXY, 1, 3, 5, 7)), 16);
  v128.store(to, f32x4.mul(along, v128.shuffle<f32>(lowZC, highZC, 0, 2, 4, 6)), 32);
  v128.store(to, across, 48);
}

function readOne(to: usize, net: Net, j: usize, a: f64, b: f64): void {
  const t = net.tangents + 32 * j;
  const k = a * (load<f32>(net.stiffness + 4 * j) as f64);
  const across = k * max<f64>(0, load<f64>(t, 24));
  const along = sqrt<f64>(k - across + b * (load<f32>(net.damping + 4 * j) as f64));
  store<f32>(to, (along * load<f64>(t)) as f32);
  store<f32>(to, (along * load<f64>(t, 8)) as f32, 16);
  store<f32>(to, (along * load<f64>(t, 16)) as f32, 32);
  store<f32>(to, across as f32, 48);
}

function readNodeBlocks(level: Level, net: Net): void {
  let block = net.diagonalBlocks;
  for (let row = 0; row < level.rows; row++) {
    let c = level.coefficients + ((row * level.groups) as usize) * G + NODE_BLOCK;
    for (let column = 0; column < level.columns; column++, block += 72) {
      const to = c + ((column >> 2) as usize) * G + ((column & 3) << 2);
      for (let e = 0; e < 6; e++) store<f32>(to + ((e as usize) << 4), entryOf(block, e) as f32);
    }
  }
}
