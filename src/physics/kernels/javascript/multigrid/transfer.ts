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
      addTo(b, at, weight, r, from);
      if (right > 0) addTo(b, at + right, weight, r, from);
      if (below > 0) addTo(b, at + below, weight, r, from);
      if (right > 0 && below > 0) addTo(b, at + below + right, weight, r, from);
    }
  }
}

/** to[t …] += weight · from[f …], three numbers. */
function addTo(to: Float64Array, t: number, weight: number, from: Float64Array, f: number): void {
  to[t] += weight * from[f];
  to[t + 1] += weight * from[f + 1];
  to[t + 2] += weight * from[f + 2];
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
