/** Vertices on the inside of edges: there, faces lie beside each other and share no edge. */
import { distance, dot } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import type { Edge } from './surface';

/** A vertex is on an edge if it is nearer to it than this part of its length. */
const ON_EDGE = 1e-3;
/** Edges between two reports of progress. */
const SLICE = 4096;

/**
 * How many vertices lie on an edge that has one face, and are no corner of that: T-junctions. Only vertices of such edges are asked, as all
 * around any other one there are faces. Yields the fraction that is done.
 *
 * They are found in cubes as wide as the mean edge of those: about points on the edge that are not farther apart.
 */
export function* countTJunctions(vertices: readonly Vec3[], edges: readonly Edge[]): Generator<number, number, void> {
  const borders = edges.filter(({ sides }) => sides.length === 1);
  const lengths = borders.map(({ ends: [a, b] }) => distance(vertices[a], vertices[b]));
  const width = lengths.reduce((sum, length) => sum + length, 0) / borders.length;
  const cubes = new Map<string, number[]>();
  const keyAt = (x: number, y: number, z: number) => `${x},${y},${z}`;
  for (const i of new Set(borders.flatMap(({ ends }) => ends))) {
    const [x, y, z] = vertices[i].map((value) => Math.floor(value / width));
    const key = keyAt(x, y, z);
    const inside = cubes.get(key);
    if (inside) inside.push(i);
    else cubes.set(key, [i]);
  }
  const found = new Set<number>();
  for (let e = 0; e < borders.length; e++) {
    if (e % SLICE === 0) yield e / borders.length;
    const { ends, sides } = borders[e];
    const [from, to] = ends.map((end) => vertices[end]);
    const parts = Math.max(1, Math.ceil(lengths[e] / width));
    for (let part = 0; part <= parts; part++) {
      const [x, y, z] = from.map((value, c) => Math.floor((value + (part / parts) * (to[c] - value)) / width));
      for (let cube = 0; cube < 27; cube++) {
        const key = keyAt(x + (cube % 3) - 1, y + (Math.floor(cube / 3) % 3) - 1, z + Math.floor(cube / 9) - 1);
        for (const i of cubes.get(key) ?? []) {
          if (isInside(vertices[i], from, to, lengths[e]) && !sides[0].corners.includes(i)) found.add(i);
        }
      }
    }
  }
  return found.size;
}

/** True if a point is on an edge and not at its ends. */
function isInside(point: Vec3, from: Vec3, to: Vec3, length: number): boolean {
  const limit = ON_EDGE * length;
  const along = dot(minus(point, from), minus(to, from)) / length;
  if (along < limit || along > length - limit) return false;
  return (
    distance(
      point,
      from.map((value, c) => value + (along / length) * (to[c] - value)),
    ) < limit
  );
}

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
