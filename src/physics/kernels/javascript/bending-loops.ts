import type { BendingLoops } from '../kernel';

export const bendingLoops: BendingLoops = {
  addNetBending({ columns, weights, factor }, y, p) {
    const down = 4 * columns;
    for (let i = 0; i < weights.length; i += 4) {
      const X = factor * weights[i];
      const Y = factor * weights[i + 1];
      const Z = factor * weights[i + 2];
      // A difference of weight 0 may lead out of the net.
      for (let o = i; X !== 0 && o < i + 3; o++) {
        const bent = X * (p[o] - p[o + 4] - (p[o + 4] - p[o + 8]));
        y[o] -= bent;
        y[o + 4] += 2 * bent;
        y[o + 8] -= bent;
      }
      for (let o = i; Y !== 0 && o < i + 3; o++) {
        const bent = Y * (p[o] - p[o + down] - (p[o + down] - p[o + 2 * down]));
        y[o] -= bent;
        y[o + down] += 2 * bent;
        y[o + 2 * down] -= bent;
      }
      for (let o = i; Z !== 0 && o < i + 3; o++) {
        const twisted = Z * (p[o] - p[o + 4] - (p[o + down] - p[o + down + 4]));
        y[o] -= twisted;
        y[o + 4] += twisted;
        y[o + down] += twisted;
        y[o + down + 4] -= twisted;
      }
    }
  },
};
