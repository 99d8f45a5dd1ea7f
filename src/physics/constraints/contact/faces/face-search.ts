import type { Floats } from '../../../model/arena';
import { intactTriangles } from '../../../model/cuts';
import type { Model } from '../../../model/model';
import { edgeEnds } from '../../obstacles/mesh/closed-mesh';
import type { Obstacle, Outline } from '../../obstacles/obstacle';

/** How deep a point of the net may be inside: as part of the longest side of its triangle. */
export const FACE_TOLERANCE = 2e-3;
/** The normal of a contact turns by less than arccos of this while it slides. */
export const MIN_TURN = 0.5;

/** Where the net is in the axes of a body: from step to step the same particles are near its edges. */
export interface BodyPlaces {
  /** The body that they are of. */
  outline: Outline | null;
  /** 3n; at both ends of the step, m. */
  start: Float64Array;
  end: Float64Array;
  /** 3n; where the distance to the nearest feature was computed last, and n; that distance, m. */
  readonly asked: Float64Array;
  readonly clear: Float64Array;
  /** n; 1 if a triangle at this particle may touch a feature in the step. */
  readonly isNear: Uint8Array;
  /** 9 per triangle of the net, its corners when they were measured last, m; a bound of φ on it then; and which search that was. */
  readonly seen: Float64Array;
  readonly bounds: Float64Array;
  readonly searches: Uint32Array;
}

/** What a search reads: the net and the obstacles at both ends of a step. */
export type FaceSearch = ReturnType<typeof createFaceSearch>;

export function createFaceSearch() {
  return {
    /** 3 each; the triangles of the net that no cut has opened. */
    triangles: new Uint32Array(0) as Uint32Array,
    /** Of each triangle: bit k is 1 if it is the first one that has the edge from its corner k. */
    ownEdges: new Uint8Array(0),
    /** Of the net, m: the mean rest length of its springs. */
    spacing: 0,
    obstacles: [] as readonly Obstacle[],
    /** 4n; positions at both ends, m. */
    from: new Float64Array(0) as Floats,
    to: new Float64Array(0) as Floats,
    /** The longest side of a triangle at the start, m; −1: not known yet. */
    longestStart: -1,
    /** When they are, s. */
    start: 0,
    end: 0,
    /** How many searches there were. */
    count: 0,
    /** n; scratch. */
    phi: new Float64Array(0) as Float64Array,
    /** Of each body that is sharp or thin. */
    places: [] as BodyPlaces[],
  };
}

/** Lists the triangles of a net and their edges. */
export function listTriangles(search: FaceSearch, model: Model): void {
  const triangles = intactTriangles(model, model.surface);
  const owners = new Set<number>();
  search.triangles = triangles;
  search.spacing = model.meanLength;
  search.ownEdges = new Uint8Array(triangles.length / 3);
  for (let e = 0; e < triangles.length; e++) {
    const [a, b] = edgeEnds(triangles, e);
    const edge = Math.min(a, b) * model.particleCount + Math.max(a, b);
    if (!owners.has(edge)) search.ownEdges[Math.floor(e / 3)] |= 1 << (e % 3);
    owners.add(edge);
  }
}

/** Writes the corners of a triangle, from that one on where an edge begins. @param element 3t + k, as of a contact */
export function writeCorners({ triangles }: FaceSearch, element: number, out: Uint32Array, at: number): void {
  const t = element - (element % 3);
  for (let k = 0; k < 3; k++) out[at + k] = triangles[t + ((element + k) % 3)];
}

/** Reads the places of three particles, m. */
export function readCorners(x: ArrayLike<number>, corners: Uint32Array, at: number, out: Float64Array): void {
  for (let corner = 0; corner < 3; corner++) {
    const o = 4 * corners[at + corner];
    for (let axis = 0; axis < 3; axis++) out[3 * corner + axis] = x[o + axis];
  }
}

/** The longer one of the sides at the first corner: no point of the triangle is farther from there, m.
 *  @param corners 3 each @param t where those of the triangle begin */
export function longestSide(x: Floats, corners: Uint32Array, t: number): number {
  const a = 4 * corners[t];
  let longest = 0;
  for (let corner = t + 1; corner < t + 3; corner++) {
    const b = 4 * corners[corner];
    const dx = x[b] - x[a];
    const dy = x[b + 1] - x[a + 1];
    const dz = x[b + 2] - x[a + 2];
    longest = Math.max(longest, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(longest);
}

/** The longest of all of these sides, m. */
export function longestOfAll(x: Floats, triangles: Uint32Array): number {
  let longest = 0;
  for (let t = 0; t < triangles.length; t += 3) longest = Math.max(longest, longestSide(x, triangles, t));
  return longest;
}

/** The longest side of all triangles at the start of the step, m. */
export function longestAtStart(search: FaceSearch): number {
  if (search.longestStart < 0) search.longestStart = longestOfAll(search.from, search.triangles);
  return search.longestStart;
}

/** A bound of the same at the end of a step, m: two corners part by no more than both move. It takes a tenth of the time. */
export function boundOfLongest(search: FaceSearch): number {
  const { from, to } = search;
  let most = 0;
  for (let o = 0; o < to.length; o += 4) {
    const dx = to[o] - from[o];
    const dy = to[o + 1] - from[o + 1];
    const dz = to[o + 2] - from[o + 2];
    most = Math.max(most, dx * dx + dy * dy + dz * dz);
  }
  return longestAtStart(search) + 2 * Math.sqrt(most);
}
