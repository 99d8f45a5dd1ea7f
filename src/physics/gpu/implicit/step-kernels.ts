import { W_CYCLE } from '../../solvers/multigrid/cycle';
import { type ComputePass, createMemory, USAGE } from '../device-memory';
import type { GpuNet } from '../gpu-net';
import { endSource, findSource, predictSource, touchSource } from './contact-source';
import { finishSource, reportSource } from './finish';
import { ascendSource, descendSource, multiplySource, startSource } from './gradients';
import { TOUCH_BYTES } from './solver/blocks';
import { type CoarseLevels, createCoarseLevels, levelsOf } from './solver/coarse-levels';
import { coarsenLevelSource, coarsenNetSource, coarsenTailSource, invertLevelSource } from './solver/coarsening';
import { ascendLevelSource, descendLevelSource, levelDefectSource } from './solver/levels';
import { assembleSource } from './solver/matrix';
import {
  createSolverKernels,
  type Dispatch,
  encode,
  MAX_REPORTS,
  planesOf,
  REPORT,
  type Shape,
  SLOTS,
  SOLVE_BYTES,
  SOLVER_BYTES,
  shapeFor,
} from './solver/solver-source';
import { checkSource, tailSource } from './solver/tail';

const SOLVER = {
  coarsenNet: coarsenNetSource,
  coarsenLevel: coarsenLevelSource,
  coarsenTail: coarsenTailSource,
  invertLevel: invertLevelSource,
  start: startSource,
  descend: descendSource,
  ascend: ascendSource,
  multiply: multiplySource,
  descendLevel: descendLevelSource,
  ascendLevel: (shape: Shape, net: GpuNet) => ascendLevelSource(shape, net, true),
  ascendLevelAgain: (shape: Shape, net: GpuNet) => ascendLevelSource(shape, net, false),
  levelDefect: levelDefectSource,
  tail: tailSource,
  check: checkSource,
  report: reportSource,
};
const FORCES = { assemble: assembleSource, finish: finishSource };

/** Rows of the finest level that repeats in a cycle: repeating finer ones saves iterations, and costs more in dispatches. */
const REPEATED_ROWS = 33;

/** Memory of a solve, and the dispatches of a step. */
export type StepKernels = Awaited<ReturnType<typeof createStepKernels>>;

export async function createStepKernels(net: GpuNet) {
  const { device, rows, columns, count: n, state } = net;
  const shape = shapeFor(device);
  const across = Math.ceil(columns / shape.columns);
  const down = Math.ceil(rows / shape.rows);
  const memory = createMemory(device);
  const vector = () => memory.storage(16 * n);
  const words = (...values: number[]) => {
    const buffer = memory.uniform(16);
    device.queue.writeBuffer(buffer, 0, Uint32Array.from(values));
    return buffer;
  };
  const solver = memory.uniform(SOLVER_BYTES);
  const solve = memory.keep(
    device.createBuffer({
      size: SOLVE_BYTES,
      usage: USAGE.uniform | USAGE.storage | USAGE.copySource | USAGE.copyTarget,
    }),
  );
  const reports = memory.storage(4 * REPORT.count * MAX_REPORTS);
  const sums = memory.storage(4 * SLOTS.count * across * down);
  const tangents = memory.storage(16 * planesOf(net.features).count * n);
  const smoothers = memory.storage(24 * n);
  const change = vector();
  const product = vector();
  /** The defect on the way down, z on the way up. */
  const work = vector();
  const residuals = [vector(), vector()];
  const directions = [vector(), vector()];

  const kernels = await createSolverKernels(net, shape, [solver, solve], { solver: SOLVER, forces: FORCES });
  const contacts =
    net.features.obstacles > 0 ? await createContactKernels(net, shape, [solver, solve], sums, reports) : null;
  const { sizes } = levelsOf(net, shape);
  const repeatsFrom = sizes.findIndex((size, l) => l > 0 && Math.max(size.rows, size.columns) <= REPEATED_ROWS);
  const vectors = { rows, columns, features: net.features, side: residuals[0], tangents, defect: work, sums };
  const coarse: CoarseLevels = createCoarseLevels(device, kernels, shape, vectors, { ...W_CYCLE, repeatsFrom });

  const touches = contacts ? [contacts.touches] : [];
  const assembly = ([0, 1] as const).map((from) => {
    const { positions, velocities } = state[from];
    return kernels.forces('assemble', [positions, velocities, tangents, smoothers, residuals[0], ...touches]);
  });
  const beginning = [
    ...coarse.assembly,
    kernels.onNet('start', [words(0, SLOTS.rz + 1, 1), residuals[0], tangents, change, directions[0], product, sums]),
  ];
  /** By parity of the iteration; the third is the first iteration. Residuals and directions are read in one vector, written to the other. */
  const iterations = [
    { parity: 0, isFirst: 0 },
    { parity: 1, isFirst: 0 },
    { parity: 0, isFirst: 1 },
  ].map(({ parity, isFirst }) => {
    const iteration = words(SLOTS.rz + parity, SLOTS.rz + 1 - parity, isFirst);
    const [r, next] = [residuals[parity], residuals[1 - parity]];
    const [p, nextP] = [directions[parity], directions[1 - parity]];
    return {
      descend: kernels.onNet('descend', [iteration, r, tangents, p, product, smoothers, change, next, work, sums]),
      rest: [
        ...coarse.cycle,
        kernels.onNet('ascend', [iteration, coarse.first, next, tangents, smoothers, coarse.correction, work, sums]),
        kernels.onNet('multiply', [iteration, work, tangents, p, nextP, product, sums]),
      ],
    };
  });
  const check = kernels.solver('check', [sums]);
  const report = kernels.solver('report', [sums, reports]);
  const end = ([0, 1] as const).map((from) => {
    const [start, next] = [state[from], state[1 - from]];
    return kernels.forces('finish', [start.positions, start.velocities, change, next.positions, next.velocities, sums]);
  });
  const encodeAll = (pass: ComputePass, list: readonly Dispatch[]) => {
    for (let i = 0; i < list.length; i++) encode(pass, list[i]);
  };
  const ofIteration = (k: number) => iterations[k === 0 ? 2 : k % 2];
  /** The rest of each iteration, then the residual that the next one begins with. */
  function encodeIterations(pass: ComputePass, first: number, count: number): void {
    for (let k = first; k < first + count; k++) {
      encodeAll(pass, ofIteration(k).rest);
      encode(pass, ofIteration(k + 1).descend);
    }
    encode(pass, check);
  }
  function encodeSolve(pass: ComputePass, count: number): void {
    encodeAll(pass, beginning);
    encode(pass, ofIteration(0).descend);
    encodeIterations(pass, 0, count);
  }
  function encodeEnd(pass: ComputePass, slot: number, from: 0 | 1): void {
    net.bind(pass, slot);
    encode(pass, end[from]);
    if (contacts) encode(pass, contacts.find[from]);
    encode(pass, report);
    if (!contacts) return;
    net.bind(pass, slot);
    encode(pass, contacts.end[from]);
  }

  return {
    /** Where the solve stands (`Solve`), and the reports of steps. */
    solve,
    reports,
    shape,
    /** Of a net with obstacles. */
    contacts,
    /** What the first bindings of all kernels of the solver are. */
    system: [solver, solve] as const,
    vectors: { tangents, smoothers, side: residuals[0], change, sums },
    /** Writes the parameters. @param tolerance relative residual @param isChecked no step may make energy */
    set(tolerance: number, isChecked: boolean) {
      const words = new Uint32Array(SOLVER_BYTES / 4);
      words.set([rows, columns, across * down, isChecked ? 1 : 0]);
      new Float32Array(words.buffer)[4] = tolerance * tolerance;
      device.queue.writeBuffer(solver, 0, words);
    },
    /** A step with at most so many iterations from `net.state[from]` into the other one. @param slot of the clock */
    encodeStep(pass: ComputePass, slot: number, from: 0 | 1, count: number) {
      net.bind(pass, slot);
      if (contacts) {
        encode(pass, contacts.begin[from]);
        encode(pass, contacts.predict);
        net.bind(pass, slot);
      }
      encode(pass, assembly[from]);
      encodeSolve(pass, count);
      encodeEnd(pass, slot, from);
    },
    /** A solve with the matrix and right side of the net that are there. */
    encodeSolve,
    /** More iterations of a solve that has made `before`. */
    encodeIterations,
    /** The end of a step, and its report. */
    encodeEnd,
    destroy() {
      contacts?.destroy();
      coarse.destroy();
      memory.destroy();
    },
  };
}

const CONTACTS = { touch: touchSource, find: findSource, end: endSource };

/** What obstacles do to the particles, and its part of a step. By the state that the step begins at. */
export type ContactKernels = Awaited<ReturnType<typeof createContactKernels>>;

export async function createContactKernels(
  net: GpuNet,
  shape: Shape,
  system: readonly [GPUBuffer, GPUBuffer],
  sums: GPUBuffer,
  reports: GPUBuffer,
) {
  const { device, state } = net;
  const { storage, uniform, destroy } = createMemory(device);
  const touches = storage(TOUCH_BYTES * net.count);
  const solves = [uniform(16), uniform(16)];
  device.queue.writeBuffer(solves[0], 0, Uint32Array.of(1, 0, 0, 0));
  const kernels = await createSolverKernels(net, shape, system, {
    solver: { predict: predictSource },
    forces: CONTACTS,
  });
  const onNet = (name: keyof typeof CONTACTS, buffers: (from: 0 | 1) => GPUBuffer[]) =>
    ([0, 1] as const).map((from) => kernels.forces(name, buffers(from)));
  const of = (at: 0 | 1) => [state[at].positions, state[at].velocities];
  const other = (at: 0 | 1) => (at === 0 ? 1 : 0);
  const [find, findAgain] = solves.map((buffer) =>
    onNet('find', (from) => [...of(other(from)), ...of(from), touches, sums, buffer]),
  );
  return {
    /** `Touch` of each particle. */
    touches,
    /** Before the matrix; and whether that is needed. */
    begin: onNet('touch', (from) => [...of(from), touches, sums]),
    predict: kernels.solver('predict', [sums, reports]),
    /** After the first solve; and after any other, the number of which `setSolves` sets. */
    find,
    findAgain,
    setSolves: (count: number) => device.queue.writeBuffer(solves[1], 0, Uint32Array.of(count, 1, 0, 0)),
    /** After a step that stands. */
    end: onNet('end', (from) => [...of(from), ...of(other(from)), touches]),
    destroy,
  };
}
