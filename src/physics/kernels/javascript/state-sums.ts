import type { Floats } from '../../model/arena';
import { areFinite } from '../../model/state';
import { sumByBlocks } from '../../model/sum-by-blocks';
import type { StateSums } from '../kernel';

/** Sums over vectors of the state in JavaScript. */
export const stateSums: StateSums = {
  areFinite,
  product: (x, y) => sumByBlocks(x.length, { x, y }, products),
  weightedSquares: (w, x) => sumByBlocks(w.length, { w, x }, squares),
  weightedHeights: (w, x) => sumByBlocks(w.length, { w, x }, heights),
};

interface Weighted {
  w: Floats;
  x: Floats;
}

function products({ x, y }: { x: Floats; y: Floats }, from: number, to: number, start: number): number {
  let sum = start;
  for (let i = from; i < to; i++) sum += x[i] * y[i];
  return sum;
}

function squares({ w, x }: Weighted, from: number, to: number, start: number): number {
  let sum = start;
  for (let i = from; i < to; i++) {
    const o = 4 * i;
    sum += w[i] * (x[o] * x[o] + x[o + 1] * x[o + 1] + x[o + 2] * x[o + 2]);
  }
  return sum;
}

function heights({ w, x }: Weighted, from: number, to: number, start: number): number {
  let sum = start;
  for (let i = from; i < to; i++) sum += w[i] * x[4 * i + 1];
  return sum;
}
