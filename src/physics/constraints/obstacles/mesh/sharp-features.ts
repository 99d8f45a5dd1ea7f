import { between, cross, lengthOf } from '../../../model/vectors';
import type { SharpFeatures } from '../obstacle';
import { createBoundingTree } from './bounding-tree';
import { edgeEnds, oppositeEdges } from './closed-mesh';
import { clearance } from './feature-search';
import type { SignedDistance } from './signed-distance';

/** Where the sides of the net's triangles are at most this part of the radius of a round surface, it touches particles only: a side is then
 *  less than a tenth of its length deep inside. */
export const ROUND = 0.75;
/** Height over the surface of the ends of a line that touches an edge with its middle, as part of its length: less is smooth. The height
 *  over a sphere is s²/8r. */
const SHARP = ROUND / 8;
/** A mesh of at most so many triangles has faces, whatever their size. */
const FEW = 200;
/** N·d up to this is 0. */
const CONE = 1e-3;
/** A round surface is thin where the spacing is longer than so many of its radii: particles can be on both sides of it, and touch none. */
const COARSE = 2;

/** The features that were chosen last, and for what spacing. */
const chosen = new WeakMap<SignedDistance, { spacing: number; features: SharpFeatures }>();

/**
 * The edges of a closed mesh where a net can touch it between its particles: between faces that are wide against its spacing, or of a mesh
 * of few triangles; and all of a round body that is thin everywhere, as no particle needs to come near it. Another surface of many smaller
 * ones is taken to be round.
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
  const { positions: x, triangles } = distance.mesh;
  const others = oppositeEdges(distance.mesh) as Uint32Array;
  const sharp: number[] = [];
  const thin: number[] = [];
  const isThin = new Uint8Array(triangles.length / 3);
  for (let e = 0; e < triangles.length; e++) {
    const o = others[e];
    if (e > o) continue;
    if (isSharp(distance, e, o, spacing)) sharp.push(e);
    else if (curvatureAt(distance, e, o) * spacing > COARSE) {
      thin.push(e);
      for (const side of [e, o]) isThin[Math.floor(side / 3)] = 1;
    }
  }
  const edges = isThin.includes(0) ? sharp : [...sharp, ...thin];
  const count = edges.length;
  const ends = edges.flatMap((e) => edgeEnds(triangles, e).flatMap((v) => [...x.subarray(3 * v, 3 * v + 3)]));
  // Triangles without area.
  const lines = Uint32Array.from({ length: 3 * count }, (_, q) => 2 * Math.floor(q / 3) + (q % 3 === 0 ? 0 : 1));
  const endPoints = Float64Array.from(ends);
  const tree = createBoundingTree({ positions: endPoints, triangles: lines });
  let nearest = 0;
  return {
    count,
    clearance: (px, py, pz, most) => clearance(tree, endPoints, px, py, pz, most),
    surfaceAt(px, py, pz) {
      nearest = distance.find(px, py, pz, nearest, true);
      return distance.found;
    },
  };
}

/** True if an edge stands out. @param o the same edge in the other triangle */
function isSharp(distance: SignedDistance, e: number, o: number, spacing: number): boolean {
  const { positions: x, triangles, faceNormals: n } = distance.mesh;
  const [s, t] = [3 * Math.floor(e / 3), 3 * Math.floor(o / 3)];
  const inward = across(x, triangles, n, e);
  // The face lies below the plane of the other one.
  const bend = -(inward[0] * n[t] + inward[1] * n[t + 1] + inward[2] * n[t + 2]);
  if (!(bend > CONE)) return false;
  const cosine = n[s] * n[t] + n[s + 1] * n[t + 1] + n[s + 2] * n[t + 2];
  const length = lengthOf(between(x, ...edgeEnds(triangles, e)));
  const width = Math.min(length, heightOver(x, triangles, e), heightOver(x, triangles, o));
  const isFaceted = width >= 0.5 * spacing || triangles.length <= 3 * FEW;
  const height = 0.5 * Math.sqrt(Math.max(0, 0.5 * (1 - cosine)));
  return isFaceted && Math.max(height, 0.125 * spacing * curvatureAt(distance, e, o)) >= SHARP;
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
