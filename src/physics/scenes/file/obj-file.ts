/** Turns a mesh from a Wavefront OBJ file into cloth. */
import type { PlaneInFile } from '../../model/environment';
import type { SpringKind, Vec3 } from '../../model/model';
import { mapSlices, runToEnd } from '../../slices';
import { FLOOR } from '../builders/floor';
import { failAt, type ObjMesh, parseObj } from './parse-obj';
import type { SceneFile } from './scene-file';
import { SceneError } from './scene-file';

/** kg/m²; mass of the cloth per area. */
const DENSITY = 0.2;
/** N/m, of the springs of each kind. */
const STIFFNESS: Record<SpringKind, number> = { structural: 200, shear: 100, bend: 20 };
/** N·s/m. */
const DAMPING = 0.005;
/** The two pins are among the vertices in this upper fraction of the height. */
const TOP = 0.02;

/** Parts of the work: the text, the edges, and everything from there to the file. Yields the fraction of all that is done. */
const PARTS = { text: 0.5, edges: 0.7 };
/** Faces or edges between two reports of progress. */
const SLICE = 4096;

/** An edge of a face. */
interface Side {
  corners: number[];
  /** Index in `corners` of the corner at which the edge starts. */
  start: number;
}

interface Edge {
  /** Its vertices, ascending. */
  ends: [number, number];
  sides: Side[];
}

/**
 * @param text of a Wavefront OBJ file
 * @throws SceneError that begins with `line N` if the error is in one line
 */
export function readObj(text: string, name: string): SceneFile {
  return runToEnd(readObjInSlices(text, name));
}

/**
 * A mesh as cloth: edges become structural springs, diagonals of faces shear springs, and bend springs connect the vertices
 * on both sides of an edge. Masses are lumped by area, the cloth is pinned at its two topmost corners, and has a floor below it. Yields
 * the fraction that is done.
 * @throws as `readObj`
 */
export function* readObjInSlices(text: string, name: string): Generator<number, SceneFile, void> {
  const parsed = yield* mapSlices(parseObj(text), (done) => PARTS.text * done);
  const mesh = withoutUnusedVertices(parsed);
  const { vertices, faces } = mesh;
  if (faces.length === 0) throw new SceneError('', 'it has no face, so it can’t become cloth');
  const springs = createSprings();
  const edges = yield* edgesOf(mesh);
  for (const { ends } of edges) springs.add(...ends, 'structural');
  yield PARTS.edges;
  for (const { corners } of faces) {
    for (let a = 0; a < corners.length; a++) {
      for (let b = a + 2; b < corners.length; b++) springs.add(corners[a], corners[b], 'shear');
    }
  }
  let done = 0;
  for (const { sides } of edges) {
    if (sides.length === 2) addBends(springs, sides[0], sides[1]);
    if (++done % SLICE === 0) yield PARTS.edges + ((1 - PARTS.edges) * done) / edges.length;
  }
  const surface = faces.flatMap(({ corners }) =>
    corners.slice(2).map((corner, c): Vec3 => [corners[0], corners[c + 1], corner]),
  );
  return {
    hooke: 1,
    name,
    particles: { positions: vertices, masses: lumpedMasses(mesh), pinned: topmost(vertices) },
    springs: { ...springs.lists, stiffness: springs.lists.kinds.map((kind) => STIFFNESS[kind]), damping: DAMPING },
    surface,
    planes: [floorBelow(vertices)],
    integrator: 'implicit-euler',
    params: { dt: 1 / 120, drag: 1e-4 },
  };
}

/** The floor of the room if the mesh is above it, else one below the mesh by a tenth of its height. */
function floorBelow(vertices: readonly Vec3[]): PlaneInFile {
  let [low, high] = [Infinity, -Infinity];
  for (const [, y] of vertices) [low, high] = [Math.min(low, y), Math.max(high, y)];
  return low > 0 ? FLOOR : { ...FLOOR, point: [0, low - 0.1 * (high - low || 1), 0] };
}

/** A list of springs without duplicates; a pair keeps the kind that it is added with first. */
function createSprings() {
  const lists = { pairs: [] as [number, number][], kinds: [] as SpringKind[] };
  const known = new Set<number>();
  return {
    lists,
    add(a: number, b: number, kind: SpringKind): void {
      const key = keyOf(a, b);
      if (a === b || known.has(key)) return;
      known.add(key);
      lists.pairs.push([Math.min(a, b), Math.max(a, b)]);
      lists.kinds.push(kind);
    },
  };
}

/** One number for two vertices, exact below 2²⁶ of them. */
const keyOf = (a: number, b: number) => Math.min(a, b) * 2 ** 26 + Math.max(a, b);

/** The edges in the order of the file, each with the one or two faces that it bounds. */
function* edgesOf({ faces }: ObjMesh): Generator<number, Edge[], void> {
  const edges = new Map<number, Edge>();
  const lines = new Map<string, number>();
  for (let i = 0; i < faces.length; i++) {
    const { corners, line } = faces[i];
    if (i % SLICE === 0) yield PARTS.text + ((PARTS.edges - PARTS.text) * i) / faces.length;
    const face = [...corners].sort((a, b) => a - b).join(' ');
    const first = lines.get(face);
    if (first !== undefined) failAt(line, `the face has the same corners as the face in line ${first}`);
    lines.set(face, line);
    corners.forEach((corner, start) => {
      const next = corners[(start + 1) % corners.length];
      const ends: Edge['ends'] = [Math.min(corner, next), Math.max(corner, next)];
      const edge = edges.get(keyOf(...ends));
      if (!edge) edges.set(keyOf(...ends), { ends, sides: [{ corners, start }] });
      else if (edge.sides.push({ corners, start }) > 2) {
        const [a, b] = ends;
        failAt(line, `the edge from vertex ${a + 1} to ${b + 1} has a third face, so the mesh can't become cloth`);
      }
    });
  }
  return [...edges.values()];
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

/** kg; each corner of a triangle gets a third of its mass. */
function lumpedMasses({ vertices, faces }: ObjMesh): number[] {
  const masses = new Array<number>(vertices.length).fill(0);
  for (const { corners, line } of faces) {
    for (let c = 2; c < corners.length; c++) {
      const triangle = [corners[0], corners[c - 1], corners[c]];
      const area = areaOf(triangle.map((corner) => vertices[corner]));
      if (!Number.isFinite(area)) failAt(line, 'the face is too large');
      if (!(area > 0)) failAt(line, 'the face has no area');
      for (const corner of triangle) masses[corner] += (DENSITY * area) / 3;
    }
  }
  return masses;
}

/** m². */
function areaOf([a, b, c]: Vec3[]): number {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const x = u[1] * v[2] - u[2] * v[1];
  const y = u[2] * v[0] - u[0] * v[2];
  const z = u[0] * v[1] - u[1] * v[0];
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}

/** The leftmost and the rightmost of the topmost vertices. */
function topmost(vertices: Vec3[]): number[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [, y] of vertices) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const top = vertices.flatMap(([, y], i) => (y >= high - TOP * (high - low) ? [i] : []));
  const fromLeft = (a: number, b: number) => vertices[a][0] - vertices[b][0] || vertices[a][2] - vertices[b][2];
  const sorted = top.sort(fromLeft);
  return [...new Set([sorted[0], sorted[sorted.length - 1]])].sort((a, b) => a - b);
}

function withoutUnusedVertices({ vertices, faces }: ObjMesh): ObjMesh {
  const used = new Set(faces.flatMap(({ corners }) => corners));
  if (used.size === vertices.length) return { vertices, faces };
  const kept = vertices.flatMap((_, i) => (used.has(i) ? [i] : []));
  const indices = new Map(kept.map((i, index) => [i, index]));
  return {
    vertices: kept.map((i) => vertices[i]),
    faces: faces.map(({ corners, line }) => ({ corners: corners.map((i) => indices.get(i) as number), line })),
  };
}
