import type { SolverLoops, StateLoops } from '../kernel';

/** Loops over vectors of the state in JavaScript. */
export const stateLoops: StateLoops = {
  addScaled(y, a, x) {
    for (let i = 0; i < y.length; i++) y[i] += a * x[i];
  },
  kickAndDrift(x, v, h, w, f) {
    for (let i = 0; i < w.length; i++) {
      const o = 4 * i;
      const weight = h * w[i];
      v[o] += weight * f[o];
      v[o + 1] += weight * f[o + 1];
      v[o + 2] += weight * f[o + 2];
      x[o] += h * v[o];
      x[o + 1] += h * v[o + 1];
      x[o + 2] += h * v[o + 2];
    }
  },
  scale(y, a) {
    for (let i = 0; i < y.length; i++) y[i] *= a;
  },
  scaleRows(y, w) {
    for (let i = 0; i < w.length; i++) {
      y[4 * i] *= w[i];
      y[4 * i + 1] *= w[i];
      y[4 * i + 2] *= w[i];
    }
  },
  addGravity(f, w, g) {
    for (let i = 0; i < w.length; i++) f[4 * i + 1] -= w[i] * g;
  },
  addEverywhere(f, x, y, z) {
    for (let o = 0; o < f.length; o += 4) {
      f[o] += x;
      f[o + 1] += y;
      f[o + 2] += z;
    }
  },
  combineOne(out, y, w0, k0) {
    for (let i = 0; i < y.length; i++) out[i] = y[i] + w0 * k0[i];
  },
  combineTwo(out, y, w0, k0, w1, k1) {
    for (let i = 0; i < y.length; i++) out[i] = y[i] + (w0 * k0[i] + w1 * k1[i]);
  },
  combine(out, y, w0, k0, w1, k1, w2, k2, w3, k3) {
    for (let i = 0; i < y.length; i++) out[i] = y[i] + (w0 * k0[i] + w1 * k1[i] + w2 * k2[i] + w3 * k3[i]);
  },
};

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

/** xᵀy, in double precision. */
export const { dot } = solverLoops;

/** √(xᵀx). */
export function norm(x: Float64Array): number {
  return Math.sqrt(dot(x, x));
}
