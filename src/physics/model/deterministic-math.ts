/**
 * exp, log, sin and cos from + − × ÷ and floor only: the built-in functions differ in the last bit between JavaScript engines.
 * Each reduces its argument to a small interval, and sums the Taylor series there. The constants of the reduction are
 * split so that their products with small whole numbers are exact (Cody and Waite, Software Manual for the Elementary
 * Functions). Relative error below 1e-14: exp and log everywhere, sin and cos for |x| ≤ 1e6.
 */

/** ln 2 = LN2_HIGH + LN2_LOW; the first has 33 significant bits. */
const LN2_HIGH = 6.9314718036912382e-1;
const LN2_LOW = 1.9082149292705877e-10;
/** π/2 as a sum of three; the first two have 33 significant bits. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_MIDDLE = 6.077100506303966e-11;
const HALF_PI_LOW = 2.0222662487959506e-21;

/** Beyond these, exp is Infinity or 0. */
const EXP_MAX = 709.782712893384;
const EXP_MIN = -745.1332191019412;

/** eˣ = 2ᵏ eʳ with k whole and |r| ≤ ½ ln 2. */
export function exp(x: number): number {
  if (!(x <= EXP_MAX)) return x > EXP_MAX ? Number.POSITIVE_INFINITY : Number.NaN;
  if (x < EXP_MIN) return 0;
  const k = Math.floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  // Σ rⁱ/i!, i ≤ 14: the next term is below 1e-19.
  let sum = 1;
  for (let i = 14; i > 0; i--) sum = 1 + (sum * r) / i;
  // In two factors: 2ᵏ may overflow where the product does not.
  const half = Math.floor(k / 2);
  return sum * powerOfTwo(half) * powerOfTwo(k - half);
}

/** ln x for x ≥ 1: ln(2ᵏ y) with 1 ≤ y < 2, and ln y = 2(s + s³/3 + s⁵/5 + …) with s = (y − 1)/(y + 1). */
export function log(x: number): number {
  let k = 0;
  let y = x;
  for (; y >= 2 && k < 1024; k++) y /= 2;
  const s = (y - 1) / (y + 1);
  let sum = 0;
  // |s| < ⅓: the first omitted term is below 1e-18.
  for (let i = 35; i > 0; i -= 2) sum = sum * s * s + 1 / i;
  return k * (LN2_HIGH + LN2_LOW) + 2 * s * sum;
}

export function sin(x: number): number {
  return sinAfter(x, 0);
}

export function cos(x: number): number {
  return sinAfter(x, 1);
}

/** sin(x + q π/2), q = 0 or 1. */
function sinAfter(x: number, q: number): number {
  const k = quarterTurns(x);
  const r = remainder(x, k);
  switch ((k - 4 * Math.floor(k / 4) + q) % 4) {
    case 0:
      return smallSin(r);
    case 1:
      return smallCos(r);
    case 2:
      return -smallSin(r);
    case 3:
      return -smallCos(r);
    default:
      return Number.NaN;
  }
}

/** The number of quarter turns nearest to x. */
function quarterTurns(x: number): number {
  return Math.floor(x / (HALF_PI_HIGH + HALF_PI_MIDDLE) + 0.5);
}

function remainder(x: number, k: number): number {
  return x - k * HALF_PI_HIGH - k * HALF_PI_MIDDLE - k * HALF_PI_LOW;
}

/** r − r³/3! + … for |r| ≤ π/4; the first omitted term is below 1e-19 r. */
function smallSin(r: number): number {
  const s = r * r;
  let sum = 1;
  for (let i = 18; i > 0; i -= 2) sum = 1 - (sum * s) / (i * (i + 1));
  return r * sum;
}

/** 1 − r²/2! + … for |r| ≤ π/4. */
function smallCos(r: number): number {
  const s = r * r;
  let sum = 1;
  for (let i = 18; i > 0; i -= 2) sum = 1 - (sum * s) / (i * (i - 1));
  return sum;
}

/** 2ᵏ for a whole k with |k| ≤ 1000, exactly. */
function powerOfTwo(k: number): number {
  let result = 1;
  let square = k < 0 ? 0.5 : 2;
  for (let rest = k < 0 ? -k : k; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}

/** aᵀb of 3 numbers from a[i] and from b[j] on. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>, i = 0, j = 0): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** Distance of two points, m. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
}
