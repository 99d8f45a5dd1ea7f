/** Multigrid on a surface: sweeps of Gauss–Seidel, and the way to a coarser level and back. */
import { createArena } from '../../model/arena';
import { FRONT, type FrontLoops, type Fronts, type SurfaceLevel, type SurfaceLoops } from '../surface';

/** The sum of some entries of a row of A x. */
const sum = new Float64Array(3);

/** sum := Σ A_ik x_k over the blocks `from` … `to` and the entries of B `first` … `last`. */
function addRow(level: SurfaceLevel, from: number, to: number, first: number, last: number): void {
  const { neighbours, blocks, columns, values, x } = level;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let s = first; s < last; s++) {
    const k = columns[s] >> 2;
    const w = values[s];
    sx += w * x[k];
    sy += w * x[k + 1];
    sz += w * x[k + 2];
  }
  for (let s = from, o = 12 * from; s < to; s++, o += 12) {
    const k = neighbours[s] >> 2;
    const u = x[k];
    const v = x[k + 1];
    const w = x[k + 2];
    sx += blocks[o] * u + blocks[o + 4] * v + blocks[o + 8] * w;
    sy += blocks[o + 1] * u + blocks[o + 5] * v + blocks[o + 9] * w;
    sz += blocks[o + 2] * u + blocks[o + 6] * v + blocks[o + 10] * w;
  }
  sum[0] = sx;
  sum[1] = sy;
  sum[2] = sz;
}

/** x_i := D⁻¹(b_i − sum). */
function relax({ inverted, b, x }: SurfaceLevel, i: number): void {
  const o = 12 * i;
  const u = b[4 * i] - sum[0];
  const v = b[4 * i + 1] - sum[1];
  const w = b[4 * i + 2] - sum[2];
  for (let axis = 0; axis < 3; axis++)
    x[4 * i + axis] = inverted[o + axis] * u + inverted[o + 4 + axis] * v + inverted[o + 8 + axis] * w;
}

/** Loops on arrays in any memory. */
export function createSurfaceLoops(): SurfaceLoops {
  return {
    ...frontLoops,
    arena: createArena('single'),
    firstSweep(level) {
      const { n, starts, middles, rows, rowMiddles, inverted, r } = level;
      for (let i = 0; i < n; i++) {
        addRow(level, starts[i], middles[i], rows[i], rowMiddles[i]);
        relax(level, i);
      }
      // What later nodes have added since.
      for (let i = 0; i < n; i++) {
        addRow(level, middles[i], starts[i + 1], rowMiddles[i], rows[i + 1]);
        const moves = inverted[12 * i] > 0 ? 1 : 0;
        for (let axis = 0; axis < 3; axis++) r[4 * i + axis] = -moves * sum[axis];
      }
    },
    sweep(level, isForwards) {
      const { n, starts, rows } = level;
      for (let k = 0; k < n; k++) {
        const i = isForwards ? k : n - 1 - k;
        addRow(level, starts[i], starts[i + 1], rows[i], rows[i + 1]);
        relax(level, i);
      }
    },
    restrict({ starts, columns, values }, { n, r }, { b }) {
      b.fill(0);
      for (let i = 0; i < n; i++) {
        for (let s = starts[i]; s < starts[i + 1]; s++) {
          const o = columns[s] >> 2;
          for (let axis = 0; axis < 3; axis++) b[o + axis] += values[s] * r[4 * i + axis];
        }
      }
    },
    prolong({ starts, columns, values }, { n, inverted, x }, { x: e }) {
      for (let i = 0; i < n; i++) {
        if (inverted[12 * i] === 0) continue;
        for (let s = starts[i]; s < starts[i + 1]; s++) {
          const o = columns[s] >> 2;
          for (let axis = 0; axis < 3; axis++) x[4 * i + axis] += values[s] * e[o + axis];
        }
      }
    },
  };
}

// Sparse Cholesky factors in dense parts: see `kernels/surface.ts`.

/** Numbers of a column of four nodes, and of the columns of a node. */
const COLUMN = 12;
const NODE = 3 * COLUMN;
/** Scratch: one node's unknowns. */
const v = new Float64Array(3);

const frontLoops: FrontLoops = {
  factor(fronts) {
    const { count, table, values, updates, inverses } = fronts;
    for (let f = 0; f < FRONT * count; f += FRONT) {
      const own = table[f];
      const later = table[f + 1];
      const U = table[f + 3] >> 2;
      const first = table[f + 5];
      updates.fill(0, U, U + NODE * later * groups(later));
      for (let end = table[f + 6] >> 2; end > 0; end = table[end - FRONT + 7] >> 2) addUpdate(fronts, f, end - FRONT);
      for (let i = 0; i < own + later; i++) {
        const row = blockIn(table, f, i, 0);
        for (let j = 0; j <= i && j < own; j++) {
          const to = row + NODE * j;
          subtractProduct(values, to, row, values, blockIn(table, f, j, 0), 3 * j);
          if (i === j) invertFactor(fronts, to, first + j);
          for (let o = to; i > j && o < to + 3; o++) {
            multiply(inverses, 8 * (first + j), values[o], values[o + COLUMN], values[o + 2 * COLUMN]);
            for (let axis = 0; axis < 3; axis++) values[o + COLUMN * axis] = v[axis];
          }
        }
        const to = updateIn(table, f, i - own, 0);
        for (let j = own; j <= i; j++)
          subtractProduct(updates, to + NODE * (j - own), row, values, blockIn(table, f, j, 0), 3 * own);
      }
    }
  },
  solve({ count, table, rows, values, inverses, x }) {
    for (let f = 0; f < FRONT * count; f += FRONT) {
      const own = table[f];
      const first = 4 * table[f + 5];
      for (let i = 0; i < own + table[f + 1]; i++) {
        const isOwn = i < own;
        const t = isOwn ? first + 4 * i : rows[(table[f + 4] >> 2) + i - own] >> 2;
        let a = x[t];
        let b = x[t + 1];
        let c = x[t + 2];
        for (let k = first, o = blockIn(table, f, i, 0); k < first + 4 * Math.min(i, own); k += 4, o += NODE) {
          const p = x[k];
          const q = x[k + 1];
          const r = x[k + 2];
          a -= values[o] * p + values[o + COLUMN] * q + values[o + 2 * COLUMN] * r;
          b -= values[o + 1] * p + values[o + COLUMN + 1] * q + values[o + 2 * COLUMN + 1] * r;
          c -= values[o + 2] * p + values[o + COLUMN + 2] * q + values[o + 2 * COLUMN + 2] * r;
        }
        v[0] = a;
        v[1] = b;
        v[2] = c;
        if (isOwn) multiply(inverses, 2 * t, a, b, c);
        for (let axis = 0; axis < 3; axis++) x[t + axis] = v[axis];
      }
    }
    for (let f = FRONT * (count - 1); f >= 0; f -= FRONT) {
      const own = table[f];
      const first = 4 * table[f + 5];
      for (let i = own + table[f + 1] - 1; i >= 0; i--) {
        const isOwn = i < own;
        const t = isOwn ? first + 4 * i : rows[(table[f + 4] >> 2) + i - own] >> 2;
        if (isOwn) {
          multiplyTransposed(inverses, 2 * t, x[t], x[t + 1], x[t + 2]);
          for (let axis = 0; axis < 3; axis++) x[t + axis] = v[axis];
        }
        const a = x[t];
        const b = x[t + 1];
        const c = x[t + 2];
        for (let k = first, o = blockIn(table, f, i, 0); k < first + 4 * Math.min(i, own); k += 4, o += NODE) {
          x[k] -= values[o] * a + values[o + 1] * b + values[o + 2] * c;
          x[k + 1] -= values[o + COLUMN] * a + values[o + COLUMN + 1] * b + values[o + COLUMN + 2] * c;
          x[k + 2] -= values[o + 2 * COLUMN] * a + values[o + 2 * COLUMN + 1] * b + values[o + 2 * COLUMN + 2] * c;
        }
      }
    }
  },
};

/** Number of groups of four nodes. */
function groups(nodes: number): number {
  return (nodes + 3) >> 2;
}

/** Where in the columns of a front the block of a row and a column begins. */
function blockIn(table: Uint32Array, f: number, row: number, column: number): number {
  const own = table[f];
  const group = row < own ? row >> 2 : groups(own) + ((row - own) >> 2);
  return (table[f + 2] >> 2) + NODE * (group * own + column) + 3 * ((row < own ? row : row - own) & 3);
}

/** The same in what it subtracts, of later nodes. */
function updateIn(table: Uint32Array, f: number, row: number, column: number): number {
  return (table[f + 3] >> 2) + NODE * (table[f + 1] * (row >> 2) + column) + 3 * (row & 3);
}

/** Adds what a child subtracts to the columns of its parent and to what that subtracts. */
function addUpdate({ table, places, values, updates }: Fronts, f: number, child: number): void {
  const own = table[f];
  const count = table[child + 1];
  const at = table[child + 4] >> 2;
  for (let i = 0; i < count; i++) {
    const row = places[at + i];
    for (let j = 0; j <= i; j++) {
      const from = updateIn(table, child, i, j);
      const column = places[at + j];
      const isOwn = column < own;
      const to = isOwn ? values : updates;
      const t = isOwn ? blockIn(table, f, row, column) : updateIn(table, f, row - own, column - own);
      for (let o = 0; o < NODE; o += COLUMN) for (let k = o; k < o + 3; k++) to[t + k] += updates[from + k];
    }
  }
}

/** The block at t −= Σ of `count` columns from a, times those from b transposed. */
function subtractProduct(to: Float32Array, t: number, a: number, from: Float32Array, b: number, count: number): void {
  let ux = 0;
  let uy = 0;
  let uz = 0;
  let vx = 0;
  let vy = 0;
  let vz = 0;
  let wx = 0;
  let wy = 0;
  let wz = 0;
  for (let p = a, q = b; p < a + COLUMN * count; p += COLUMN, q += COLUMN) {
    const u = from[p];
    const v = from[p + 1];
    const w = from[p + 2];
    const x = from[q];
    const y = from[q + 1];
    const z = from[q + 2];
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
  to[t] -= ux;
  to[t + 1] -= vx;
  to[t + 2] -= wx;
  to[t + COLUMN] -= uy;
  to[t + COLUMN + 1] -= vy;
  to[t + COLUMN + 2] -= wy;
  to[t + 2 * COLUMN] -= uz;
  to[t + 2 * COLUMN + 1] -= vz;
  to[t + 2 * COLUMN + 2] -= wz;
}

/** Of the block L Lᵀ at o, of node `place`: L⁻¹ to `inverses`, and 0 in its place. */
function invertFactor({ values, least, inverses }: Fronts, o: number, place: number): void {
  const p = 4 * place;
  const to = 8 * place;
  const a = 1 / Math.sqrt(Math.max(values[o], least[p]));
  const ba = values[o + 1] * a;
  const ca = values[o + 2] * a;
  const b = 1 / Math.sqrt(Math.max(values[o + COLUMN + 1] - ba * ba, least[p + 1]));
  const cb = (values[o + COLUMN + 2] - ca * ba) * b;
  const c = 1 / Math.sqrt(Math.max(values[o + 2 * COLUMN + 2] - ca * ca - cb * cb, least[p + 2]));
  inverses[to] = a;
  inverses[to + 1] = -ba * a * b;
  inverses[to + 2] = b;
  inverses[to + 3] = (ba * cb * b - ca) * a * c;
  inverses[to + 4] = -cb * b * c;
  inverses[to + 5] = c;
  for (let column = o; column < o + NODE; column += COLUMN) values.fill(0, column, column + 3);
}

/** v := L⁻¹(a, b, c). */
function multiply(m: Float32Array, o: number, a: number, b: number, c: number): void {
  v[0] = m[o] * a;
  v[1] = m[o + 1] * a + m[o + 2] * b;
  v[2] = m[o + 3] * a + m[o + 4] * b + m[o + 5] * c;
}

/** v := L⁻ᵀ(a, b, c). */
function multiplyTransposed(m: Float32Array, o: number, a: number, b: number, c: number): void {
  v[0] = m[o] * a + m[o + 1] * b + m[o + 3] * c;
  v[1] = m[o + 2] * b + m[o + 4] * c;
  v[2] = m[o + 5] * c;
}
