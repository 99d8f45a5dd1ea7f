/** Turns a mesh from a file into the shape of a body. */

import { SHAPES } from '../../constraints/obstacles/body-shapes';
import { errorOfMesh } from '../../constraints/obstacles/mesh/closed-mesh';
import { boxOf, trianglesOf } from '../../constraints/obstacles/mesh/fit';
import { dot } from '../../model/deterministic-math';
import type { MeshInFile } from '../../model/environment';
import type { Vec3 } from '../../model/model';
import { grouped, MESH_LIMIT } from '../../model/validate';
import { cross, minus } from '../../model/vectors';
import { mapSlices, runToEnd } from '../../slices';
import { createMeshNotes, type MeshNotes, type MeshOptions, type MeshReport } from './mesh-report';
import { type PolygonMesh, parseObj } from './parse-obj';
import { keyOf, surfaceOf } from './surface';
import { firstOfPiece, placeVertices } from './vertices';

/** Digits of a coordinate, from the first one of the longest side on: those of single precision. */
const DIGITS = 7;
/** Characters of a name. */
const MAX_NAME = 50;

/** A mesh that bodies can have, and where it is. */
export interface ReadBody {
  /** For the list `meshes` of a scene. */
  mesh: MeshInFile;
  /** Middle of its box in the file, m. */
  center: Vec3;
  /** What was found, and left out. It has no mass. */
  report: MeshReport;
}

/**
 * Reads a closed surface from a Wavefront OBJ file.
 * @throws RangeError for a text whose faces do not enclose a volume, or have too many triangles
 */
export function readObjBody(text: string, name: string, options: MeshOptions = {}): ReadBody {
  const notes = createMeshNotes();
  return runToEnd(meshAsBody(runToEnd(parseObj(text, notes)), notes, name, options));
}

/**
 * The faces of a mesh as triangles that enclose a volume. Where they do not all turn the same way, each part is turned so that it does.
 * Yields the fraction that is done. @throws as `readObjBody`
 */
export function* meshAsBody(
  mesh: PolygonMesh,
  notes: MeshNotes,
  name: string,
  options: MeshOptions = {},
): Generator<number, ReadBody, void> {
  const { report } = notes;
  const count = mesh.faces.reduce((sum, { corners }) => sum + corners.length - 2, 0);
  if (count > MESH_LIMIT) {
    const [found, most] = [count, MESH_LIMIT].map((number) => grouped(number));
    throw new RangeError(
      `it has ${found} triangles, a body has at most ${most}: reduce it in the program that made it`,
    );
  }
  const { scaled, firsts } = placeVertices(mesh, notes, options);
  yield 0.1;
  const surface = yield* mapSlices(surfaceOf(scaled, firsts, notes), (done) => 0.1 + 0.6 * done);
  report.omissions.sort((a, b) => a.line - b.line);
  yield 0.7;
  const { vertices } = scaled;
  const triangles = Uint32Array.from(surface.triangles.flat());
  report.pieces = turnAlike(triangles, vertices, oppositeEdges(triangles));
  yield 0.8;
  const shape = { name: nameOfShape(name), ...splitCorners(triangles, vertices, oppositeEdges(triangles)) };
  const { size, center } = boxOf(trianglesOf(shape));
  report.size = size;
  yield 0.9;
  const error = errorOfMesh(shape);
  if (error) throw new RangeError(`its surface ${error}`);
  return { mesh: shape, center, report };
}

/** A name that no built-in shape has. */
function nameOfShape(name: string): string {
  const short = name.slice(0, MAX_NAME) || 'mesh';
  return Object.hasOwn(SHAPES, short) ? `${short} 2` : short;
}

/** For each edge from corner k of triangle t to the next one, numbered 3t + k, the same edge of the other triangle. @throws RangeError */
function oppositeEdges(triangles: Uint32Array): Uint32Array {
  const others = new Uint32Array(triangles.length);
  /** The edges that have one face so far. */
  const open = new Map<number, number>();
  const known = new Set<number>();
  for (let e = 0; e < triangles.length; e++) {
    const [a, b] = endsOf(triangles, e);
    const key = keyOf(a, b);
    const other = open.get(key);
    if (other === undefined && known.has(key))
      throw new RangeError(`more than two faces meet at the edge from vertex ${a + 1} to ${b + 1}`);
    known.add(key);
    if (other === undefined) open.set(key, e);
    else {
      others[e] = other;
      others[other] = e;
      open.delete(key);
    }
  }
  for (const e of open.values()) {
    const [a, b] = endsOf(triangles, e).map((vertex) => vertex + 1);
    const edge = `from vertex ${a} to ${b}`;
    const count = grouped(open.size);
    throw new RangeError(
      open.size === 1
        ? `its surface is open: an edge has a face on one side only, ${edge}`
        : `its surface is open: ${count} edges have a face on one side only, as ${edge}`,
    );
  }
  return others;
}

const next = (e: number) => (e % 3 === 2 ? e - 2 : e + 1);
const endsOf = (triangles: Uint32Array, e: number): [number, number] => [triangles[e], triangles[next(e)]];

/** Turns triangles over where neighbours do not turn the same way, and all if they are inside out. @returns how many parts there are */
function turnAlike(triangles: Uint32Array, vertices: readonly Vec3[], others: Uint32Array): number {
  const count = triangles.length / 3;
  /** 0: not seen yet; 1: stays; −1: is turned over. */
  const signs = new Int8Array(count);
  let parts = 0;
  let volume = 0;
  for (let first = 0; first < count; first++) {
    if (signs[first] !== 0) continue;
    parts++;
    signs[first] = 1;
    const part = [first];
    for (let k = 0; k < part.length; k++) {
      for (let e = 3 * part[k]; e < 3 * part[k] + 3; e++) {
        const other = Math.floor(others[e] / 3);
        if (signs[other] !== 0) continue;
        signs[other] = triangles[others[e]] === triangles[e] ? -signs[part[k]] : signs[part[k]];
        part.push(other);
      }
    }
    let own = 0;
    for (const t of part) own += signs[t] * volumeOf(triangles, vertices, t);
    // A part that was turned the same way already may be a hollow in another one.
    const turns = own < 0 && part.some((t) => signs[t] < 0) ? -1 : 1;
    for (const t of part) signs[t] *= turns;
    volume += turns * own;
  }
  for (let t = 0; t < count; t++) {
    if (signs[t] === (volume < 0 ? 1 : -1)) triangles.subarray(3 * t + 1, 3 * t + 3).reverse();
  }
  return parts;
}

/** Six times the volume of the tetrahedron of a triangle and the first vertex of all. */
function volumeOf(triangles: Uint32Array, vertices: readonly Vec3[], t: number): number {
  const [a, b, c] = [0, 1, 2].map((k) => minus(vertices[triangles[3 * t + k]], vertices[triangles[0]]));
  return dot(a, cross(b, c));
}

/** The mesh without unused vertices. A vertex at which several fans of triangles meet becomes one for each of them. */
function splitCorners(triangles: Uint32Array, vertices: readonly Vec3[], others: Uint32Array) {
  const pairs = Array.from(others, (other, e): [number, number] => [e, next(other)]);
  if (pairs.some(([corner, same]) => triangles[corner] !== triangles[same]))
    throw new RangeError('its surface has no inside: it meets itself turned over');
  const fans = firstOfPiece(triangles.length, pairs);
  const indices = new Uint32Array(fans.length);
  const points: number[] = [];
  const { size } = boxOf({ positions: vertices.flat(), triangles });
  const power = Number(
    Math.max(...size)
      .toExponential()
      .split('e')[1],
  );
  const digits = Math.min(100, Math.max(0, DIGITS - power));
  for (let e = 0; e < fans.length; e++) {
    if (fans[e] !== e) continue;
    indices[e] = points.length / 3;
    for (const x of vertices[triangles[e]]) points.push(Number(x.toFixed(digits)));
  }
  return { vertices: points, triangles: Array.from(fans, (fan) => indices[fan]) };
}
