import { type Cycle, cycle } from '../../../solvers/multigrid/cycle';
import { createMemory } from '../../device-memory';
import type { GpuNet } from '../../gpu-net';
import { LEVEL_BYTES, MAX_OPERATIONS, MAX_TAIL_LEVELS, pairsOf, TAIL_BYTES } from './coarsening';
import type { Dispatch, Shape, SolverKernels } from './solver-source';
import { OPERATIONS, type Operation } from './tail';

/** Nodes of the coarsest level at most, as on the CPU. */
const COARSEST = 20;

interface Size {
  readonly rows: number;
  readonly columns: number;
}
const nodesOf = ({ rows, columns }: Size) => rows * columns;

/** The sizes of the net and of ever coarser levels, and the first of those that one workgroup computes. */
export function levelsOf(net: Size, shape: Shape): { sizes: readonly Size[]; tail: number } {
  const sizes = [net];
  do {
    const { rows, columns } = sizes[sizes.length - 1];
    sizes.push({ rows: (rows >> 1) + 1, columns: (columns >> 1) + 1 });
  } while (nodesOf(sizes[sizes.length - 1]) > COARSEST);
  let tail = sizes.length - 1;
  let nodes = nodesOf(sizes[tail]);
  while (tail > 1 && nodes + nodesOf(sizes[tail - 1]) <= shape.tail && sizes.length - tail < MAX_TAIL_LEVELS) {
    tail--;
    nodes += nodesOf(sizes[tail]);
  }
  return { sizes, tail };
}

type LevelKernel =
  | 'coarsenNet'
  | 'coarsenLevel'
  | 'coarsenTail'
  | 'invertLevel'
  | 'descendLevel'
  | 'ascendLevel'
  | 'ascendLevelAgain'
  | 'levelDefect'
  | 'tail';

/** Memory and dispatches of the coarse levels. */
export type CoarseLevels = ReturnType<typeof createCoarseLevels>;

/** What the coarse levels read of the net: residuals with g, w and β, the defect, and the partial sums. */
export type NetVectors = Record<'side' | 'tangents' | 'defect' | 'sums', GPUBuffer>;

/** @param way the levels that may repeat and the factors of corrections */
export function createCoarseLevels(
  device: GPUDevice,
  kernels: SolverKernels<LevelKernel>,
  shape: Shape,
  net: Size & NetVectors & Pick<GpuNet, 'features'>,
  way: Cycle,
) {
  const { sizes, tail } = levelsOf(net, shape);
  const { storage, uniform, destroy } = createMemory(device);
  const levels = sizes.slice(0, tail + 1).map((size, l) => {
    if (l === 0) return null;
    const vector = () => storage(16 * nodesOf(size));
    const isTail = l === tail;
    const inBlocks = sizes.slice(l, isTail ? sizes.length : l + 1).reduce((sum, one) => sum + nodesOf(one), 0);
    return {
      blocks: storage(8 * pairsOf(net.features) * inBlocks),
      side: isTail ? null : vector(),
      defect: isTail ? null : vector(),
      /** A correction that is added to one is written to the other. */
      x: isTail ? [vector()] : [vector(), vector()],
      sizes: uniform(LEVEL_BYTES),
      again: uniform(LEVEL_BYTES),
    };
  });
  const at = (l: number) => levels[l] as NonNullable<(typeof levels)[number]>;
  const defectOf = (l: number) => (l === 0 ? net.defect : (at(l).defect as GPUBuffer));
  const onLevel = (name: LevelKernel, l: number, buffers: (GPUBuffer | null)[]) =>
    kernels.solver(
      name,
      buffers as GPUBuffer[],
      Math.ceil(sizes[l].columns / shape.side),
      Math.ceil(sizes[l].rows / shape.side),
    );

  /** Factors of the corrections from each level, and the operations on the coarsest ones. */
  const factors = sizes.map(() => 1);
  const operations: number[] = [];
  const tailLevels = uniform(TAIL_BYTES);
  const list: Dispatch[] = [];
  /** Of each level, which x it has now. */
  const present = sizes.map(() => 0);

  // The cycle of the CPU runs on levels that write down what is done to them.
  let visits = 0;
  let isFirstVisit = false;
  const note = (operation: Operation, l: number) => {
    if (isFirstVisit) operations.push(OPERATIONS.indexOf(operation), l - tail, 0, 0);
  };
  cycle(
    sizes.map((_, l) => (l < tail ? largeLevel(l) : smallLevel(l))),
    way,
  );

  /** One whose operations are dispatches. Those of the net itself are the solver's. */
  function largeLevel(l: number) {
    let corrections = 0;
    return {
      preSmooth() {
        corrections = 0;
        present[l] = 0;
        if (l === 0) return;
        const { sizes, blocks, side, defect } = at(l);
        list.push(onLevel('descendLevel', l, [sizes, blocks, defectOf(l - 1), side, defect]));
      },
      residual() {
        const { sizes, blocks, side, defect, x } = at(l);
        list.push(onLevel('levelDefect', l, [sizes, blocks, side, x[present[l]], defect]));
      },
      restrict() {},
      prolong(s: number) {
        factors[l + 1] = s;
        isFirstVisit = false;
      },
      postSmooth() {
        if (l === 0) return;
        const { sizes, blocks, side, x } = at(l);
        const coarser = at(l + 1);
        const to = corrections === 0 ? 0 : 1 - present[l];
        const buffers = [sizes, blocks, side, coarser.x[present[l + 1]], coarser.sizes, x[to]];
        list.push(
          corrections === 0
            ? onLevel('ascendLevel', l, buffers)
            : onLevel('ascendLevelAgain', l, [...buffers, x[present[l]]]),
        );
        present[l] = to;
        corrections++;
      },
    };
  }

  /** One of those in one workgroup: all of them are one dispatch, the same whenever it comes. */
  function smallLevel(l: number) {
    return {
      preSmooth() {
        if (l === tail) {
          isFirstVisit = visits++ === 0;
          const { sizes, again, blocks, x } = at(l);
          const buffers = [tailLevels, blocks, defectOf(l - 1), x[0], net.sums];
          list.push(kernels.solver('tail', [isFirstVisit ? sizes : again, ...buffers]));
        }
        note('preSmooth', l);
      },
      residual: () => note('residual', l),
      restrict: () => note('restrict', l),
      prolong(s: number) {
        factors[l + 1] = s;
        note('prolong', l);
      },
      postSmooth: () => note('postSmooth', l),
    };
  }

  for (let l = 1; l <= tail; l++) {
    const words = new Uint32Array(LEVEL_BYTES / 4);
    words.set([sizes[l].rows, sizes[l].columns, sizes[l - 1].rows, sizes[l - 1].columns]);
    new Float32Array(words.buffer)[4] = factors[l];
    device.queue.writeBuffer(at(l).sizes, 0, words);
    words[5] = 1;
    device.queue.writeBuffer(at(l).again, 0, words);
  }
  if (operations.length > 4 * MAX_OPERATIONS) throw new RangeError('the cycle has too many operations');
  const words = new Uint32Array(TAIL_BYTES / 4);
  for (let l = tail, first = 0; l < sizes.length; l++) {
    words.set([sizes[l].rows, sizes[l].columns, first], 4 * (l - tail));
    new Float32Array(words.buffer)[3 + 4 * (l - tail)] = factors[l + 1] ?? 1;
    first += nodesOf(sizes[l]);
  }
  words.set([sizes.length - tail, operations.length / 4, 0, 0, ...operations], 4 * MAX_TAIL_LEVELS);
  device.queue.writeBuffer(tailLevels, 0, words);

  return {
    /** Blocks and smoothers of all of them, from those of the net. */
    assembly: [
      onLevel('coarsenNet', 1, [at(1).sizes, net.side, net.tangents, at(1).blocks]),
      ...levels.flatMap((level, l) =>
        level && l > 1 ? [onLevel('coarsenLevel', l, [level.sizes, at(l - 1).blocks, level.blocks])] : [],
      ),
      kernels.solver('coarsenTail', [tailLevels, at(tail).blocks]),
      ...levels.flatMap((level, l) =>
        level && l < tail ? [onLevel('invertLevel', l, [level.sizes, level.blocks])] : [],
      ),
    ],
    /** A cycle, from the defect of the net to the correction of the first coarse level. */
    cycle: list,
    /** That correction, and the size of its level. */
    correction: at(1).x[present[1]],
    first: at(1).sizes,
    destroy,
  };
}
