import { type Arena, createArena } from '../../model/arena';
import type { BlockFactor, BlockFactorLoops } from '../block-factor';

/** A factor of zeros. @param size N @param count M */
export function allocateFactor(size: number, count: number, arena: Arena): BlockFactor {
  return {
    columns: arena.indices(size + 1),
    ends: arena.indices(size),
    rows: arena.indices(count),
    blocks: arena.doubles(9 * count),
    pivots: arena.doubles(9 * size),
    row: arena.doubles(9 * size),
    path: arena.indices(size),
    x: arena.doubles(4 * size),
  };
}

export function createBlockFactor(size: number, count: number): BlockFactorLoops {
  const factor = allocateFactor(size, count, createArena('double'));
  return {
    ...factor,
    eliminate(k, top) {
      for (let at = top; at < size; at++) eliminateColumn(factor, k, factor.path[at]);
    },
    substitute: () => substitute(factor),
  };
}

function eliminateColumn({ columns, ends, rows, blocks, pivots, row }: BlockFactor, k: number, i: number): void {
  const o = 9 * i;
  const a = row[o];
  const b = row[o + 1];
  const c = row[o + 2];
  const d = row[o + 3];
  const e = row[o + 4];
  const f = row[o + 5];
  const g = row[o + 6];
  const h = row[o + 7];
  const l = row[o + 8];
  for (let t = o; t < o + 9; t++) row[t] = 0;
  const end = ends[i]++;
  rows[end] = k;
  for (let t = 0; t < 3; t++) {
    const u = pivots[o + t];
    const v = pivots[o + 3 + t];
    const w = pivots[o + 6 + t];
    blocks[9 * end + 3 * t] = a * u + b * v + c * w;
    blocks[9 * end + 3 * t + 1] = d * u + e * v + f * w;
    blocks[9 * end + 3 * t + 2] = g * u + h * v + l * w;
  }
  // Row k itself comes last: its diagonal block.
  for (let p = columns[i]; p <= end; p++) {
    const to = 9 * rows[p];
    for (let s = 9 * p, t = to; t < to + 3; s++, t++) {
      const u = blocks[s];
      const v = blocks[s + 3];
      const w = blocks[s + 6];
      row[t] -= a * u + b * v + c * w;
      row[t + 3] -= d * u + e * v + f * w;
      row[t + 6] -= g * u + h * v + l * w;
    }
  }
}

function substitute({ columns, rows, blocks, pivots, x }: BlockFactor): void {
  const size = columns.length - 1;
  for (let k = 0; k < size; k++) {
    const u = x[4 * k];
    const v = x[4 * k + 1];
    const w = x[4 * k + 2];
    for (let p = columns[k], s = 9 * p; p < columns[k + 1]; p++, s += 9) {
      const to = 4 * rows[p];
      x[to] -= blocks[s] * u + blocks[s + 3] * v + blocks[s + 6] * w;
      x[to + 1] -= blocks[s + 1] * u + blocks[s + 4] * v + blocks[s + 7] * w;
      x[to + 2] -= blocks[s + 2] * u + blocks[s + 5] * v + blocks[s + 8] * w;
    }
  }
  for (let k = size - 1, o = 4 * k, d = 9 * k; k >= 0; k--, o -= 4, d -= 9) {
    let u = pivots[d] * x[o] + pivots[d + 1] * x[o + 1] + pivots[d + 2] * x[o + 2];
    let v = pivots[d + 3] * x[o] + pivots[d + 4] * x[o + 1] + pivots[d + 5] * x[o + 2];
    let w = pivots[d + 6] * x[o] + pivots[d + 7] * x[o + 1] + pivots[d + 8] * x[o + 2];
    for (let p = columns[k], s = 9 * p; p < columns[k + 1]; p++, s += 9) {
      const from = 4 * rows[p];
      const a = x[from];
      const b = x[from + 1];
      const c = x[from + 2];
      u -= blocks[s] * a + blocks[s + 1] * b + blocks[s + 2] * c;
      v -= blocks[s + 3] * a + blocks[s + 4] * b + blocks[s + 5] * c;
      w -= blocks[s + 6] * a + blocks[s + 7] * b + blocks[s + 8] * c;
    }
    x[o] = u;
    x[o + 1] = v;
    x[o + 2] = w;
  }
}
