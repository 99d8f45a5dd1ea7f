import { type Arena, type Floats, toSingle } from '../../memory';
import type { Model, State } from '../../model';
import { addForcesOfSprings, javascriptKernel, twiceSpringEnergy } from '../javascript';
import type { Kernel } from '../kernel';
import { netRuns } from './net-runs';

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
  /** Of a net: see `netRuns`; null for a list. */
  runs: Uint32Array | null;
  /** Where they reckon; see `assembly/springs/list.ts` and `net.ts`. */
  room: Floats;
}

/** Numbers kept of one round of the springs of a list. */
const ROUND = 1536;
/** Numbers in three rows of a net and what is kept of one, a place; and places in a row beyond the columns, at most. */
const ROWS = 47;
const BEYOND = 11;
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
      if (taken && (taken.room.buffer !== buffer || (taken.runs && taken.runs.buffer !== buffer))) taken = null;
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
  const found = netRuns(model);
  if (!found || !grid)
    return { model, count: springCount - (springCount % 4), shortest, runs: null, room: arena.floats(ROUND) };
  const runs = arena.indices(found.length);
  runs.set(found);
  return { model, count: springCount, shortest, runs, room: arena.floats(ROWS * (grid.columns + BEYOND)) };
}

/** @returns other than 0 where some springs are short, and have been left out */
function addForces(functions: SpringFunctions, taken: Taken, x: number, v: number, f: number): number {
  const { model, count, runs, room, shortest } = taken;
  const L = model.restLengths.byteOffset;
  const k = model.stiffness.byteOffset;
  const d = model.damping.byteOffset;
  if (!runs || !model.grid)
    return functions.addListForces(count, x, v, f, model.springs.byteOffset, L, k, d, room.byteOffset, shortest);
  const { rows, columns } = model.grid;
  return functions.addNetForces(rows, columns, x, v, f, runs.byteOffset, L, k, d, room.byteOffset, shortest);
}

/** Σ k(l − L₀)², J. */
function twiceEnergy(functions: SpringFunctions, { model, count, runs, room }: Taken, x: number): number {
  const L = model.restLengths.byteOffset;
  const k = model.stiffness.byteOffset;
  if (!runs || !model.grid) return functions.listEnergy(count, x, model.springs.byteOffset, L, k, room.byteOffset);
  return functions.netEnergy(model.grid.rows, model.grid.columns, x, runs.byteOffset, L, k, room.byteOffset);
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
