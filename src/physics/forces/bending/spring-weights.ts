import type { Model } from '../../model/model';
import type { CurvatureRows } from './curvature-rows';

/** How much of it springs have, against the narrowest folds too little and against wide ones too much (iterations hardly depend on it). */
const SHARE = 0.3;

/**
 * Bending with rigidity 1 is Σ w_pq |x_p − x_q|²/2 over all pairs of particles of its rows, where w_pq is the negative of the sum of
 * the products of their weights. Those that are positive and have a spring are most of it. Beside slivers they are thousands of times
 * as large, and springs like that would hold back every turn: the median is the most that counts.
 * @returns 1/m²; a share of w of each spring, 0 instead of a negative one
 */
export function springWeights(rows: CurvatureRows, { springs, springCount, particleCount: n }: Model): Float64Array {
  const { count, together, starts, places, weights } = rows;
  const found = new Float64Array(springCount);
  const springAt = new Map<number, number>();
  const key = (p: number, q: number) => Math.min(p, q) * n + Math.max(p, q);
  for (let j = 0; j < springCount; j++) springAt.set(key(springs[2 * j], springs[2 * j + 1]), j);
  for (let r = 0; r < count; r += together) {
    const length = starts[r + 1] - starts[r];
    for (let k = starts[r]; k < starts[r + 1]; k++) {
      for (let l = starts[r]; l < k; l++) {
        const j = springAt.get(key(places[k] >> 2, places[l] >> 2));
        if (j === undefined) continue;
        for (let row = 0; row < together * length; row += length) found[j] -= weights[k + row] * weights[l + row];
      }
    }
  }
  const positive = found.filter((w) => w > 0).sort();
  const median = positive[positive.length >> 1] ?? 0;
  return found.map((w) => SHARE * Math.max(0, Math.min(w, median)));
}
