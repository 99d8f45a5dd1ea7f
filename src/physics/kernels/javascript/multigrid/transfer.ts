import type { Level } from './level';

/** b of the coarse level := Pᵀ r, where P interpolates bilinearly; r has `rows` × `columns` nodes. */
export function restrict(to: Level, r: Float64Array, rows: number, columns: number): void {
  const { b } = to;
  b.fill(0);
  for (let j = 0; j < rows; j++) {
    const below = (j & 1) * 4 * to.columns;
    for (let i = 0; i < columns; i++) {
      const right = (i & 1) * 4;
      const weight = (right === 0 ? 1 : 0.5) * (below === 0 ? 1 : 0.5);
      const from = 4 * (j * columns + i);
      const at = 4 * ((j >> 1) * to.columns + (i >> 1));
      const x = weight * r[from];
      const y = weight * r[from + 1];
      const z = weight * r[from + 2];
      b[at] += x;
      b[at + 1] += y;
      b[at + 2] += z;
      if (right > 0) {
        b[at + 4] += x;
        b[at + 5] += y;
        b[at + 6] += z;
      }
      if (below > 0) {
        b[at + below] += x;
        b[at + below + 1] += y;
        b[at + below + 2] += z;
        if (right > 0) {
          b[at + below + 4] += x;
          b[at + below + 5] += y;
          b[at + below + 6] += z;
        }
      }
    }
  }
}

/** z += s P x of the coarse level; z has `rows` × `columns` nodes. */
export function prolong(
  z: Float64Array,
  { x, columns: coarse }: Level,
  rows: number,
  columns: number,
  s: number,
): void {
  const weight = s / 4;
  for (let j = 0; j < rows; j++) {
    const below = (j & 1) * 4 * coarse;
    for (let i = 0; i < columns; i++) {
      // On a coarse node the four coincide; between two coarse nodes they are two pairs.
      const right = (i & 1) * 4;
      const to = 4 * (j * columns + i);
      const a = 4 * ((j >> 1) * coarse + (i >> 1));
      const b = a + right;
      const c = a + below;
      const d = c + right;
      z[to] += weight * (x[a] + x[b] + x[c] + x[d]);
      z[to + 1] += weight * (x[a + 1] + x[b + 1] + x[c + 1] + x[d + 1]);
      z[to + 2] += weight * (x[a + 2] + x[b + 2] + x[c + 2] + x[d + 2]);
    }
  }
}
