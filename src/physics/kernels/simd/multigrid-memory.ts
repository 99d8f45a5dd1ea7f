import type { Arena, Floats } from '../../model/arena';
import type { Grid, Model } from '../../model/model';
import { type GridNet, gridNet } from '../grid-net';
import { type GridMatrix, ROW } from '../kernel';
import type { CompiledLoops } from './wasm';

/** Coefficients of a node, f32: its springs, its node block G and its smoother. */
const COEFFICIENTS = 36;
/** Springs of a node, and the index in `NEIGHBOURS` of the one to the lower left, which is stored one node further left. */
const SPRINGS = 6;
const LOWER_LEFT = 3;
/** −1 as an unsigned number. */
const NO_SPRING = 0xffffffff;
/** Zeros around a field: rows above and below, numbers on the left and right of a row. */
const AROUND = { above: 1, below: 2, left: 4, right: 8 };
/** Rows of partial sums: for products and diagonals, then for bending; and for computing a coarse row. */
const SUMS = { products: 18, bending: 9, coarse: 36 };
/** Bytes of a `Net`: a, b, and nine addresses and numbers of 32 bits. */
const NET_SIZE = 56;
/** The index of the number of filtered nodes among the addresses and numbers of a `Net`. */
const FILTERED_COUNT = 8;
/** The indices of x, b and the weights of bending in a `Level`. */
const X = 6;
const B = 7;
const BENDING = 11;
/** Planes whose distance is a multiple of this, bytes, would share the same few cache lines. */
const ALIAS = 4096;

/** A `Level` of `assembly/multigrid`. Addresses are in bytes. */
export type Level = ReturnType<typeof createLevel>;

const groupsOf = (columns: number) => Math.ceil(columns / 4);

/** The layout of a field, bytes: from row to row and from plane to plane, and where node (0, 0) is in a plane. */
export function layoutOf(rows: number, columns: number) {
  const row = 4 * (4 * groupsOf(columns) + AROUND.left + AROUND.right);
  const plane = (rows + AROUND.above + AROUND.below) * row;
  return { row, plane: plane % ALIAS === 0 ? plane + 64 : plane, first: AROUND.above * row + 4 * AROUND.left };
}

/** A field of zeros. */
export function createField({ rows, columns }: Grid, arena: Arena): Float32Array {
  // The kernel supports single precision only.
  return arena.floats((3 * layoutOf(rows, columns).plane) / 4) as Float32Array;
}

/** Offset of node (0, 0) in a field, bytes. */
export function firstOf({ rows, columns }: Grid): number {
  return layoutOf(rows, columns).first;
}

/** A level of zeros. @param sums address of the partial sums, which all levels share */
export function createLevel(rows: number, columns: number, isNet: boolean, sums: number, arena: Arena) {
  const { row, plane, first } = layoutOf(rows, columns);
  const field = () => arena.floats((3 * plane) / 4).byteOffset + first;
  const groups = groupsOf(columns);
  const [x, b, r] = [field(), field(), field()];
  const coefficients = arena.floats(4 * COEFFICIENTS * groups * rows).byteOffset;
  const bending = field();
  const level = arena.indices(13);
  const bendingSums = sums + SUMS.products * row;
  level.set([rows, columns, groups, isNet ? 1 : 0, row, plane, x, b, r, coefficients, sums, 0, bendingSums]);
  return {
    /** Of the `Level` itself. */
    address: level.byteOffset,
    /** Of its solution, right side and residual: of node (0, 0) in the plane x. */
    get x() {
      return level[X];
    },
    get b() {
      return level[B];
    },
    r,
    /** Whether it resists bending. */
    bends(yes: boolean) {
      level[BENDING] = yes ? bending : 0;
    },
    /** Sets the addresses of its solution and right side. */
    use(x: number, b: number) {
      level[X] = x;
      level[B] = b;
    },
  };
}

/** The addresses of the partial sums: for products, and for coarse rows. */
export function createSums(columns: number, arena: Arena): { products: number; coarse: number } {
  const row = layoutOf(0, columns).row / 4;
  return {
    products: arena.floats((SUMS.products + SUMS.bending) * row).byteOffset,
    coarse: arena.floats(SUMS.coarse * row).byteOffset,
  };
}

/**
 * The `Net` of `assembly/multigrid`: what the net has besides its level.
 * @param matrix its arrays must lie in the memory of the arena
 */
export function createNet(model: Model, matrix: GridMatrix, arena: Arena) {
  const { stiffness, damping, inverseMasses } = model;
  const { tangents, diagonalBlocks, filter } = matrix;
  const { rows, columns } = matrix.net;
  const { row, plane, first } = layoutOf(rows, columns);
  const springs = arena.indices(4 * SPRINGS * groupsOf(columns) * rows);
  groupSprings(springs, gridNet(model) as GridNet);
  const free = arena.floats(plane / 4);
  const filtered = arena.indices(rows * columns);
  const numbers = arena.doubles(NET_SIZE / 8);
  const fields = new Uint32Array(numbers.buffer, numbers.byteOffset + 16, 9);
  const arrays = [springs, tangents, stiffness, damping, diagonalBlocks, filter].map(({ byteOffset }) => byteOffset);
  fields.set([...arrays, free.byteOffset + first, filtered.byteOffset, 0]);
  return {
    /** In bytes. */
    address: numbers.byteOffset,
    /** Sets a and b. */
    setFactors({ a, b }: GridMatrix) {
      numbers[0] = a;
      numbers[1] = b;
    },
    /** Sets what is free and what is filtered, where pins alone restrict the motion. */
    readPins() {
      let count = 0;
      for (let i = 0; i < inverseMasses.length; i++) {
        const isFree = inverseMasses[i] !== 0;
        free[(first + Math.floor(i / columns) * row) / 4 + (i % columns)] = isFree ? 1 : 0;
        if (isFree) continue;
        filter.fill(0, 9 * i, 9 * i + 9);
        filtered[count++] = i;
      }
      fields[FILTERED_COUNT] = count;
    },
  };
}

/** For each group of four nodes the indices of its springs, place by place, lane by lane; −1 if there is none. */
function groupSprings(numbers: Uint32Array, { rows, columns, springs }: GridNet): void {
  const groups = groupsOf(columns);
  numbers.fill(NO_SPRING);
  for (let i = 0; i < rows * columns; i++) {
    const row = Math.floor(i / columns);
    for (let spring = 0; spring < SPRINGS; spring++) {
      const column = (i % columns) - (spring === LOWER_LEFT ? 1 : 0);
      if (column < 0) continue;
      const group = row * groups + (column >> 2);
      numbers[4 * (SPRINGS * group + spring) + (column & 3)] = springs[SPRINGS * i + spring];
    }
  }
}

/** Contacts for which there is room at first, and for each particle when there are some. A product loads more one part after another. */
const ROOM = { first: 64, ofParticle: 4 };
/** Numbers of a contact in this memory: four particles, four weights, √(a K) N and 0. */
const CONTACT = 12;
/** Bytes of the copy of a particle. */
const COPY = 16;

/**
 * The contacts of a matrix, for its net.
 * @param level the address of the net's @param copies 4n each, in this memory; scratch of products @param sums likewise
 */
export function createContacts(
  loops: CompiledLoops,
  level: number,
  matrix: GridMatrix,
  arena: Arena,
  copies: Floats,
  sums: Floats,
) {
  const { rows, columns } = matrix.net;
  const { row } = layoutOf(rows, columns);
  const places = arena.indices(rows * columns);
  let whole = arena.indices(CONTACT * ROOM.first);
  let single = new Float32Array(whole.buffer, whole.byteOffset, whole.length);
  let room = ROOM.first;
  let isLarge = false;
  /** The `Contacts` of the compiled code: contacts, count, particles, their count, copies, sums. */
  const list = arena.indices(6);
  list.set([whole.byteOffset, 0, places.byteOffset, 0, copies.byteOffset, sums.byteOffset]);
  /** The copy of each particle that is in contact, from 1 on. */
  const numbers = new Uint32Array(rows * columns);
  /** The first contact that is loaded. */
  let loaded = -1;

  /** Takes nothing where the memory is full. */
  function makeRoom(): void {
    const mark = arena.mark();
    const most = ROOM.ofParticle * rows * columns;
    const larger = arena.indices(CONTACT * most);
    isLarge = true;
    if (larger.buffer !== whole.buffer || most < room) {
      arena.release(mark);
      return;
    }
    whole = larger;
    single = new Float32Array(whole.buffer, whole.byteOffset, whole.length);
    list[0] = whole.byteOffset;
    room = most;
  }

  /** The number of a particle's copy. */
  function numberOf(particle: number): number {
    if (numbers[particle] === 0) {
      places[list[3]] = Math.floor(particle / columns) * row + 4 * (particle % columns);
      numbers[particle] = ++list[3];
    }
    return numbers[particle] - 1;
  }

  /** Loads as many contacts as there is room for. */
  function load(first: number): void {
    const { contacts, a } = matrix;
    if (!contacts || loaded === first) return;
    const { particles, numbers: from } = contacts;
    const last = Math.min(first + room, contacts.count);
    const root = Math.sqrt(a);
    loaded = first;
    numbers.fill(0);
    list[1] = last - first;
    list[3] = 0;
    for (let c = first, to = 0; c < last; c++, to += CONTACT) {
      const o = ROW * c;
      for (let k = 0; k < 4; k++) {
        whole[to + k] = COPY * numberOf(particles[4 * c + k]);
        single[to + 4 + k] = from[o + 3 + k];
      }
      for (let axis = 0; axis < 3; axis++) single[to + 8 + axis] = root * from[o + axis];
    }
  }

  return {
    /** True if there are any. */
    get areAny() {
      return matrix.contacts !== null;
    },
    /** Call when the matrix has new ones. */
    assemble() {
      loaded = -1;
      if (matrix.contacts && !isLarge) makeRoom();
    },
    /** Adds them to the smoother of the net, before it is inverted, and to the coarse level. */
    addDiagonals(coarse: number, net: number) {
      const count = matrix.contacts?.count ?? 0;
      for (let first = 0; first < count; first += room) {
        load(first);
        loops.addContactDiagonals(coarse, level, net, list.byteOffset);
      }
    },
    /** The field y += sign times their product with the field x. */
    add(y: number, x: number, sign: 1 | -1) {
      const count = matrix.contacts?.count ?? 0;
      for (let first = 0; first < count; first += room) {
        load(first);
        loops.addContacts(level, list.byteOffset, y, x, sign);
      }
    },
  };
}
