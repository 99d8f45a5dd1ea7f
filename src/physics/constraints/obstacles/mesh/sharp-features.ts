import { between, cross, lengthOf } from '../../../model/vectors';
import type { SharpFeatures } from '../obstacle';
import { createBoundingTree } from './bounding-tree';
import { edgeEnds, oppositeEdges } from './closed-mesh';
import { clearance, featuresWithin } from './feature-search';
import type { SignedDistance } from './signed-distance';

/** Height over the surface of the ends of a line that touches an edge with its middle, as part of its length: less is smooth. */
const SHARP = 0.02;
/** A mesh of at most so many triangles has faces, whatever their size. */
const FEW = 200;
/** Edges that meet in a corner. */
const CORNER_EDGES = 3;
/** N·d up to this is 0. */
const CONE = 1e-3;
/** A round surface is thin where the spacing is longer than so many of its radii: particles can be on both sides of it, and touch none. */
const COARSE = 2;

/** The features that were chosen last, and for what spacing. */
const chosen = new WeakMap<SignedDistance, { spacing: number; features: SharpFeatures }>();

/**
 * The edges and corners of a closed mesh that a net can touch between its particles: edges between faces that are wide against its spacing,
 * or of a mesh of few triangles. A surface of many smaller ones is taken to be round.
 * @param spacing of the net, m
 */
export function sharpFeatures(distance: SignedDistance, spacing: number): SharpFeatures {
  const last = chosen.get(distance);
  if (last?.spacing === spacing) return last.features;
  const features = chooseFeatures(distance, spacing);
  chosen.set(distance, { spacing, features });
  return features;
}

function chooseFeatures(distance: SignedDistance, spacing: number): SharpFeatures {
  const { positions: x, triangles, faceNormals } = distance.mesh;
  const others = oppositeEdges(distance.mesh) as Uint32Array;
  const ends: number[] = [];
  const starts: number[] = [];
  const directions: number[] = [];
  const edges: number[] = [];
  const sharpEdges = new Uint8Array(x.length / 3);
  const isThin = new Uint8Array(triangles.length / 3);
  for (let e = 0; e < triangles.length; e++) {
    if (e > others[e]) continue;
    if (!isSharp(distance, e, others[e], spacing)) {
      if (curvatureAt(distance, e, others[e]) * spacing > COARSE)
        for (const side of [e, others[e]]) isThin[Math.floor(side / 3)] = 1;
      continue;
    }
    edges.push(e);
    for (const v of edgeEnds(triangles, e)) sharpEdges[v]++;
  }
  const around = directionsAround(distance, sharpEdges);
  for (const [v, list] of around) {
    if (!isConvex(distance.mesh.vertexNormals, v, list)) continue;
    starts.push(directions.length / 3);
    directions.push(...list);
    ends.push(...x.subarray(3 * v, 3 * v + 3), ...x.subarray(3 * v, 3 * v + 3));
  }
  const cornerCount = starts.length;
  for (const e of edges) {
    starts.push(directions.length / 3);
    for (const side of [e, others[e]]) directions.push(...across(x, triangles, faceNormals, side));
    for (const v of edgeEnds(triangles, e)) ends.push(...x.subarray(3 * v, 3 * v + 3));
  }
  const count = starts.length;
  starts.push(directions.length / 3);
  // Triangles without area.
  const lines = Uint32Array.from({ length: 3 * count }, (_, q) => 2 * Math.floor(q / 3) + (q % 3 === 0 ? 0 : 1));
  const endPoints = Float64Array.from(ends);
  const tree = createBoundingTree({ positions: endPoints, triangles: lines });
  const slopes = Float64Array.from(directions);
  let nearest = 0;
  return {
    count,
    cornerCount,
    isThin: !isThin.includes(0),
    ends: endPoints,
    isNormal(f, nx, ny, nz, slack) {
      for (let q = 3 * starts[f]; q < 3 * starts[f + 1]; q += 3) {
        if (nx * slopes[q] + ny * slopes[q + 1] + nz * slopes[q + 2] > slack) return false;
      }
      return true;
    },
    within: (box, out) => featuresWithin(tree, endPoints, box, out),
    clearance: (px, py, pz, most) => clearance(tree, endPoints, px, py, pz, most),
    surfaceAt(px, py, pz) {
      nearest = distance.find(px, py, pz, nearest, true);
      return distance.found;
    },
  };
}

/** True if an edge stands out. @param o the same edge in the other triangle */
function isSharp({ mesh }: SignedDistance, e: number, o: number, spacing: number): boolean {
  const { positions: x, triangles, faceNormals: n } = mesh;
  const [s, t] = [3 * Math.floor(e / 3), 3 * Math.floor(o / 3)];
  const inward = across(x, triangles, n, e);
  // The face lies below the plane of the other one.
  const bend = -(inward[0] * n[t] + inward[1] * n[t + 1] + inward[2] * n[t + 2]);
  if (!(bend > CONE)) return false;
  const cosine = n[s] * n[t] + n[s + 1] * n[t + 1] + n[s + 2] * n[t + 2];
  const length = lengthOf(between(x, ...edgeEnds(triangles, e)));
  const width = Math.min(length, heightOver(x, triangles, e), heightOver(x, triangles, o));
  const isFaceted = width >= 0.5 * spacing || triangles.length <= 3 * FEW;
  return isFaceted && 0.5 * Math.sqrt(Math.max(0, 0.5 * (1 - cosine))) >= SHARP;
}

/** Across an edge that stands out, 1/m: the angle between the normals by the distance of the middles of the faces; 0 for others. */
function curvatureAt({ mesh }: SignedDistance, e: number, o: number): number {
  const { positions: x, triangles, faceNormals: n } = mesh;
  const [s, t] = [3 * Math.floor(e / 3), 3 * Math.floor(o / 3)];
  const inward = across(x, triangles, n, e);
  if (!(inward[0] * n[t] + inward[1] * n[t + 1] + inward[2] * n[t + 2] < -CONE)) return 0;
  const chord = lengthOf([0, 1, 2].map((axis) => n[s + axis] - n[t + axis]));
  return (2 * chord) / (heightOver(x, triangles, e) + heightOver(x, triangles, o));
}

/** Of each vertex where sharp edges meet: the directions of all edges there. */
function directionsAround({ mesh }: SignedDistance, sharpEdges: Uint8Array): Map<number, number[]> {
  const { positions: x, triangles } = mesh;
  const around = new Map<number, number[]>();
  for (let e = 0; e < triangles.length; e++) {
    const [v, w] = edgeEnds(triangles, e);
    if (sharpEdges[v] < CORNER_EDGES) continue;
    const along = between(x, v, w);
    const length = lengthOf(along);
    const list = around.get(v) ?? [];
    list.push(...along.map((part) => part / length));
    around.set(v, list);
  }
  return around;
}

function isConvex(normals: Float64Array, v: number, directions: readonly number[]): boolean {
  for (let q = 0; q < directions.length; q += 3) {
    const rise = [0, 1, 2].reduce((sum, axis) => sum + normals[3 * v + axis] * directions[q + axis], 0);
    if (rise > CONE) return false;
  }
  return true;
}

/** The unit vector within the face at a right angle to its edge, away from it. */
function across(x: Float64Array, triangles: Uint32Array, n: Float64Array, e: number): number[] {
  const t = 3 * Math.floor(e / 3);
  const along = between(x, ...edgeEnds(triangles, e));
  const length = lengthOf(along);
  return cross(n.subarray(t, t + 3), along).map((part) => part / length);
}

/** Of a triangle over its edge, m. */
function heightOver(x: Float64Array, triangles: Uint32Array, e: number): number {
  const [a, b] = edgeEnds(triangles, e);
  const c = triangles[3 * Math.floor(e / 3) + ((e + 2) % 3)];
  const along = between(x, a, b);
  return lengthOf(cross(along, between(x, a, c))) / lengthOf(along);
}
