import type { Vec3 } from '../../model/model';
import type { SceneFile } from '../../scenes/file/scene-file';
import type { PlaneMesh } from './strip-mesh';

/** A sheet of springs on a mesh. */
export interface SheetOptions {
  mesh: PlaneMesh;
  /** The points of the mesh in the order of the particles; absent: as they are. */
  order?: readonly number[];
  /** Where a place in the plane of the mesh is at the start, m. */
  place(x: number, y: number): Vec3;
  /** True for a place that is pinned; absent: none is. */
  isPinned?(x: number, y: number): boolean;
  /** kg/m². */
  density: number;
  /** E t of the springs, N/m. */
  stretch: number;
  /** Particles across, if the engine is to know the mesh as a net; 0: it is a mesh of triangles. */
  columns?: number;
}

/**
 * The scene file of a sheet: masses by area, and springs along all edges. Springs of a net act as a continuum of stiffness E t and
 * Poisson's ratio ⅓: k = ¾ E t along the net, half of it on the border, and ⅜ E t for both diagonals.
 */
export function sheetFile({
  mesh: { at, triangles, diagonals = [] },
  order = at.map((_, i) => i),
  place,
  isPinned = () => false,
  density,
  stretch,
  columns = 0,
}: SheetOptions): SceneFile {
  const n = at.length;
  const rank = new Uint32Array(n);
  order.forEach((i, k) => {
    rank[i] = k;
  });
  const masses = new Array<number>(n).fill(0);
  const count = new Map<number, number>();
  for (const t of triangles) {
    const [a, b, c] = t.map((i) => at[i]);
    const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    for (const i of t) masses[rank[i]] += (density * area) / 3;
    t.forEach((i, k) => {
      const [p, q] = [rank[i], rank[t[(k + 1) % 3]]].sort((x, y) => x - y);
      count.set(p * n + q, (count.get(p * n + q) ?? 0) + 1);
    });
  }
  const k = 0.75 * stretch;
  const pairs: [number, number][] = [...count.keys()].map((key) => [Math.floor(key / n), key % n]);
  const isLevel = (a: number, b: number) =>
    Math.abs(at[a][0] - at[b][0]) < 1e-9 || Math.abs(at[a][1] - at[b][1]) < 1e-9;
  // One side for a diagonal of a net, as for the other one.
  const stiffness = [...count].map(([key, sides]) =>
    diagonals.length > 0 && !isLevel(order[Math.floor(key / n)], order[key % n]) ? k / 2 : (k * sides) / 2,
  );
  for (const [a, b] of diagonals) {
    pairs.push([rank[a], rank[b]]);
    stiffness.push(k / 2);
  }
  const isDiagonal = ([a, b]: [number, number]) => columns > 0 && Math.abs(a - b) !== 1 && Math.abs(a - b) !== columns;
  return {
    hooke: 1,
    particles: {
      positions: order.map((i) => place(...at[i])),
      masses,
      pinned: order.flatMap((i, k) => (isPinned(...at[i]) ? [k] : [])),
    },
    springs: { pairs, stiffness, kinds: pairs.map((pair) => (isDiagonal(pair) ? 'shear' : 'structural')) },
    surface: triangles.map((t) => [rank[t[0]], rank[t[1]], rank[t[2]]]),
    params: columns > 0 ? { rows: n / columns, columns } : {},
  };
}
