import type { SolverLoops } from '../kernel';

/** Loops over vectors of the linear solver in JavaScript. */
export const solverLoops: SolverLoops = {
  dot(x, y) {
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
    return sum;
  },
  axpy(y, a, x) {
    for (let i = 0; i < y.length; i++) y[i] += a * x[i];
  },
  aypx(y, a, x) {
    for (let i = 0; i < y.length; i++) y[i] = x[i] + a * y[i];
  },
  setScaled(y, a, x) {
    for (let i = 0; i < y.length; i++) y[i] = a * x[i];
  },
  addTo(y, x) {
    for (let i = 0; i < y.length; i++) y[i] += x[i];
  },
  multiplyByWeights(y, w, x) {
    for (let i = 0; i < y.length; i++) y[i] = w[i >> 2] * x[i];
  },
  clearUnweighted(y, w) {
    for (let i = 0; i < w.length; i++) if (w[i] === 0) y[4 * i] = y[4 * i + 1] = y[4 * i + 2] = 0;
  },
  multiplyBlocks(z, blocks, r) {
    for (let i = 0, o = 0; i < z.length; i += 4, o += 9) {
      const x = r[i];
      const y = r[i + 1];
      const w = r[i + 2];
      z[i] = blocks[o] * x + blocks[o + 1] * y + blocks[o + 2] * w;
      z[i + 1] = blocks[o + 3] * x + blocks[o + 4] * y + blocks[o + 5] * w;
      z[i + 2] = blocks[o + 6] * x + blocks[o + 7] * y + blocks[o + 8] * w;
    }
  },
};

/** xᵀy, and y += a x, in double precision. */
export const { dot, axpy } = solverLoops;

/** √(xᵀx). */
export function norm(x: Float64Array): number {
  return Math.sqrt(dot(x, x));
}
