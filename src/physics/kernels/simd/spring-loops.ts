import type { Arena, Floats } from '../../model/arena';
import type { Model, State } from '../../model/model';
import { NEIGHBOURS } from '../grid-net';
import { javascriptKernel } from '../javascript';
import { addForcesOfSprings, addSpringEnergies } from '../javascript/spring-loops';
import type { Kernel } from '../kernel';
import { accessTo, type CompiledLoops } from './wasm';

type Prepared = ReturnType<typeof prepareModel>;

/** Bytes of a particle in a vector. */
const BYTES = 16;
/** Columns of a strip of a net; scratch numbers for a strip of three rows, and for the last springs of a run. */
const STRIP = 128;
const STRIP_SCRATCH = 4320;
const SPRING_SCRATCH = 24;
/** Lower bound of `shortest`, m. */
const MIN_SHORTEST = 1e-15;

type Loops = Required<Pick<Kernel, 'prepare' | 'addSpringForces' | 'springEnergy'>>;

/** The springs of the prepared model in this memory; other models and arrays are left to the JavaScript loops. */
export function springLoops(loops: CompiledLoops, memory: WebAssembly.Memory): Loops {
  let prepared: Prepared | null = null;
  const { isHere, isSingle } = accessTo(memory);

  return {
    prepare(model, arena) {
      prepared = isHere(model.damping) ? prepareModel(model, arena) : null;
      if (prepared && !(isHere(prepared.scratch) && isHere(prepared.places))) prepared = null;
    },

    addSpringForces(model, state, f) {
      const { positions: x, velocities: v } = state;
      if (prepared?.model !== model || !isSingle(x) || !isSingle(v) || !isSingle(f)) {
        javascriptKernel.addSpringForces(model, state, f);
        return;
      }
      const someAreShort = addForces(loops, prepared, x.byteOffset, v.byteOffset, f.byteOffset);
      if (someAreShort !== 0) addShortSprings(prepared, state, f);
      addForcesOfSprings(model, state, f, prepared.count, model.springCount);
    },

    springEnergy(model, state) {
      const { positions } = state;
      if (prepared?.model !== model || !isSingle(positions)) return javascriptKernel.springEnergy(model, state);
      const twice = twiceEnergy(loops, prepared, positions.byteOffset);
      return 0.5 * addSpringEnergies(twice, model, positions, prepared.count);
    },
  };
}

/**
 * A model prepared for the compiled loops.
 * @returns `count`: springs that these process, all of a net, of a list a multiple of four; `net`: null for a list; `places`: of a net
 * see `netRuns`, of a list 2m byte offsets of the springs' ends in a vector; `scratch`: of a net, see `assembly/springs/net.ts`
 */
function prepareModel(model: Model, arena: Arena) {
  const { springCount, grid } = model;
  /** m; springs no longer than this are left to the JavaScript loop: without a direction, or with l² too small for f32. */
  const shortest = Math.fround(Math.max(1.000001 * model.shortest, MIN_SHORTEST));
  const runs = netRuns(model);
  if (!runs || !grid) {
    const places = arena.indices(2 * springCount);
    for (let i = 0; i < places.length; i++) places[i] = BYTES * model.springs[i];
    return { model, count: springCount - (springCount % 4), shortest, net: null, places, scratch: arena.floats(0) };
  }
  const places = arena.indices(runs.length);
  places.set(runs);
  const scratch = arena.floats(STRIP_SCRATCH * Math.ceil(grid.columns / STRIP) + SPRING_SCRATCH);
  return { model, count: springCount, shortest, net: grid, places, scratch };
}

/** @returns not 0 if springs no longer than `shortest` were skipped */
function addForces(loops: CompiledLoops, prepared: Prepared, x: number, v: number, f: number): number {
  const { model, count, net, places, scratch, shortest } = prepared;
  const { byteOffset: at } = places;
  const L = model.restLengths.byteOffset;
  const k = model.stiffness.byteOffset;
  const d = model.damping.byteOffset;
  if (!net) return loops.addListForces(count, x, v, f, at, L, k, d, shortest);
  return loops.addNetForces(net.rows, net.columns, x, v, f, at, L, k, d, scratch.byteOffset, shortest);
}

/** Σ k(l − L₀)², J. */
function twiceEnergy(loops: CompiledLoops, { model, count, net, places, scratch }: Prepared, x: number): number {
  const { byteOffset: at } = places;
  const L = model.restLengths.byteOffset;
  const k = model.stiffness.byteOffset;
  if (!net) return loops.listEnergy(count, x, at, L, k);
  return loops.netEnergy(net.rows, net.columns, x, at, L, k, scratch.byteOffset);
}

/** The forces of the skipped springs. The comparison uses the same bits of the length as the compiled loops. */
function addShortSprings({ model, count, shortest }: Prepared, state: State, f: Floats): void {
  const { springs } = model;
  const { positions: x } = state;
  for (let j = 0; j < count; j++) {
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = Math.fround(x[a] - x[b]);
    const dy = Math.fround(x[a + 1] - x[b + 1]);
    const dz = Math.fround(x[a + 2] - x[b + 2]);
    const squared = Math.fround(Math.fround(Math.fround(dx * dx) + Math.fround(dz * dz)) + Math.fround(dy * dy));
    if (Math.fround(Math.sqrt(squared)) <= shortest) addForcesOfSprings(model, state, f, j, j + 1);
  }
}

/**
 * The runs of springs of a net in the order in which scenes build them: row by row, then by place in `NEIGHBOURS`, then from left
 * to right, without gaps.
 * @returns 6 per row: the index of the first spring for each place, or −1 if there is none; null for any other order
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
