/**
 * The loops over rows of curvature. Letters as in `curvature-rows.ts`; e = x_b − x_a and g = x_d − x_c, so that c = N/A_c with
 * N = e × g. Where x changes by p, κ changes by δκ = Σ w p, and N by δN = δe × g + e × δg. Vectors are 4n.
 */
import type { Floats } from '../../model/arena';
import type { CurvatureLoops, CurvatureRows } from '../curvature-rows';

/** Numbers of the shape of rows that stand together: κ of each, e and g; four a vector, the last of each 0. */
export const SHAPE = 20;
/** Where e and g are. */
export const E = 12;
export const G = 16;

/** Scratch for the rows that stand together: their shape, its change, and what they add for each weight and at the ends of e and g. */
const present = new Float64Array(SHAPE);
const change = new Float64Array(SHAPE);
const added = new Float64Array(SHAPE);
/** N and δN. */
const normal = new Float64Array(3);
const turn = new Float64Array(3);

/** Length of the array of all shapes. */
export function shapesLength({ count, together }: CurvatureRows): number {
  return (SHAPE * count) / together;
}

/** Loops on arrays in any memory. @param n particles */
export function createCurvatureLoops(rows: CurvatureRows, n: number): CurvatureLoops {
  const { count, together } = rows;
  const shapes = new Float64Array(shapesLength(rows));
  /** In double precision, whatever that of the force is. */
  const sum = new Float64Array(4 * n);
  return {
    shapes,
    addForce(f, x, v, D, damping) {
      sum.fill(0);
      for (let r = 0; r < count; r += together) {
        gather(rows, r, x, present, 0);
        if (damping !== 0) gather(rows, r, v, change, 0);
        setAdded(rows, r, present, 0, present, normal, D, damping);
        scatter(rows, r, sum);
      }
      for (let i = 0; i < f.length; i++) f[i] += sum[i];
    },
    setShapes(x) {
      for (let r = 0, s = 0; r < count; r += together, s += SHAPE) gather(rows, r, x, shapes, s);
    },
    addDerivative(y, p, elastic, viscous, clamp) {
      for (let r = 0, s = 0; r < count; r += together, s += SHAPE) {
        gather(rows, r, p, change, 0);
        setAdded(rows, r, shapes, s, change, turn, elastic, viscous);
        if (!clamp && rows.isCurved && elastic !== 0) addSecond(rows, r, shapes, s, elastic);
        scatter(rows, r, y);
      }
    },
    squares: (x) => squaredCurvatures(rows, x),
  };
}

function squaredCurvatures(rows: CurvatureRows, x: Floats): number {
  let sum = 0;
  for (let r = 0; r < rows.count; r += rows.together) {
    gather(rows, r, x, present, 0);
    cross(normal, present, E, present, G);
    for (let j = 0; j < rows.together; j++) {
      const tilt = rows.rest[r + j] * rows.perArea[r];
      for (let i = 0; i < 3; i++) {
        const residual = present[4 * j + i] - tilt * normal[i];
        sum += residual * residual;
      }
    }
  }
  return sum;
}

/** Σ (d(κ·c)/dt)². */
export function squaredRates(rows: CurvatureRows, x: Floats, v: Floats): number {
  let sum = 0;
  for (let r = 0; r < rows.count; r += rows.together) {
    gather(rows, r, x, present, 0);
    gather(rows, r, v, change, 0);
    setNormals(present, 0);
    for (let o = 0; o < 4 * rows.together; o += 4) {
      let rate = 0;
      for (let i = 0; i < 3; i++) rate += normal[i] * change[o + i] + turn[i] * present[o + i];
      sum += rate * rate * rows.perArea[r] * rows.perArea[r];
    }
  }
  return sum;
}

/** to[t …] := Σ w p for each of the rows from r, and the differences of p along e and g. */
function gather(
  { starts, places, weights, corners, together }: CurvatureRows,
  r: number,
  p: Floats,
  to: Float64Array,
  t: number,
): void {
  const from = starts[r];
  const end = starts[r + 1];
  const second = together === 1 ? 0 : end - from;
  let ux = 0;
  let uy = 0;
  let uz = 0;
  let vx = 0;
  let vy = 0;
  let vz = 0;
  let wx = 0;
  let wy = 0;
  let wz = 0;
  for (let k = from; k < end; k++) {
    const o = places[k];
    const x = p[o];
    const y = p[o + 1];
    const z = p[o + 2];
    const u = weights[k];
    const v = weights[k + second];
    const w = weights[k + 2 * second];
    ux += u * x;
    uy += u * y;
    uz += u * z;
    vx += v * x;
    vy += v * y;
    vz += v * z;
    wx += w * x;
    wy += w * y;
    wz += w * z;
  }
  to[t] = ux;
  to[t + 1] = uy;
  to[t + 2] = uz;
  to[t + 4] = vx;
  to[t + 5] = vy;
  to[t + 6] = vz;
  to[t + 8] = wx;
  to[t + 9] = wy;
  to[t + 10] = wz;
  const a = corners[4 * r];
  const b = corners[4 * r + 1];
  const c = corners[4 * r + 2];
  const d = corners[4 * r + 3];
  to[t + E] = p[b] - p[a];
  to[t + E + 1] = p[b + 1] - p[a + 1];
  to[t + E + 2] = p[b + 2] - p[a + 2];
  to[t + G] = p[d] - p[c];
  to[t + G + 1] = p[d + 1] - p[c + 1];
  to[t + G + 2] = p[d + 2] - p[c + 2];
}

/** y −= w `added` for each of the rows from r, and y ± `added` at the ends of e and g. */
function scatter({ starts, places, weights, corners, together }: CurvatureRows, r: number, y: Floats): void {
  const from = starts[r];
  const end = starts[r + 1];
  const second = together === 1 ? 0 : end - from;
  const ux = added[0];
  const uy = added[1];
  const uz = added[2];
  const vx = added[4];
  const vy = added[5];
  const vz = added[6];
  const wx = added[8];
  const wy = added[9];
  const wz = added[10];
  for (let k = from; k < end; k++) {
    const o = places[k];
    const u = weights[k];
    const v = weights[k + second];
    const w = weights[k + 2 * second];
    y[o] -= u * ux + v * vx + w * wx;
    y[o + 1] -= u * uy + v * vy + w * wy;
    y[o + 2] -= u * uz + v * vz + w * wz;
  }
  for (let i = 0; i < 3; i++) {
    y[corners[4 * r + 1] + i] += added[E + i];
    y[corners[4 * r] + i] -= added[E + i];
    y[corners[4 * r + 3] + i] += added[G + i];
    y[corners[4 * r + 2] + i] -= added[G + i];
  }
}

/** `added` := elastic Jᵀ(K − κ₀n) + viscous b(b·p) in parts, where `change` is that by p. @param n times A_c; N or δN with K = κ or δκ */
function setAdded(
  { rest, perArea, together }: CurvatureRows,
  r: number,
  shape: Float64Array,
  s: number,
  K: Float64Array,
  n: Float64Array,
  elastic: number,
  viscous: number,
): void {
  setNormals(shape, s);
  const perSquare = viscous * perArea[r] * perArea[r];
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let o = 0; o < E; o += 4) {
    // Of the rows that there are not, κ and δκ are those of the first.
    const isThere = o < 4 * together;
    const tilt = isThere ? rest[r + (o >> 2)] * perArea[r] : 0;
    let rate = 0;
    if (perSquare !== 0 && isThere) {
      rate = nx * change[o] + ny * change[o + 1] + nz * change[o + 2];
      rate += turn[0] * shape[s + o] + turn[1] * shape[s + o + 1] + turn[2] * shape[s + o + 2];
      rate *= perSquare;
    }
    const D = isThere ? elastic : 0;
    const cx = D * (K[o] - tilt * n[0]);
    const cy = D * (K[o + 1] - tilt * n[1]);
    const cz = D * (K[o + 2] - tilt * n[2]);
    added[o] = cx + rate * nx;
    added[o + 1] = cy + rate * ny;
    added[o + 2] = cz + rate * nz;
    x += tilt * cx - rate * shape[s + o];
    y += tilt * cy - rate * shape[s + o + 1];
    z += tilt * cz - rate * shape[s + o + 2];
  }
  // κ·(δe × g) = δe·(g × κ), and κ·(e × δg) = δg·(κ × e).
  const e = s + E;
  const g = s + G;
  added[E] = shape[g + 1] * z - shape[g + 2] * y;
  added[E + 1] = shape[g + 2] * x - shape[g] * z;
  added[E + 2] = shape[g] * y - shape[g + 1] * x;
  added[G] = y * shape[e + 2] - z * shape[e + 1];
  added[G + 1] = z * shape[e] - x * shape[e + 2];
  added[G + 2] = x * shape[e + 1] - y * shape[e];
}

/** Adds the second term of the derivative to `added`: δg × R at the ends of e and R × δe at those of g, R = Σ κ₀/A_c (κ − κ₀c). */
function addSecond({ rest, perArea, together }: CurvatureRows, r: number, shape: Float64Array, s: number, D: number) {
  const R = turn;
  R.fill(0);
  for (let j = 0; j < together; j++) {
    const tilt = rest[r + j] * perArea[r];
    for (let i = 0; i < 3; i++) R[i] += D * tilt * (shape[s + 4 * j + i] - tilt * normal[i]);
  }
  addCross(added, E, change, G, R, 0);
  addCross(added, G, R, 0, change, E);
}

/** N of a shape, and δN. */
function setNormals(shape: Float64Array, s: number): void {
  cross(normal, shape, s + E, shape, s + G);
  cross(turn, change, E, shape, s + G);
  addCross(turn, 0, shape, s + E, change, G);
}

/** to := a × b, from a[i …] and b[k …]. */
export function cross(to: Float64Array, a: Floats, i: number, b: Floats, k: number): void {
  to[0] = a[i + 1] * b[k + 2] - a[i + 2] * b[k + 1];
  to[1] = a[i + 2] * b[k] - a[i] * b[k + 2];
  to[2] = a[i] * b[k + 1] - a[i + 1] * b[k];
}

/** to[t …] += a × b, from a[i …] and b[k …]. */
function addCross(to: Float64Array, t: number, a: Float64Array, i: number, b: Float64Array, k: number): void {
  to[t] += a[i + 1] * b[k + 2] - a[i + 2] * b[k + 1];
  to[t + 1] += a[i + 2] * b[k] - a[i] * b[k + 2];
  to[t + 2] += a[i] * b[k + 1] - a[i + 1] * b[k];
}
