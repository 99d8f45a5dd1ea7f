/** What a mesh gives as cloth: particles with masses, springs and triangles. */
import { distance, dot } from '../../model/deterministic-math';
import type { SpringKind, Vec3 } from '../../model/model';
import { sidesOf } from '../../model/state';
import { minus } from '../../model/vectors';
import { mapSlices } from '../../slices';
import type { MeshNotes } from './mesh-report';
import type { PolygonMesh } from './parse-obj';
import { type Edge, keyOf, type Side, surfaceOf, triangleArea } from './surface';
import { createCubes } from './vertices';

/** kg/m; mass of a line that is no edge of a face, per length. */
const LINE_DENSITY = 0.05;
/** The two pins are among the vertices in this upper fraction of the height. */
const TOP = 0.02;
/** Fraction of the work until the edges are known. */
const EDGES = 0.4;
/** Edges between two reports of progress. */
const SLICE = 4096;

/** The parts of a scene that a mesh gives. */
export interface MeshParts {
  /** n; m. */
  positions: Vec3[];
  /** n; index of each particle among the vertices of the file. */
  origins: number[];
  /** n; kg. */
  masses: number[];
  pinned: number[];
  pairs: [number, number][];
  kinds: SpringKind[];
  triangles: Vec3[];
}

/**
 * Edges become structural springs, diagonals of faces shear springs, and bend springs connect the vertices on both sides of an edge.
 * Lines become structural springs. Yields the fraction that is done.
 * @param firsts for each vertex the one that stands for it
 * @param density kg/m²
 */
export function* clothOf(
  mesh: PolygonMesh,
  firsts: Uint32Array,
  density: number,
  notes: MeshNotes,
): Generator<number, MeshParts, void> {
  const { vertices } = mesh;
  const { pieces, triangles, edges } = yield* mapSlices(surfaceOf(mesh, firsts, notes), (done) => EDGES * done);
  notes.report.tJunctions = yield* mapSlices(countTJunctions(vertices, edges), () => EDGES);
  const springs = createSprings();
  const used = new Uint8Array(vertices.length);
  for (const corners of pieces) for (const corner of corners) used[corner] = 1;
  for (const { ends } of edges) springs.add(...ends, 'structural');
  yield EDGES;
  const masses = new Float64Array(vertices.length);
  const share = (corners: readonly number[], mass: number) => {
    for (const corner of corners) masses[corner] += mass / corners.length;
  };
  for (const [a, b, c] of triangles) share([a, b, c], density * triangleArea(vertices[a], vertices[b], vertices[c]));
  for (const { ends } of mesh.lines) {
    const [a, b] = ends.map((end) => firsts[end]);
    if (springs.add(a, b, 'structural')) share([a, b], LINE_DENSITY * distance(vertices[a], vertices[b]));
    if (a !== b) for (const end of [a, b]) used[end] = 1;
  }
  for (const corners of pieces) {
    for (let a = 0; a < corners.length; a++) {
      for (let b = a + 2; b < corners.length; b++) springs.add(corners[a], corners[b], 'shear');
    }
  }
  let done = 0;
  for (const { sides } of edges) {
    if (sides.length === 2) addBends(springs, sides[0], sides[1]);
    if (++done % SLICE === 0) yield EDGES + ((1 - EDGES) * done) / edges.length;
  }
  const origins = vertices.flatMap((_, i) => (used[i] ? [i] : []));
  const indices = new Uint32Array(vertices.length);
  for (let k = 0; k < origins.length; k++) indices[origins[k]] = k;
  const positions = origins.map((i) => vertices[i]);
  const mean = masses.reduce((sum, mass) => sum + mass, 0) / origins.length;
  return {
    positions,
    origins,
    // A corner where another one is has no triangle, so no mass of its own.
    masses: origins.map((i) => masses[i] || mean),
    pinned: topmost(positions),
    pairs: springs.pairs.map(([a, b]) => [indices[a], indices[b]]),
    kinds: springs.kinds,
    triangles: triangles.map(([a, b, c]) => [indices[a], indices[b], indices[c]]),
  };
}

/** A list of springs without duplicates; a pair keeps the kind that it is added with first. */
function createSprings() {
  const [pairs, kinds]: [[number, number][], SpringKind[]] = [[], []];
  const known = new Set<number>();
  return {
    pairs,
    kinds,
    /** @returns true if there was none */
    add(a: number, b: number, kind: SpringKind): boolean {
      const key = keyOf(a, b);
      if (a === b || known.has(key)) return false;
      known.add(key);
      pairs.push([Math.min(a, b), Math.max(a, b)]);
      kinds.push(kind);
      return true;
    },
  };
}

/**
 * Connects the neighbours of the shared edge's ends in both faces: the opposite corners of two triangles, or the second
 * neighbours along both sides of two quads.
 */
function addBends(springs: ReturnType<typeof createSprings>, one: Side, other: Side): void {
  const next = ({ corners, start }: Side) => corners[(start + 2) % corners.length];
  const before = ({ corners, start }: Side) => corners[(start + corners.length - 1) % corners.length];
  const sameDirection = one.corners[one.start] === other.corners[other.start];
  springs.add(before(one), sameDirection ? before(other) : next(other), 'bend');
  springs.add(next(one), sameDirection ? next(other) : before(other), 'bend');
}

/** The leftmost and the rightmost of the topmost vertices. */
function topmost(vertices: Vec3[]): number[] {
  if (vertices.length === 0) return [];
  const [, { to: high, length }] = sidesOf(vertices.flat(), vertices.length, 3);
  const top = vertices.flatMap(([, y], i) => (y >= high - TOP * length ? [i] : []));
  const fromLeft = (a: number, b: number) => vertices[a][0] - vertices[b][0] || vertices[a][2] - vertices[b][2];
  const sorted = top.sort(fromLeft);
  return [...new Set([sorted[0], sorted[sorted.length - 1]])].sort((a, b) => a - b);
}

// Vertices on the inside of edges: there, faces lie beside each other and share no edge.

/** A vertex is on an edge if it is nearer to it than this part of its length. */
const ON_EDGE = 1e-3;
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
  const cubes = createCubes(width);
  for (const i of new Set(borders.flatMap(({ ends }) => ends))) cubes.add(vertices[i], i);
  const found = new Set<number>();
  for (let e = 0; e < borders.length; e++) {
    if (e % SLICE === 0) yield e / borders.length;
    const { ends, sides } = borders[e];
    const [from, to] = ends.map((end) => vertices[end]);
    const parts = Math.max(1, Math.ceil(lengths[e] / width));
    for (let part = 0; part <= parts; part++) {
      const [x, y, z] = from.map((value, c) => value + (part / parts) * (to[c] - value));
      for (const i of cubes.near([x, y, z])) {
        if (isInside(vertices[i], from, to, lengths[e]) && !sides[0].corners.includes(i)) found.add(i);
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
