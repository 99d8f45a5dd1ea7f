/** The faces of a mesh that can become cloth, with the edges that they share. */
import type { Vec3 } from '../../model/model';
import type { MeshNotes } from './mesh-report';
import type { PolygonMesh } from './parse-obj';
import { dividePolygon } from './polygon';

/** Most corners of a face that stays whole: each pair of them that is no edge becomes a spring. */
const MAX_CORNERS = 64;
/** Why a face is left out. */
const AGAIN = 'two corners of the face that do not follow each other are at one place';
/** Faces between two reports of progress. */
const SLICE = 4096;

/** Corners of a face that stays, or of a triangle of one that is not convex. */
export type Piece = readonly number[];

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

/** What a mesh consists of once what is wrong has been left out. */
export interface Surface {
  pieces: Piece[];
  triangles: Vec3[];
  edges: Edge[];
}

/** One number for two vertices, exact below 2²⁶ of them. */
export const keyOf = (a: number, b: number) => Math.min(a, b) * 2 ** 26 + Math.max(a, b);

/**
 * The faces as pieces and as triangles, and the edges of the pieces in the order of the file. A face without an area, with the corners
 * of another one, or at an edge that has two faces already is left out. Yields the fraction that is done.
 * @param firsts for each vertex the one that stands for it
 */
export function* surfaceOf(
  { vertices, faces }: PolygonMesh,
  firsts: Uint32Array,
  notes: MeshNotes,
): Generator<number, Surface, void> {
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
