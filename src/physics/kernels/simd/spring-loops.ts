import { type Arena, type Floats, toSingle } from '../../model/arena';
import type { Model, State } from '../../model/model';
import { NEIGHBOURS } from '../grid-net';
import { addForcesOfSprings, javascriptKernel, twiceSpringEnergy } from '../javascript';
import type { Kernel } from '../kernel';

/** What `assembly/springs` exports for springs: arrays by their addresses, in bytes. */
export interface SpringFunctions {
  addListForces(
    m: number,
    x: number,
    v: number,
    f: number,
    ends: number,
    restLengths: number,
    stiffness: number,
    damping: number,
    room: number,
    shortest: number,
  ): number;
  listEnergy(m: number, x: number, ends: number, restLengths: number, stiffness: number, room: number): number;
  addNetForces(
    rows: number,
    columns: number,
    x: number,
    v: number,
    f: number,
    runs: number,
    restLengths: number,
    stiffness: number,
    damping: number,
    room: number,
    shortest: number,
  ): number;
  netEnergy(
    rows: number,
    columns: number,
    x: number,
    runs: number,
    restLengths: number,
    stiffness: number,
    room: number,
  ): number;
}

/** A model as the compiled loops take it. */
interface Taken {
  model: Model;
  /** Springs that they do: all of a net, of a list whole blocks of four. */
  count: number;
  /** Those no longer than this are left to the plain loop, m: what has no direction, and whose l² no f32 holds. */
  shortest: number;
  /** Null for a list. */
  net: Model['grid'];
  /** Of a net: see `netRuns`; of a list 2m: how far on in a vector the ends of a spring lie, bytes. */
  places: Uint32Array;
  /** Where they reckon; see `assembly/springs/list.ts` and `net.ts`. */
  room: Floats;
}

/** Of a particle in a vector, bytes. */
const BYTES = 16;
/** Numbers kept of one round of the springs of a list. */
const ROUND = 960;
/** Columns of a strip of a net; numbers in three strips, one below the other, and in what is kept of the springs in one. */
const STRIP = 128;
const STRIPS = 7200;
const SPRINGS = 320;
/** m. */
const LEAST = 1e-15;

type Loops = Required<Pick<Kernel, 'prepare' | 'addSpringForces' | 'springEnergy'>>;

/** The springs of the one model that they are prepared for, in this memory; others are left to the plain loops. */
export function springLoops(functions: SpringFunctions, { buffer }: WebAssembly.Memory): Loops {
  let taken: Taken | null = null;
  const isHere = (array: Floats) => array.buffer === buffer && array instanceof Float32Array;

  return {
    prepare(model, arena) {
      const { buffer: place } = model.damping;
      taken = place === buffer ? take(model, arena) : null;
      if (taken?.room.buffer !== buffer || taken.places.buffer !== buffer) taken = null;
    },

    addSpringForces(model, state, f) {
      const { positions: x, velocities: v } = state;
      if (taken?.model !== model || !isHere(x) || !isHere(v) || !isHere(f)) {
        javascriptKernel.addSpringForces(model, state, f);
        return;
      }
      const left = addForces(functions, taken, x.byteOffset, v.byteOffset, f.byteOffset);
      if (left !== 0) addShortOnes(taken, state, f);
      addForcesOfSprings(model, state, f, taken.count, model.springCount);
    },

    springEnergy(model, state) {
      const { positions } = state;
      if (taken?.model !== model || !isHere(positions)) return javascriptKernel.springEnergy(model, state);
      const twice = twiceEnergy(functions, taken, positions.byteOffset);
      return 0.5 * twiceSpringEnergy({ model, positions }, taken.count, model.springCount, twice);
    },
  };
}

function take(model: Model, arena: Arena): Taken {
  const { springCount, grid } = model;
  const shortest = toSingle(Math.max(1.000001 * model.shortest, LEAST));
  const runs = netRuns(model);
  if (!runs || !grid) {
    const places = arena.indices(2 * springCount);
    for (let i = 0; i < places.length; i++) places[i] = BYTES * model.springs[i];
    return { model, count: springCount - (springCount % 4), shortest, net: null, places, room: arena.floats(ROUND) };
  }
  const places = arena.indices(runs.length);
  places.set(runs);
  const room = arena.floats(STRIPS * Math.ceil(grid.columns / STRIP) + SPRINGS);
  return { model, count: springCount, shortest, net: grid, places, room };
}

/** @returns other than 0 where some springs are short, and have been left out */
function addForces(functions: SpringFunctions, taken: Taken, x: number, v: number, f: number): number {
  const { model, count, net, places, room, shortest } = taken;
  const { byteOffset: at } = places;
  const L = model.restLengths.byteOffset;
  const k = model.stiffness.byteOffset;
  const d = model.damping.byteOffset;
  if (!net) return functions.addListForces(count, x, v, f, at, L, k, d, room.byteOffset, shortest);
  return functions.addNetForces(net.rows, net.columns, x, v, f, at, L, k, d, room.byteOffset, shortest);
}

/** Σ k(l − L₀)², J. */
function twiceEnergy(functions: SpringFunctions, { model, count, net, places, room }: Taken, x: number): number {
  const { byteOffset: at } = places;
  const L = model.restLengths.byteOffset;
  const k = model.stiffness.byteOffset;
  if (!net) return functions.listEnergy(count, x, at, L, k, room.byteOffset);
  return functions.netEnergy(net.rows, net.columns, x, at, L, k, room.byteOffset);
}

/** The springs that have been left out, by the same bits of their length. */
function addShortOnes({ model, count, shortest }: Taken, state: State, f: Floats): void {
  const { springs } = model;
  const { positions: x } = state;
  for (let j = 0; j < count; j++) {
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    if (toSingle(Math.sqrt(toSingle(squared))) <= shortest) addForcesOfSprings(model, state, f, j, j + 1);
  }
}

/**
 * Where the springs of a net begin that are in the order in which scenes build them: row by row, in each row place by
 * place of `NEIGHBOURS`, in each from left to right, without a gap.
 * @returns 6 a row: the number of the first spring to each place, or −1 where there are none; null for any other order
 */
function netRuns({ grid, springs, springCount }: Model): Int32Array | null {
  if (!grid) return null;
  const { rows, columns } = grid;
  const runs = new Int32Array(NEIGHBOURS.length * rows).fill(-1);
  let j = 0;
  for (let run = 0; run < runs.length; run++) {
    const row = Math.floor(run / NEIGHBOURS.length);
    const { down, right } = NEIGHBOURS[run % NEIGHBOURS.length];
    const count = row + down < rows ? columns - Math.abs(right) : 0;
    const first = row * columns + Math.max(0, -right);
    const leads = (spring: number, a: number) =>
      springs[2 * spring] === a && springs[2 * spring + 1] === a + down * columns + right;
    if (count <= 0 || !leads(j, first)) continue;
    for (let i = 1; i < count; i++) if (!leads(j + i, first + i)) return null;
    runs[run] = j;
    j += count;
  }
  return j === springCount ? runs : null;
}
