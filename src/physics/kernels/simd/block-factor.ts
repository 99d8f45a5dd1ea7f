import type { BlockFactorLoops } from '../block-factor';
import { allocateFactor, createBlockFactor as createPlain } from '../javascript/block-factor';
import { createKernelMemory, instantiate, loopsModule } from './wasm';

/** The exports of `assembly/solver/block-factor.ts`. Arrays are addresses, in bytes. */
interface FactorFunctions {
  eliminateRow(
    columns: number,
    ends: number,
    rows: number,
    blocks: number,
    pivots: number,
    row: number,
    k: number,
    path: number,
    end: number,
  ): void;
  substitute(columns: number, rows: number, blocks: number, pivots: number, x: number, n: number): void;
}

/** Bytes of each row and of each block, and more than what the arrays are rounded up to. */
const BYTES = { row: 200, block: 76, more: 1 << 10 };

/** A factor in memory of its own, which is freed with it. */
export function createBlockFactor(size: number, count: number): BlockFactorLoops {
  const module = loopsModule();
  const created = module && createKernelMemory('double', BYTES.row * size + BYTES.block * count + BYTES.more);
  if (!created) return createPlain(size, count);
  const factor = allocateFactor(size, count, created.arena);
  const { eliminateRow, substitute } = instantiate<FactorFunctions>(module, created.memory);
  const { columns, ends, rows, blocks, pivots, row, path, x } = factor;
  const [c, r, b, p] = [columns, rows, blocks, pivots].map(({ byteOffset }) => byteOffset);
  return {
    ...factor,
    eliminate(k, top) {
      const from = path.byteOffset;
      eliminateRow(c, ends.byteOffset, r, b, p, row.byteOffset, k, from + 4 * top, from + 4 * size);
    },
    substitute: () => substitute(c, r, b, p, x.byteOffset, size),
  };
}
