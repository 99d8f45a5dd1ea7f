/** The faces of a mesh that can become cloth, with the edges that they share. */
import earcut from 'earcut';
import { distance } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { cross, lengthOf, minus } from '../../model/vectors';
import type { MeshNotes } from './mesh-report';
import type { PolygonMesh } from './parse-obj';

/** Most corners of a face that stays whole: each pair of them that is no edge becomes a spring. */
const MAX_CORNERS = 64;
/** Why a face is left out. */
const AGAIN = 'two corners of the face that do not follow each other are at one place';
/** Faces between two reports of progress. */
const SLICE = 4096;

/** Corners of a face that stays, or of a triangle of one that is not convex. */
type Piece = readonly number[];

/** An edge of a piece. */
export interface Side {
  corners: Piece;
  /** Index in `corners` of the corner at which the edge starts. */
  start: number;
}

export interface Edge {
  /** Its vertices, ascending. */
  ends: [number, number];
  sides: Side[];
}

/** One number for two vertices, exact below 2²⁶ of them. */
export const keyOf = (a: number, b: number) => Math.min(a, b) * 2 ** 26 + Math.max(a, b);

/**
 * The faces as pieces and as triangles, and the edges of the pieces in the order of the file. A face without an area, with the corners
 * of another one, or at an edge that has two faces already is left out. Yields the fraction that is done.
 * @param firsts for each vertex the one that stands for it
 */
export function* surfaceOf({ vertices, faces }: PolygonMesh, firsts: Uint32Array, notes: MeshNotes) {
  const edges = new Map<number, Edge>();
  const lines = new Map<string, number>();
  const [pieces, triangles]: [Piece[], Vec3[]] = [[], []];
  for (let i = 0; i < faces.length; i++) {
    if (i % SLICE === 0) yield i / faces.length;
    const { line } = faces[i];
    const corners = welded(faces[i].corners, firsts);
    const divided = new Set(corners).size < corners.length ? AGAIN : dividePolygon(corners.map((c) => vertices[c]));
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

/** Corners at one place count once if they follow each other. */
function welded(corners: readonly number[], firsts: Uint32Array): number[] {
  const all = corners.map((corner) => firsts[corner]);
  return all.filter((corner, c) => corner !== all[(c + 1) % all.length]);
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

// Divides a polygon in space into triangles.

/** A triangle has an area if the sine of an angle, or the same for a polygon, is above this: beyond rounding. */
const FLAT = 1e-12;
/** Largest difference between the area of a polygon and that of its triangles, as a part of the larger. */
const AREA_ERROR = 1e-6;

/**
 * A convex polygon becomes a fan. Any other is cut in the plane of two axes that it is seen largest in; its normal is Newell's,
 * N = ½ Σ x_c × x_c+1, which a polygon that is not quite plane has too.
 * Sources: Sutherland, Sproull, Schumacker, A Characterization of Ten Hidden-Surface Algorithms; Eberly, Triangulation by Ear Clipping.
 * @returns indices of corners, each triangle with an area, turning as the polygon; if every line between two corners is inside or on the
 * boundary; or what is wrong
 */
export function dividePolygon(corners: readonly Vec3[]) {
  const n = corners.length;
  const normal: Vec3 = [0, 0, 0];
  let perimeter = 0;
  for (let c = 1; c + 1 < n; c++) {
    const part = areaVector(corners[0], corners[c], corners[c + 1]);
    for (let axis = 0; axis < 3; axis++) normal[axis] += part[axis];
  }
  for (let c = 0; c < n; c++) perimeter += distance(corners[c], corners[(c + 1) % n]);
  const doubled = lengthOf(normal);
  if (!(doubled > FLAT * perimeter * perimeter)) return 'the face has no area';
  const axis = [0, 1, 2].reduce((best, a) => (Math.abs(normal[a]) > Math.abs(normal[best]) ? a : best), 0);
  const [u, v] = normal[axis] > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  /** Twice the area of a triangle in the plane, positive if it turns as the polygon does. */
  const turn = (a: number, b: number, c: number) =>
    (corners[b][u] - corners[a][u]) * (corners[c][v] - corners[a][v]) -
    (corners[b][v] - corners[a][v]) * (corners[c][u] - corners[a][u]);
  const nothing = FLAT * perimeter * perimeter;
  const fan = corners.slice(2).map((_, c): Vec3 => [0, c + 1, c + 2]);
  const isConvex =
    fan.every(([a, b, c]) => turn(a, b, c) >= -nothing) &&
    corners.every((_, c) => turn((c + n - 1) % n, c, (c + 1) % n) >= -nothing);
  if (isConvex && fan.every(([a, b, c]) => turn(a, b, c) > nothing)) return { triangles: fan, isConvex };
  const cut = earcut(corners.flatMap((corner) => [corner[u], corner[v]]));
  const triangles: Vec3[] = [];
  for (let k = 0; k < cut.length; k += 3) {
    const [a, b, c] = [cut[k], cut[k + 1], cut[k + 2]];
    triangles.push(turn(a, b, c) > 0 ? [a, b, c] : [a, c, b]);
  }
  addCornersBetween(triangles, n);
  const solid = triangles.filter(([a, b, c]) => turn(a, b, c) > nothing);
  const area = solid.reduce((sum, [a, b, c]) => sum + turn(a, b, c), 0);
  const expected = Math.abs(normal[axis]);
  if (Math.abs(area - expected) > AREA_ERROR * Math.max(area, expected)) return 'the face crosses itself';
  return { triangles: solid, isConvex };
}

/** A corner on the line between its neighbours may be in no triangle: splits the one on this line. */
function addCornersBetween(triangles: Vec3[], n: number): void {
  const used = new Set(triangles.flat());
  for (let c = 0; c < n; c++) {
    if (used.has(c)) continue;
    let [before, after] = [(c + n - 1) % n, (c + 1) % n];
    while (!used.has(before) && before !== c) before = (before + n - 1) % n;
    while (!used.has(after) && after !== c) after = (after + 1) % n;
    const k = triangles.findIndex((all) => all.some((corner, i) => corner === before && all[(i + 1) % 3] === after));
    if (k < 0) continue;
    const opposite = triangles[k].find((corner) => corner !== before && corner !== after) as number;
    triangles.splice(k, 1, [before, c, opposite], [c, after, opposite]);
    used.add(c);
  }
}

/** (b − a) × (c − a) */
const areaVector = (a: Vec3, b: Vec3, c: Vec3) => cross(minus(b, a), minus(c, a));

/** m². */
export const triangleArea = (a: Vec3, b: Vec3, c: Vec3) => 0.5 * lengthOf(areaVector(a, b, c));
