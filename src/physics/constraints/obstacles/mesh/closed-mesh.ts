/** Closed triangle meshes: what makes one closed, and the normals of its faces, edges and corners. */
import { cos, sin } from '../../../model/deterministic-math';
import type { MeshInFile } from '../../../model/environment';
import type { Vec3 } from '../../../model/model';
import { between, cross, unit } from '../../../model/vectors';
import type { TriangleMesh } from '../obstacle';
import { fitted, trianglesOf } from './fit';

/** A mesh that encloses a volume, with normals that tell inside from outside. */
export interface ClosedMesh extends TriangleMesh {
  /** 3t; unit normals of the faces. */
  readonly faceNormals: Float64Array;
  /** 9t; unit normals of the edges from corner k of a triangle to the next one, in the middle of those of both faces. */
  readonly edgeNormals: Float64Array;
  /** 3v; unit normals of the corners: the sum over the faces of angle times normal. */
  readonly vertexNormals: Float64Array;
}

/** A triangle with less area than this part of the square of its longest edge has a normal that is mostly rounding. */
const FLAT = 1e-10;

/** Why bodies can't have a mesh, as in `is open: the edge 3–7 has one face`; null if they can. Vertices are counted from 0. */
export function errorOfMesh(mesh: MeshInFile): string | null {
  const count = mesh.vertices.length / 3;
  const corner = mesh.triangles.findIndex((vertex) => vertex >= count);
  if (corner >= 0)
    return `has no vertex ${mesh.triangles[corner]}, a corner of triangle ${Math.floor(corner / 3)}; there are ${count}`;
  return meshError(fitted(trianglesOf(mesh), [1, 1, 1]), 0, FLAT, mesh.vertices);
}

/**
 * Why a mesh does not enclose a volume; null if it does.
 * @param first number of the first vertex @param flat least area of a triangle, as a part of the square of its longest edge
 * @param given the positions to show
 */
export function meshError(
  mesh: TriangleMesh,
  first = 0,
  flat = 0,
  given: ArrayLike<number> = mesh.positions,
): string | null {
  const { triangles } = mesh;
  const cornersOf = (t: number) =>
    [0, 1, 2]
      .map((k) => 3 * triangles[3 * t + k])
      .map((v) => `(${given[v]}, ${given[v + 1]}, ${given[v + 2]})`)
      .join(' ');
  if (triangles.length === 0) return 'has no triangles';
  const others = oppositeEdges(mesh, first);
  if (typeof others === 'string') return others;
  const apart = separateFans(mesh, others);
  if (apart >= 0) return `has two parts that only the corner ${apart + first} joins: each needs a corner of its own`;
  for (let t = 0; t < triangles.length / 3; t++) {
    const doubled = Math.max(...areaVector(mesh, t).map(Math.abs));
    if (!(doubled > flat * longestEdge(mesh, t))) return `has a triangle, ${t}, without area: ${cornersOf(t)}`;
  }
  return volume(mesh) > 0 ? null : 'is inside out: corners must be counter-clockwise seen from outside';
}

/** The mesh with its normals. Source: Bærentzen, Aanæs, Signed Distance Computation Using the Angle Weighted Pseudonormal, 2005.
 *  @throws RangeError as of `meshError` */
export function closedMesh(mesh: TriangleMesh): ClosedMesh {
  const error = meshError(mesh);
  if (error !== null) throw new RangeError(`the mesh ${error}`);
  const { positions, triangles } = mesh;
  const faceNormals = new Float64Array(triangles.length);
  const edgeNormals = new Float64Array(3 * triangles.length);
  const vertexNormals = new Float64Array(positions.length);
  for (let t = 0; t < triangles.length / 3; t++) faceNormals.set(unit(areaVector(mesh, t)), 3 * t);
  const others = oppositeEdges(mesh) as Uint32Array;
  for (let e = 0; e < triangles.length; e++) {
    const t = 3 * Math.floor(e / 3);
    const o = 3 * Math.floor(others[e] / 3);
    edgeNormals.set(unit([0, 1, 2].map((axis) => faceNormals[t + axis] + faceNormals[o + axis])), 3 * e);
    const angle = cornerAngle(mesh, e);
    for (let axis = 0; axis < 3; axis++) vertexNormals[3 * triangles[e] + axis] += angle * faceNormals[t + axis];
  }
  for (let v = 0; v < positions.length; v += 3) vertexNormals.set(unit(vertexNormals.subarray(v, v + 3)), v);
  return { positions, triangles, faceNormals, edgeNormals, vertexNormals };
}

/** For each edge from corner k of a triangle t to the next one, numbered 3t + k, the number of the same edge in the other triangle; or
 *  why one has none. */
export function oppositeEdges({ positions, triangles }: TriangleMesh, first = 0): Uint32Array | string {
  const vertexCount = positions.length / 3;
  const edges = new Map<number, number>();
  for (let e = 0; e < triangles.length; e++) {
    const [a, b] = edgeEnds(triangles, e);
    if (a === b) return `has a triangle, ${Math.floor(e / 3)}, with the corner ${a + first} twice`;
    const key = a * vertexCount + b;
    if (edges.has(key))
      return `has an edge, ${a + first}–${b + first}, with two faces on one side: more than two meet there, or one is turned over`;
    edges.set(key, e);
  }
  const others = new Uint32Array(triangles.length);
  const open: string[] = [];
  for (let e = 0; e < triangles.length; e++) {
    const [a, b] = edgeEnds(triangles, e);
    const other = edges.get(b * vertexCount + a);
    if (other === undefined) open.push(`${a + first}–${b + first}`);
    else others[e] = other;
  }
  if (open.length === 0) return others;
  return open.length === 1
    ? `is open: the edge ${open[0]} has one face`
    : `is open: ${open.length} edges have one face, the first is ${open[0]}`;
}

/** A corner whose triangles form more than one fan, or −1. */
function separateFans({ positions, triangles }: TriangleMesh, others: Uint32Array): number {
  const counts = new Uint32Array(positions.length / 3);
  const starts = new Int32Array(positions.length / 3).fill(-1);
  for (let e = 0; e < triangles.length; e++) {
    counts[triangles[e]]++;
    starts[triangles[e]] = e;
  }
  for (let v = 0; v < counts.length; v++) {
    if (counts[v] === 0) continue;
    let fan = 0;
    let e = starts[v];
    do {
      fan++;
      const incoming = 3 * Math.floor(e / 3) + ((e + 2) % 3);
      e = others[incoming];
    } while (e !== starts[v]);
    if (fan < counts[v]) return v;
  }
  return -1;
}

/** The vertices of the edge from corner e % 3 of the triangle ⌊e/3⌋ to the next one. */
export function edgeEnds(triangles: Uint32Array, e: number): [number, number] {
  return [triangles[e], triangles[e % 3 === 2 ? e - 2 : e + 1]];
}

/** Square of its largest difference along an axis, m². */
function longestEdge({ positions: x, triangles }: TriangleMesh, t: number): number {
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    const [a, b] = edgeEnds(triangles, 3 * t + k);
    for (let axis = 0; axis < 3; axis++) longest = Math.max(longest, Math.abs(x[3 * b + axis] - x[3 * a + axis]));
  }
  return longest * longest;
}

/** Twice the area of a triangle, along its normal. */
function areaVector({ positions: x, triangles }: TriangleMesh, t: number): Vec3 {
  const a = triangles[3 * t];
  return cross(between(x, a, triangles[3 * t + 1]), between(x, a, triangles[3 * t + 2]));
}

/** Volume that the triangles enclose, m³. */
function volume(mesh: TriangleMesh): number {
  const { positions: x, triangles } = mesh;
  // From the first corner, so that nothing is lost to rounding far away from the origin.
  const first = 3 * triangles[0];
  let sum = 0;
  for (let t = 0; t < triangles.length / 3; t++) {
    const normal = areaVector(mesh, t);
    for (let axis = 0; axis < 3; axis++) sum += (normal[axis] * (x[3 * triangles[3 * t] + axis] - x[first + axis])) / 6;
  }
  return sum;
}

/** The angle at corner e % 3 of the triangle ⌊e/3⌋, rad. */
function cornerAngle({ positions: x, triangles }: TriangleMesh, e: number): number {
  const t = 3 * Math.floor(e / 3);
  const u = unit(between(x, triangles[e], triangles[t + ((e + 1) % 3)]));
  const v = unit(between(x, triangles[e], triangles[t + ((e + 2) % 3)]));
  const cosine = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  // θ += sin(θ* − θ): the error becomes a sixth of its cube.
  let angle = 0.5 * Math.PI - cosine;
  for (let i = 0; i < 4; i++) angle += sine * cos(angle) - cosine * sin(angle);
  return angle;
}
