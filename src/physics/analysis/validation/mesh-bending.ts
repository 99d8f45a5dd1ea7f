import type { CurvatureRows } from '../../forces/bending/curvature-rows';
import { fittedRows } from '../../forces/bending/fitted-rows';
import { netRows } from '../../forces/bending/net-rows';
import type { Floats } from '../../model/arena';
import type { ForceDefinition } from '../../world/force';

/**
 * Makes the bending of a flat net that of a mesh of triangles. The engine bends a net by central differences, f = −D NᵀN x, which
 * multigrid knows; this force adds −D(WᵀW − NᵀN) x, with the rows W of fitted quadratic functions, as one sparse matrix. Together they are
 * exactly the bending of the mesh, and steps with them are fast. It acts on free particles only.
 * @param rigidity D, N·m
 */
export function meshInsteadOfNet(rigidity: number): ForceDefinition {
  return {
    id: 'mesh-bending',
    label: 'Bending of a mesh',
    summary: 'Makes the bending of a net that of a mesh of triangles.',
    account: 'elastic',
    isRelative: true,
    create({ model }) {
      const { membrane, surface, particleCount: n, inverseMasses } = model;
      const net = membrane && netRows(model, surface, membrane.rest);
      if (!net) return {};
      const { starts, places, values } = differenceOf(fittedRows(surface, membrane.rest), net, n);
      /** A copy in double precision: one kind of array makes the loop fast. */
      const x = new Float64Array(4 * n);
      /** y += factor · (WᵀW − NᵀN) p. */
      function add(y: Floats, p: Floats, factor: number): void {
        x.set(p);
        for (let i = 0; i < n; i++) {
          if (inverseMasses[i] === 0) continue;
          let sx = 0;
          let sy = 0;
          let sz = 0;
          for (let k = starts[i]; k < starts[i + 1]; k++) {
            const w = values[k];
            const o = places[k];
            sx += w * x[o];
            sy += w * x[o + 1];
            sz += w * x[o + 2];
          }
          y[4 * i] += factor * sx;
          y[4 * i + 1] += factor * sy;
          y[4 * i + 2] += factor * sz;
        }
      }
      return {
        addForce: (f, { positions }) => add(f, positions, -rigidity),
        addDerivative: (y, p, a) => add(y, p, -rigidity * a),
      };
    },
  };
}

/** WᵀW − NᵀN by rows: row i has values from starts[i] to starts[i + 1], each for the particle at a place, 4 times its number. */
function differenceOf(W: CurvatureRows, N: CurvatureRows, n: number) {
  const rows = Array.from({ length: n }, () => new Map<number, number>());
  for (const [{ count, starts, places, weights }, sign] of [
    [W, 1],
    [N, -1],
  ] as const) {
    for (let r = 0; r < count; r++) {
      for (let k = starts[r]; k < starts[r + 1]; k++) {
        const row = rows[places[k] >> 2];
        for (let l = starts[r]; l < starts[r + 1]; l++) {
          row.set(places[l], (row.get(places[l]) ?? 0) + sign * weights[k] * weights[l]);
        }
      }
    }
  }
  const starts = new Uint32Array(n + 1);
  rows.forEach((row, i) => {
    starts[i + 1] = starts[i] + row.size;
  });
  return {
    starts,
    places: Uint32Array.from(rows.flatMap((row) => [...row.keys()])),
    values: Float64Array.from(rows.flatMap((row) => [...row.values()])),
  };
}
