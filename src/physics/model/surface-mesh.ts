/** The triangles of a surface by their corners: which of them are around a particle, and which beside an edge. */
import { type Model, placesOf } from './model';
import { between, cross, lengthOf } from './vectors';

/** Two particles that a side of a triangle joins. */
export type Edge = readonly [number, number];

export type SurfaceMesh = ReturnType<typeof surfaceMesh>;

/** @param triangles 3t @param particleCount n */
export function surfaceMesh(triangles: Uint32Array, particleCount: number) {
  const { starts, places } = placesOf(triangles, particleCount);
  const fans = places.map((corner) => Math.floor(corner / 3));
  const around = (i: number): Uint32Array => fans.subarray(starts[i], starts[i + 1]);
  return {
    /** 3t; corners. */
    triangles,
    /** The triangles around a particle, ascending. */
    around,
    /** The triangles that have both corners: one at a border, two inside. */
    beside: (a: number, b: number) => Array.from(around(a)).filter((t) => hasCorner(triangles, t, b)),
  };
}

/** True if the particle is a corner of triangle t. */
export function hasCorner(triangles: Uint32Array, t: number, particle: number): boolean {
  const o = 3 * t;
  return triangles[o] === particle || triangles[o + 1] === particle || triangles[o + 2] === particle;
}

/** The three corners of triangle t. */
export function cornersOf({ triangles }: SurfaceMesh, t: number): Uint32Array {
  return triangles.subarray(3 * t, 3 * t + 3);
}

/** The corner of triangle t that is neither a nor b. */
export function thirdCorner(mesh: SurfaceMesh, t: number, a: number, b: number): number {
  const [p, q, r] = cornersOf(mesh, t);
  if (p !== a && p !== b) return p;
  return q !== a && q !== b ? q : r;
}

/** The particles that the sides of triangles join to this one. */
export function neighboursOf(mesh: SurfaceMesh, particle: number): Set<number> {
  const neighbours = new Set<number>();
  for (const t of mesh.around(particle)) for (const corner of cornersOf(mesh, t)) neighbours.add(corner);
  neighbours.delete(particle);
  return neighbours;
}

/**
 * The triangles around a particle, in parts that only borders, and edges to particles of which `isOpen` is true, separate; in the order of
 * their first triangles.
 */
export function fansAround(mesh: SurfaceMesh, particle: number, isOpen = (_: number) => false): number[][] {
  const left = new Set(mesh.around(particle));
  return Array.from(mesh.around(particle)).flatMap((start) => {
    if (!left.delete(start)) return [];
    const fan = [start];
    for (const t of fan) {
      for (const other of cornersOf(mesh, t)) {
        if (other === particle || isOpen(other)) continue;
        for (const next of mesh.beside(particle, other)) if (left.delete(next)) fan.push(next);
      }
    }
    return [fan];
  });
}

/**
 * True for a surface that can be slit: at most two triangles meet at an edge, and it has a border. The skin of a solid body is
 * closed: what it encloses would hold a slit together.
 */
export function isSheet(mesh: SurfaceMesh): boolean {
  const { triangles } = mesh;
  let hasBorder = false;
  for (let k = 0; k < triangles.length; k++) {
    const following = k % 3 === 2 ? k - 2 : k + 1;
    const count = mesh.beside(triangles[k], triangles[following]).length;
    if (count > 2) return false;
    if (count === 1) hasBorder = true;
  }
  return hasBorder;
}

/**
 * A third of the area of each triangle at each of its corners, n; m².
 * @param rest 3n; m @param intact one flag for each triangle; absent: all count
 */
export function cornerAreas(
  triangles: Uint32Array,
  rest: Float64Array,
  particleCount: number,
  intact?: Uint8Array,
): Float64Array {
  const areas = new Float64Array(particleCount);
  for (let t = 0; t < triangles.length; t += 3) {
    if (intact?.[t / 3] === 0) continue;
    const a = triangles[t];
    const area = 0.5 * lengthOf(cross(between(rest, a, triangles[t + 1]), between(rest, a, triangles[t + 2])));
    for (let corner = t; corner < t + 3; corner++) areas[triangles[corner]] += area / 3;
  }
  return areas;
}

/** The surface triangles whose corners are all among the selected particles; 3 corners each. */
export function selectedTriangles({ surface, particleCount }: Model, particles: Uint32Array): Uint32Array {
  const selected = new Uint8Array(particleCount);
  for (const particle of particles) selected[particle] = 1;
  return surface.filter((_, corner) => {
    const t = corner - (corner % 3);
    return selected[surface[t]] + selected[surface[t + 1]] + selected[surface[t + 2]] === 3;
  });
}
