import { areFinite } from '../../model/state';
import type { StateLoops, StateSums } from '../kernel';

/** Loops over vectors of the state, and sums, in JavaScript. */
export const stateLoops: StateLoops & StateSums = {
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
  areFinite,
  areAbove(x, height) {
    for (let o = 1; o < x.length; o += 4) if (!(x[o] > height)) return false;
    return true;
  },
  product(x, y) {
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
    return sum;
  },
  weightedSquares(w, x) {
    let sum = 0;
    for (let i = 0; i < w.length; i++) {
      const o = 4 * i;
      sum += w[i] * (x[o] * x[o] + x[o + 1] * x[o + 1] + x[o + 2] * x[o + 2]);
    }
    return sum;
  },
  weightedHeights(w, x) {
    let sum = 0;
    for (let i = 0; i < w.length; i++) sum += w[i] * x[4 * i + 1];
    return sum;
  },
};
