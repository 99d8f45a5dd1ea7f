/** The slope of a surface across an edge, from a quadratic function of the place that fits the particles around it. */

import { exp } from '../../model/deterministic-math';

/** Width of the weights of a fit, in sides of an equilateral triangle of the mean area around. */
const WIDTH = 0.6;
/** A share of the weights, for second derivatives which the particles do not determine: they are 0 there. */
const RIDGE = 1e-9;
/**
 * The widths to try, times the one above, and the ridges: where the particles hardly determine a slope, the weights of narrow fits are
 * thousands of times those of others, and so would be the stiffness. A weight above the last number is too large; where the triangles
 * are good it is about ½.
 */
const FITS = [1, 1.4, 2, 2.8, 4]
  .map((wider) => [wider, RIDGE])
  .concat([1e-4, 1e-3, 1e-2, 0.1].map((ridge) => [4, ridge]));
const MOST = 1.5;
/** Largest slope at the middle of a term of the second degree, which has none there, that counts as none. */
const EXACT = 1e-3;

/** 3 a particle: its place along the edge and across it, from the middle of the edge, and its squared distance from there; in sides. */
type Places = Float64Array;

/**
 * The weights of the particles in the slope across an edge at its middle: those of the narrowest fit that bounds them.
 * @param isExact true: only a fit that gives quadratic functions their own slope
 * @returns null if there is none
 */
export function slopeAcross(places: Places, isExact: boolean): Float64Array | null {
  for (const [wider, ridge] of FITS) {
    const weights = weightsOf(places, Math.sqrt(3) / (4 * wider * wider * WIDTH * WIDTH), ridge);
    if (weights.every((w) => Math.abs(w) < MOST) && (!isExact || givesSlopes(places, weights))) return weights;
  }
  return null;
}

/**
 * The weights of each place in f_t of the quadratic function f(s, t) that fits values there best: what is left of the values t without
 * their parts in the other terms of f, by the theorem of Frisch, Waugh and Lovell. Not finite if the places determine no slope.
 * @param narrow the weight at distance r is exp(−narrow r²) @param share of the weights, as a ridge
 */
function weightsOf(places: Places, narrow: number, share: number): Float64Array {
  const n = places.length / 3;
  // The terms 1, s, s²/2, t²/2, st/√2 and t, one after another, with a ridge for each of the second degree.
  const size = n + 3;
  const terms = new Float64Array(6 * size);
  const roots = new Float64Array(n);
  let sum = 0;
  for (let k = 0; k < n; k++) {
    const [s, t] = [places[3 * k], places[3 * k + 1]];
    const root = Math.sqrt(exp(-places[3 * k + 2] * narrow));
    roots[k] = root;
    sum += root * root;
    terms[k] = root;
    terms[size + k] = root * s;
    terms[2 * size + k] = (root * s * s) / 2;
    terms[3 * size + k] = (root * t * t) / 2;
    terms[4 * size + k] = (root * s * t) / Math.SQRT2;
    terms[5 * size + k] = root * t;
  }
  for (let k = 0; k < 3; k++) terms[(2 + k) * size + n + k] = Math.sqrt(share * sum);
  // Gram and Schmidt's method, twice against rounding.
  const squares = new Float64Array(6);
  for (let own = 0; own < 6; own++) {
    for (let k = 0; k < 2 * own; k++) {
      const other = k % own;
      if (squares[other] === 0) continue;
      const part = inner(terms, own * size, other * size, size) / squares[other];
      for (let i = 0; i < size; i++) terms[own * size + i] -= part * terms[other * size + i];
    }
    squares[own] = inner(terms, own * size, own * size, size);
  }
  return roots.map((root, k) => (root * terms[5 * size + k]) / squares[5]);
}

function inner(values: Float64Array, a: number, b: number, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += values[a + i] * values[b + i];
  return sum;
}

/** True if the terms of the second degree have no slope at the middle. */
function givesSlopes(places: Places, weights: Float64Array): boolean {
  let [ss, tt, st] = [0, 0, 0];
  for (let k = 0; k < weights.length; k++) {
    const [s, t] = [places[3 * k], places[3 * k + 1]];
    ss += weights[k] * s * s;
    tt += weights[k] * t * t;
    st += weights[k] * s * t;
  }
  return Math.abs(ss) < EXACT && Math.abs(tt) < EXACT && Math.abs(st) < EXACT;
}
