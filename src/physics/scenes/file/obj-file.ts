/** Turns a mesh from a Wavefront OBJ file into cloth. */
import type { PlaneInFile } from '../../model/environment';
import type { SpringKind, Vec3 } from '../../model/model';
import { mapSlices, runToEnd } from '../../slices';
import { FLOOR } from '../builders/floor';
import { createMeshNotes, type MeshNotes, type MeshReport } from './mesh-report';
import { type ObjMesh, parseObj } from './parse-obj';
import { distance, dividePolygon, triangleArea } from './polygon';
import type { SceneFile } from './scene-file';
import { SceneError } from './scene-file';

/** kg/m²; mass of the cloth per area. */
const DENSITY = 0.2;
/** kg/m; mass of a line that is no edge of a face, per length. */
const LINE_DENSITY = 0.05;
/** N/m, of the springs of each kind. */
const STIFFNESS: Record<SpringKind, number> = { structural: 200, shear: 100, bend: 20 };
/** N·s/m. */
const DAMPING = 0.005;
/** The two pins are among the vertices in this upper fraction of the height. */
const TOP = 0.02;
/** Most corners of a face that stays whole: each pair of them that is no edge becomes a spring. */
const MAX_CORNERS = 64;

/** Parts of the work: the text, the edges, and everything from there to the file. Yields the fraction of all that is done. */
const PARTS = { text: 0.5, edges: 0.7 };
/** Faces or edges between two reports of progress. */
const SLICE = 4096;

/** A scene from a mesh, and what was left out of it. */
export interface ReadMesh {
  file: SceneFile;
  report: MeshReport;
}

/** Corners of a face that stays, or of a triangle of one that is not convex. */
type Piece = readonly number[];

/** An edge of a piece. */
interface Side {
  corners: Piece;
  /** Index in `corners` of the corner at which the edge starts. */
  start: number;
}

interface Edge {
  /** Its vertices, ascending. */
  ends: [number, number];
  sides: Side[];
}

/** What a mesh consists of once what is wrong has been left out. */
interface Surface {
  pieces: Piece[];
  triangles: Vec3[];
  edges: Edge[];
}

/**
 * @param text of a Wavefront OBJ file
 * @throws SceneError for a text without a face or a line that can be read
 */
export function readObj(text: string, name: string): ReadMesh {
  return runToEnd(readObjInSlices(text, name));
}

/**
 * A mesh as cloth: edges become structural springs, diagonals of faces shear springs, and bend springs connect the vertices
 * on both sides of an edge. A face that is not convex counts as its triangles. Lines become structural springs. Masses are lumped by
 * area, and by length for lines. The cloth is pinned at its two topmost corners, and has a floor below it. What cannot be read or
 * become cloth is left out, and reported. Yields the fraction that is done.
 * @throws as `readObj`
 */
export function* readObjInSlices(text: string, name: string): Generator<number, ReadMesh, void> {
  const notes = createMeshNotes();
  const mesh = yield* mapSlices(parseObj(text, notes), (done) => PARTS.text * done);
  const divided = yield* surfaceOf(mesh, notes);
  notes.report.omissions.sort((a, b) => a.line - b.line);
  if (divided.pieces.length === 0 && mesh.lines.length === 0) throw nothingToRead(notes.report);
  const { vertices, lines } = mesh;
  const { pieces, triangles, edges } = divided;
  const springs = createSprings();
  for (const { ends } of edges) springs.add(...ends, 'structural');
  yield PARTS.edges;
  const masses = new Float64Array(vertices.length);
  const share = (corners: readonly number[], mass: number) => {
    for (const corner of corners) masses[corner] += mass / corners.length;
  };
  for (const [a, b, c] of triangles) share([a, b, c], DENSITY * triangleArea(vertices[a], vertices[b], vertices[c]));
  for (const { ends } of lines) {
    const [a, b] = ends;
    if (springs.add(a, b, 'structural')) share(ends, LINE_DENSITY * distance(vertices[a], vertices[b]));
  }
  for (const corners of pieces) {
    for (let a = 0; a < corners.length; a++) {
      for (let b = a + 2; b < corners.length; b++) springs.add(corners[a], corners[b], 'shear');
    }
  }
  let done = 0;
  for (const { sides } of edges) {
    if (sides.length === 2) addBends(springs, sides[0], sides[1]);
    if (++done % SLICE === 0) yield PARTS.edges + ((1 - PARTS.edges) * done) / edges.length;
  }
  const { kept, indices } = usedVertices(mesh, pieces);
  const positions = kept.map((i) => vertices[i]);
  const mean = masses.reduce((sum, mass) => sum + mass, 0) / kept.length;
  const { pairs, kinds } = springs.lists;
  const file: SceneFile = {
    hooke: 1,
    name,
    // A corner where another one is has no triangle, so no mass of its own.
    particles: { positions, masses: kept.map((i) => masses[i] || mean), pinned: topmost(positions) },
    springs: {
      pairs: pairs.map(([a, b]) => [indices[a], indices[b]]),
      kinds,
      stiffness: kinds.map((kind) => STIFFNESS[kind]),
      damping: DAMPING,
    },
    surface: triangles.map(([a, b, c]) => [indices[a], indices[b], indices[c]]),
    planes: [floorBelow(positions)],
    integrator: 'implicit-euler',
    params: { dt: 1 / 120, drag: 1e-4 },
  };
  return { file, report: notes.report };
}

/** The error of a text from which nothing can become cloth, with the first reason. */
function nothingToRead({ omissions: [first] }: MeshReport): SceneError {
  const why = first !== undefined ? `; line ${first.line}: ${first.reason}` : '';
  return new SceneError('', `it has no face and no line that can become cloth${why}`);
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
    /** @returns true if there was none */
    add(a: number, b: number, kind: SpringKind): boolean {
      const key = keyOf(a, b);
      if (a === b || known.has(key)) return false;
      known.add(key);
      lists.pairs.push([Math.min(a, b), Math.max(a, b)]);
      lists.kinds.push(kind);
      return true;
    },
  };
}

/** One number for two vertices, exact below 2²⁶ of them. */
const keyOf = (a: number, b: number) => Math.min(a, b) * 2 ** 26 + Math.max(a, b);

/**
 * The faces as pieces and as triangles, and the edges of the pieces in the order of the file. A face without an area, with the corners
 * of another one, or at an edge that has two faces already is left out.
 */
function* surfaceOf({ vertices, faces }: ObjMesh, notes: MeshNotes): Generator<number, Surface, void> {
  const edges = new Map<number, Edge>();
  const lines = new Map<string, number>();
  const [pieces, triangles]: [Piece[], Vec3[]] = [[], []];
  for (let i = 0; i < faces.length; i++) {
    if (i % SLICE === 0) yield PARTS.text + ((PARTS.edges - PARTS.text) * i) / faces.length;
    const { corners, line } = faces[i];
    const divided = dividePolygon(corners.map((corner) => vertices[corner]));
    const face = [...corners].sort((a, b) => a - b).join(' ');
    const first = lines.get(face);
    if (typeof divided === 'string' || first !== undefined) {
      const twice = `the face has the same corners as the face in line ${first}`;
      notes.omit('face', line, typeof divided === 'string' ? divided : twice);
      continue;
    }
    const parts = divided.triangles.map((all) => all.map((c) => corners[c]) as Vec3);
    const own: Piece[] = divided.isConvex && corners.length <= MAX_CORNERS ? [corners] : parts;
    const third = edgeOfThird(edges, own);
    if (third) {
      notes.omit('face', line, `the edge from vertex ${third[0] + 1} to ${third[1] + 1} has two faces already`);
      continue;
    }
    lines.set(face, line);
    for (const [key, ends, side] of sidesOf(own)) {
      const edge = edges.get(key);
      if (edge) edge.sides.push(side);
      else edges.set(key, { ends, sides: [side] });
    }
    for (const piece of own) pieces.push(piece);
    for (const triangle of parts) triangles.push(triangle);
  }
  return { pieces, triangles, edges: [...edges.values()] };
}

/** Every edge of every piece: its key, its vertices ascending, and itself. */
function sidesOf(pieces: readonly Piece[]): [number, Edge['ends'], Side][] {
  return pieces.flatMap((corners) =>
    corners.map((corner, start): [number, Edge['ends'], Side] => {
      const next = corners[(start + 1) % corners.length];
      return [keyOf(corner, next), [Math.min(corner, next), Math.max(corner, next)], { corners, start }];
    }),
  );
}

/** The first edge that would have more than two sides with these pieces. */
function edgeOfThird(edges: ReadonlyMap<number, Edge>, pieces: readonly Piece[]): Edge['ends'] | undefined {
  const counts = new Map<number, number>();
  for (const [key, ends] of sidesOf(pieces)) {
    const count = (counts.get(key) ?? edges.get(key)?.sides.length ?? 0) + 1;
    if (count > 2) return ends;
    counts.set(key, count);
  }
  return undefined;
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

/** The vertices that a face or a line has, and by their number in the file their number among these. */
function usedVertices(
  { vertices, lines }: ObjMesh,
  pieces: readonly Piece[],
): { kept: number[]; indices: Uint32Array } {
  const used = new Uint8Array(vertices.length);
  for (const corners of pieces) for (const corner of corners) used[corner] = 1;
  for (const { ends } of lines) for (const end of ends) used[end] = 1;
  const kept = vertices.flatMap((_, i) => (used[i] ? [i] : []));
  const indices = new Uint32Array(vertices.length);
  for (let k = 0; k < kept.length; k++) indices[kept[k]] = k;
  return { kept, indices };
}
