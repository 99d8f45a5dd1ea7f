import type { Floats } from '../../model/arena';
import type { StateSums } from '../kernel';
import { sumByBlocks } from './sum-by-blocks';

/** The plain sums over vectors of the state. */
export const stateSums: StateSums = {
  areFinite: (x) => sumByBlocks(x.length, x, nothing) === 0,
  product: (x, y) => sumByBlocks(x.length, { x, y }, products),
  weightedSquares: (w, x) => sumByBlocks(w.length, { w, x }, squares),
  weightedHeights: (w, x) => sumByBlocks(w.length, { w, x }, heights),
};

interface Weighted {
  w: Floats;
  x: Floats;
}

/** 0 of what is finite, and NaN of anything else. */
function nothing(x: Floats, from: number, to: number, start: number): number {
  let sum = start;
  for (let i = from; i < to; i++) sum += x[i] * 0;
  return sum;
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
