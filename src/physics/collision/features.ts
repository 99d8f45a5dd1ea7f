import type { Arena } from '../model/arena';
import { intactTriangles } from '../model/cuts';
import type { Model } from '../model/model';
import type { WorldContext } from '../world/world-context';

/** Thickness where a scene has no springs to take it from, m. */
const WITHOUT_SPRINGS = 0.01;
/** Default and largest thickness over the rest length of a particle's shortest spring. */
const DEFAULT_RATIO = 0.5;
const MAX_RATIO = 0.9;

/**
 * What can collide: particles, and the edges and triangles of the surface that no cut has opened. Each edge and each triangle
 * belongs to one of its particles, so that the two triangles of a quadrilateral belong to the same one.
 */
export type Features = ReturnType<typeof createFeatures>;

/** @param crossed n; remembered from step to step */
export function createFeatures({ surface, particleCount: n }: Model, arena: Arena, crossed: Uint8Array) {
  return {
    /** 2 and 3 each, sorted by the particle that they belong to. */
    edges: arena.indices(2 * surface.length),
    triangles: arena.indices(surface.length),
    /** n + 1 each; the first edge and triangle that belong to a particle. */
    edgeStarts: arena.indices(n + 1),
    triangleStarts: arena.indices(n + 1),
    /** n + 1, and three for each triangle: the triangles around each particle. */
    starStarts: arena.indices(n + 1),
    stars: arena.indices(surface.length),
    /** n + 1, and two for each edge: the particles that edges join to each. */
    neighbourStarts: arena.indices(n + 1),
    neighbours: arena.indices(4 * surface.length),
    /** The particles of all that belongs to each particle, itself included; n + 1, and the particles. */
    memberStarts: arena.indices(n + 1),
    members: arena.indices(n + 2 * surface.length),
    /** n; 1 for a corner of a triangle. */
    inSurface: arena.flags(n),
    /** n; distance that each particle keeps, m. */
    thicknesses: arena.doubles(n),
    /** n; 1 for the particles of edges and triangles that pass through each other; and how many they are. */
    crossed,
    crossedCount: 0,
    /** Mean of the shortest rest lengths, m. */
    spacing: 0,
    /** Changes with all these numbers. */
    version: 0,
    /** What they were computed for. */
    cutsVersion: -1,
    thickness: -1,
  };
}

/** Computes all of them anew where the thickness requested or the cuts have changed. */
export function updateFeatures(features: Features, { model, params: { clothThickness } }: WorldContext): void {
  const { cuts } = model;
  if (features.cutsVersion === cuts.version && features.thickness === clothThickness) return;
  if (features.cutsVersion !== cuts.version) listFeatures(features, model);
  features.cutsVersion = cuts.version;
  features.thickness = clothThickness;
  features.version++;
  findThicknesses(features, model);
}

function listFeatures(features: Features, model: Model): void {
  const { particleCount: n } = model;
  const surface = intactTriangles(model, model.surface);
  const triangles: number[][] = [];
  const edges = new Map<number, number[]>();
  for (let t = 0; t < surface.length; t += 3) {
    const corners = Array.from(surface.subarray(t, t + 3));
    const other = surface.subarray(t % 6 === 0 ? t + 3 : t - 3).subarray(0, 3);
    const shared = corners.filter((corner) => other.includes(corner));
    const owner = Math.min(...(shared.length === 2 ? shared : corners));
    const [b, c] = corners.filter((corner) => corner !== owner);
    triangles.push([owner, ...corners]);
    for (const end of [b, c]) addEdge(owner, end);
  }
  for (const [, a, b, c] of triangles) {
    addEdge(a, b);
    addEdge(b, c);
    addEdge(c, a);
  }
  function addEdge(a: number, b: number): void {
    const key = Math.min(a, b) * n + Math.max(a, b);
    if (!edges.has(key)) edges.set(key, [a, a, b]);
  }
  group(triangles, features.triangles, features.triangleStarts);
  const corners = triangles.flatMap(([, ...all], t) => all.map((corner) => [corner, t]));
  group(corners, features.stars, features.starStarts);
  group([...edges.values()], features.edges, features.edgeStarts);
  const joins = [...edges.values()].flatMap(([, a, b]) => [
    [a, b],
    [b, a],
  ]);
  group(joins, features.neighbours, features.neighbourStarts);
  const members = Array.from({ length: n }, (_, i) => new Set([i]));
  for (const [owner, ...rest] of [...triangles, ...edges.values()]) for (const one of rest) members[owner].add(one);
  group(
    members.flatMap((set, owner) => [...set].map((one) => [owner, one])),
    features.members,
    features.memberStarts,
  );
  features.inSurface.fill(0);
  for (const corner of surface) features.inSurface[corner] = 1;
}

/** Writes lists whose first number is the particle that they belong to, without it, sorted by it. */
function group(lists: number[][], values: Uint32Array, starts: Uint32Array): void {
  let at = 0;
  starts.fill(0);
  for (const [owner, ...rest] of lists.sort((a, b) => a[0] - b[0])) {
    starts[owner + 1]++;
    for (const value of rest) values[at++] = value;
  }
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
}

/** Springs without a rest length do not count; the sides of a slit touch: they have no thickness. */
function findThicknesses(features: Features, model: Model): void {
  const { springs, restLengths, springCount, particleCount: n, origins, cut } = model;
  const { thicknesses, thickness } = features;
  thicknesses.fill(Number.POSITIVE_INFINITY);
  for (let k = 0; k < 2 * springCount; k++) {
    const length = restLengths[k >> 1];
    if (length > 0 && cut[k >> 1] === 0) thicknesses[springs[k]] = Math.min(thicknesses[springs[k]], length);
  }
  for (let k = 0; k < origins.length; k++) thicknesses[origins[k]] = thicknesses[n - origins.length + k] = 0;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const rest = thicknesses[i];
    const own = rest < Number.POSITIVE_INFINITY ? DEFAULT_RATIO * rest : WITHOUT_SPRINGS;
    thicknesses[i] = Math.min(thickness > 0 ? thickness : own, MAX_RATIO * rest);
    sum += rest < Number.POSITIVE_INFINITY ? rest : WITHOUT_SPRINGS;
  }
  features.spacing = sum / n;
}

/** True if each of two features has a particle of a crossing: they do not collide with each other. @param isEdges as in `FeaturePair` */
export function areBothCrossed(
  { crossed }: Features,
  isEdges: number,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  const first = isEdges === 1 ? crossed[a] + crossed[b] : crossed[a];
  const second = isEdges === 1 ? crossed[c] + crossed[d] : crossed[b] + crossed[c] + crossed[d];
  return first > 0 && second > 0;
}
