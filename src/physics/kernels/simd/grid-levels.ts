import type { Arena } from '../../model/arena';
import type { Model } from '../../model/model';
import type { GridMatrix, GridNet } from '../kernel';

/** f32 of the coefficients of a node: of its springs, of the ground and of the smoother. */
const COEFFICIENTS = 36;
/** Springs that set out from a node, and which of `GridNet`'s leads to the lower left: that is kept one node further left. */
const SPRINGS = 6;
const LOWER_LEFT = 3;
/** Zeros around a field: rows above and below, numbers on the left and right of a row. */
const AROUND = { above: 1, below: 2, left: 4, right: 8 };
/** Rows of sums: of products and diagonals on the way, and of what a coarse row is made from. */
const SUMS = { products: 18, coarse: 36 };
/** Bytes of a `Net`: a, b, and nine addresses and numbers of 32 bits. */
const NET_SIZE = 56;
/** Where in a `Level` those two are. */
const SOLUTION = 6;
const SIDE = 7;
/** Planes that far apart, bytes, would share the same few lines of a cache. */
const ALIAS = 4096;

/** `Level` of `assembly/multigrid`, in memory that it reaches. */
export interface Level {
  readonly rows: number;
  readonly columns: number;
  /** Where it lies, bytes. */
  readonly address: number;
  /** Of its residual and of its solution, bytes. */
  readonly residual: number;
  readonly solution: number;
  /** Its right side, likewise. */
  readonly side: number;
  /** Takes others for its solution and its right side. */
  point(solution: number, side: number): void;
}

/** How a field is laid out, bytes. */
interface Layout {
  readonly row: number;
  readonly plane: number;
  /** Of node (0, 0) in a plane. */
  readonly first: number;
}

const groupsOf = (columns: number) => Math.ceil(columns / 4);

function layoutOf(rows: number, columns: number): Layout {
  const row = 4 * (4 * groupsOf(columns) + AROUND.left + AROUND.right);
  const plane = (rows + AROUND.above + AROUND.below) * row;
  return { row, plane: plane % ALIAS === 0 ? plane + 64 : plane, first: AROUND.above * row + 4 * AROUND.left };
}

/** A field by itself, zeros, and where in it node (0, 0) is, bytes. */
export function createField({ rows, columns }: GridNet, arena: Arena): Float32Array {
  // As is every arena's whose loops are these.
  return arena.floats((3 * layoutOf(rows, columns).plane) / 4) as Float32Array;
}

export function firstOf({ rows, columns }: GridNet): number {
  return layoutOf(rows, columns).first;
}

/** A level of zeros. @param sums room that all levels share, bytes */
export function createLevel(rows: number, columns: number, isNet: boolean, sums: number, arena: Arena): Level {
  const { row, plane, first } = layoutOf(rows, columns);
  const field = () => arena.floats((3 * plane) / 4).byteOffset + first;
  const groups = groupsOf(columns);
  const [solution, side, residual] = [field(), field(), field()];
  const coefficients = arena.floats(4 * COEFFICIENTS * groups * rows).byteOffset;
  const level = arena.indices(11);
  level.set([rows, columns, groups, isNet ? 1 : 0, row, plane, solution, side, residual, coefficients, sums]);
  return {
    rows,
    columns,
    address: level.byteOffset,
    residual,
    solution,
    side,
    point(x, b) {
      level[SOLUTION] = x;
      level[SIDE] = b;
    },
  };
}

/** Room for the sums of a level, bytes: where those of products begin, and those of coarse rows. */
export function createSums(columns: number, arena: Arena): { products: number; coarse: number } {
  const row = layoutOf(0, columns).row / 4;
  return {
    products: arena.floats(SUMS.products * row).byteOffset,
    coarse: arena.floats(SUMS.coarse * row).byteOffset,
  };
}

/** What the net has besides its level: `Net` of `assembly/multigrid`. */
export interface Net {
  /** Where it lies, bytes. */
  readonly address: number;
  /** Points at the arrays of a matrix, which must lie in the same memory. */
  take(matrix: GridMatrix): void;
}

export function createNet(net: GridNet, { stiffness, damping }: Model, arena: Arena): Net {
  const { rows, columns } = net;
  const { plane, first } = layoutOf(rows, columns);
  const springs = arena.indices(4 * SPRINGS * groupsOf(columns) * rows);
  springs.set(springsOfGroups(net));
  const free = arena.floats(plane / 4).byteOffset + first;
  const filtered = arena.indices(rows * columns).byteOffset;
  const numbers = arena.doubles(NET_SIZE / 8);
  const fields = new Uint32Array(numbers.buffer, numbers.byteOffset + 16, 9);
  fields.set([springs.byteOffset, 0, stiffness.byteOffset, damping.byteOffset, 0, 0, free, filtered, 0]);
  return {
    address: numbers.byteOffset,
    take({ tangents, ground, filter, a, b }) {
      numbers[0] = a;
      numbers[1] = b;
      fields[1] = tangents.byteOffset;
      fields[4] = ground.byteOffset;
      fields[5] = filter.byteOffset;
    },
  };
}

/** Of each group of four nodes, the numbers of its springs kind by kind, lane by lane; −1 where there is none. */
function springsOfGroups({ rows, columns, springs }: GridNet): Int32Array {
  const groups = groupsOf(columns);
  const numbers = new Int32Array(4 * SPRINGS * groups * rows).fill(-1);
  for (let i = 0; i < rows * columns; i++) {
    const row = Math.floor(i / columns);
    for (let spring = 0; spring < SPRINGS; spring++) {
      const column = (i % columns) - (spring === LOWER_LEFT ? 1 : 0);
      if (column < 0) continue;
      const group = row * groups + (column >> 2);
      numbers[4 * (SPRINGS * group + spring) + (column & 3)] = springs[SPRINGS * i + spring];
    }
  }
  return numbers;
}
