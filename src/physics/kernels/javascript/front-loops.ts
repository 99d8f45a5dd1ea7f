/** Sparse Cholesky factors in dense parts: see `surface-fronts.ts`. Blocks are three rows of four, at a row · columns + column. */
import { FRONT, type FrontLoops, type Fronts } from '../surface-fronts';

const BLOCK = 12;
/** Scratch: one node's unknowns. */
const v = new Float64Array(3);

export const frontLoops: FrontLoops = {
  factor(fronts) {
    const { count, table, values, updates, least } = fronts;
    for (let f = 0; f < FRONT * count; f += FRONT) {
      const own = table[f];
      const all = own + table[f + 1];
      const L = table[f + 2] >> 2;
      const U = table[f + 3] >> 2;
      updates.fill(0, U, U + BLOCK * table[f + 1] * table[f + 1]);
      for (let end = table[f + 6] >> 2; end > 0; end = table[end - FRONT + 7] >> 2) addUpdate(fronts, f, end - FRONT);
      for (let j = 0; j < own; j++) {
        const row = L + BLOCK * own * j;
        const pivot = row + BLOCK * j;
        subtractProduct(values, pivot, values, row, row, j);
        invertFactor(values, pivot, least, (table[f + 5] >> 2) + 4 * j);
        for (let i = j + 1; i < all; i++) {
          const from = L + BLOCK * own * i;
          subtractProduct(values, from + BLOCK * j, values, from, row, j);
          for (let o = from + BLOCK * j; o < from + BLOCK * (j + 1); o += 4) {
            multiply(values, pivot, values[o], values[o + 1], values[o + 2]);
            for (let axis = 0; axis < 3; axis++) values[o + axis] = v[axis];
          }
        }
      }
      for (let i = own; i < all; i++) {
        const from = L + BLOCK * own * i;
        const to = U + BLOCK * (i - own) * (all - own);
        for (let j = own; j <= i; j++)
          subtractProduct(updates, to + BLOCK * (j - own), values, from, L + BLOCK * own * j, own);
      }
    }
  },
  solve({ count, table, rows, values, x }) {
    for (let f = 0; f < FRONT * count; f += FRONT) {
      const own = table[f];
      const first = table[f + 5] >> 2;
      let block = table[f + 2] >> 2;
      for (let i = 0; i < own + table[f + 1]; i++, block += BLOCK * own) {
        const t = i < own ? first + 4 * i : rows[(table[f + 4] >> 2) + i - own] >> 2;
        for (let axis = 0; axis < 3; axis++) v[axis] = x[t + axis];
        for (let p = 0, o = block, q = first; p < Math.min(i, own); p++, q += 4, o += BLOCK) {
          for (let axis = 0; axis < 3; axis++) {
            const r = o + 4 * axis;
            v[axis] -= values[r] * x[q] + values[r + 1] * x[q + 1] + values[r + 2] * x[q + 2];
          }
        }
        if (i < own) multiply(values, block + BLOCK * i, v[0], v[1], v[2]);
        for (let axis = 0; axis < 3; axis++) x[t + axis] = v[axis];
      }
    }
    for (let f = FRONT * (count - 1); f >= 0; f -= FRONT) {
      const own = table[f];
      const first = table[f + 5] >> 2;
      for (let i = own + table[f + 1] - 1; i >= 0; i--) {
        const block = (table[f + 2] >> 2) + BLOCK * own * i;
        const t = i < own ? first + 4 * i : rows[(table[f + 4] >> 2) + i - own] >> 2;
        if (i < own) {
          multiplyTransposed(values, block + BLOCK * i, x[t], x[t + 1], x[t + 2]);
          for (let axis = 0; axis < 3; axis++) x[t + axis] = v[axis];
        }
        const a = x[t];
        const b = x[t + 1];
        const c = x[t + 2];
        for (let p = 0, o = block, q = first; p < Math.min(i, own); p++, q += 4, o += BLOCK) {
          for (let axis = 0; axis < 3; axis++)
            x[q + axis] -= values[o + axis] * a + values[o + 4 + axis] * b + values[o + 8 + axis] * c;
        }
      }
    }
  },
};

/** Adds what a child subtracts to the columns of its parent and to what that subtracts. */
function addUpdate({ table, places, values, updates }: Fronts, f: number, child: number): void {
  const own = table[f];
  const later = table[f + 1];
  const count = table[child + 1];
  const at = table[child + 4] >> 2;
  for (let i = 0; i < count; i++) {
    const from = (table[child + 3] >> 2) + BLOCK * count * i;
    const row = places[at + i];
    for (let j = 0; j <= i; j++) {
      const column = places[at + j];
      const isOwn = column < own;
      const to = isOwn ? values : updates;
      const t = isOwn
        ? (table[f + 2] >> 2) + BLOCK * (row * own + column)
        : (table[f + 3] >> 2) + BLOCK * ((row - own) * later + column - own);
      for (let k = 0; k < BLOCK; k++) to[t + k] += updates[from + BLOCK * j + k];
    }
  }
}

/** to −= Σ_p A_p B_pᵀ over blocks that follow each other from a and b. */
function subtractProduct(to: Float32Array, t: number, from: Float32Array, a: number, b: number, count: number): void {
  if (count === 0) return;
  for (let row = 0; row < 12; row += 4) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let p = a + row, q = b; q < b + BLOCK * count; p += BLOCK, q += BLOCK) {
      const u = from[p];
      const v = from[p + 1];
      const w = from[p + 2];
      x += u * from[q] + v * from[q + 1] + w * from[q + 2];
      y += u * from[q + 4] + v * from[q + 5] + w * from[q + 6];
      z += u * from[q + 8] + v * from[q + 9] + w * from[q + 10];
    }
    to[t + row] -= x;
    to[t + row + 1] -= y;
    to[t + row + 2] -= z;
  }
}

/** Replaces a block L Lᵀ by L⁻¹. */
function invertFactor(m: Float32Array, o: number, least: Float32Array, p: number): void {
  const a = 1 / Math.sqrt(Math.max(m[o], least[p]));
  const ba = m[o + 4] * a;
  const ca = m[o + 8] * a;
  const b = 1 / Math.sqrt(Math.max(m[o + 5] - ba * ba, least[p + 1]));
  const cb = (m[o + 9] - ca * ba) * b;
  const c = 1 / Math.sqrt(Math.max(m[o + 10] - ca * ca - cb * cb, least[p + 2]));
  m[o] = a;
  m[o + 1] = 0;
  m[o + 2] = 0;
  m[o + 4] = -ba * a * b;
  m[o + 5] = b;
  m[o + 6] = 0;
  m[o + 8] = (ba * cb * b - ca) * a * c;
  m[o + 9] = -cb * b * c;
  m[o + 10] = c;
}

/** v := L⁻¹(a, b, c). */
function multiply(m: Float32Array, o: number, a: number, b: number, c: number): void {
  v[0] = m[o] * a;
  v[1] = m[o + 4] * a + m[o + 5] * b;
  v[2] = m[o + 8] * a + m[o + 9] * b + m[o + 10] * c;
}

/** v := L⁻ᵀ(a, b, c). */
function multiplyTransposed(m: Float32Array, o: number, a: number, b: number, c: number): void {
  v[0] = m[o] * a + m[o + 4] * b + m[o + 8] * c;
  v[1] = m[o + 5] * b + m[o + 9] * c;
  v[2] = m[o + 10] * c;
}
