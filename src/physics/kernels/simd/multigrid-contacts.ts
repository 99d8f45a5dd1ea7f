import type { Arena, Floats } from '../../model/arena';
import type { GridMatrix } from '../kernel';
import { ROW } from '../kernel';
import { layoutOf } from './multigrid-memory';
import type { CompiledLoops } from './wasm';

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
