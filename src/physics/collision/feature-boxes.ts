import type { Arena } from '../model/arena';
import type { Features } from './features';

/** The boxes about features on the ways of a list, 6 each as in `SpatialHash`: features whose boxes do not overlap are no pair. */
export interface FeatureBoxes {
  readonly ofParticles: Float64Array;
  readonly ofEdges: Float64Array;
  readonly ofTriangles: Float64Array;
  /** n; 1 where those of the edges and triangles that belong to the particle are known. */
  readonly areKnown: Uint8Array;
}

/** @param corners 3 for each triangle */
export function createFeatureBoxes(arena: Arena, n: number, corners: number): FeatureBoxes {
  return {
    ofParticles: arena.doubles(6 * n),
    ofEdges: arena.doubles(6 * corners),
    ofTriangles: arena.doubles(2 * corners),
    areKnown: arena.flags(n),
  };
}

/** Straight ways of all particles. */
export interface Ways {
  readonly features: Features;
  /** 4n each; start and end, m. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Their mean displacement, m. */
  readonly shift: Float64Array;
  /** By which particles may leave them, m. */
  readonly margin: number;
}

/** Finds the boxes of particles, without the common translation. @param reach pairs come within this many thicknesses */
export function findParticleBoxes({ ofParticles, areKnown }: FeatureBoxes, ways: Ways, reach: number): void {
  const { features, from, to, shift, margin } = ways;
  const { thicknesses } = features;
  areKnown.fill(0);
  for (let i = 0; i < thicknesses.length; i++) {
    const more = 0.5 * reach * thicknesses[i] + margin;
    for (let axis = 0; axis < 3; axis++) {
      const start = from[4 * i + axis];
      const end = to[4 * i + axis] - shift[axis];
      ofParticles[6 * i + axis] = Math.min(start, end) - more;
      ofParticles[6 * i + 3 + axis] = Math.max(start, end) + more;
    }
  }
}

/** Finds the boxes about all that belongs to each particle. */
export function findOwnBoxes(
  { ofParticles }: FeatureBoxes,
  { members, memberStarts }: Features,
  boxes: Float64Array,
): void {
  for (let i = 0; i + 1 < memberStarts.length; i++)
    unite(boxes, 6 * i, ofParticles, members, memberStarts[i], memberStarts[i + 1]);
}

/** Finds the boxes of the edges and triangles that belong to a particle, unless they are known. */
export function findFeatureBoxes(boxes: FeatureBoxes, features: Features, i: number): void {
  const { edges, edgeStarts, triangles, triangleStarts } = features;
  const { ofParticles, ofEdges, ofTriangles, areKnown } = boxes;
  if (areKnown[i] === 1) return;
  areKnown[i] = 1;
  for (let e = edgeStarts[i]; e < edgeStarts[i + 1]; e++) unite(ofEdges, 6 * e, ofParticles, edges, 2 * e, 2 * e + 2);
  for (let t = triangleStarts[i]; t < triangleStarts[i + 1]; t++)
    unite(ofTriangles, 6 * t, ofParticles, triangles, 3 * t, 3 * t + 3);
}

/** The box at o := the one about the boxes of the particles at some places of a list. */
function unite(
  boxes: Float64Array,
  o: number,
  ofParticles: Float64Array,
  particles: Uint32Array,
  start: number,
  end: number,
): void {
  let p = 6 * particles[start];
  let x = ofParticles[p];
  let y = ofParticles[p + 1];
  let z = ofParticles[p + 2];
  let X = ofParticles[p + 3];
  let Y = ofParticles[p + 4];
  let Z = ofParticles[p + 5];
  for (let k = start + 1; k < end; k++) {
    p = 6 * particles[k];
    x = Math.min(x, ofParticles[p]);
    y = Math.min(y, ofParticles[p + 1]);
    z = Math.min(z, ofParticles[p + 2]);
    X = Math.max(X, ofParticles[p + 3]);
    Y = Math.max(Y, ofParticles[p + 4]);
    Z = Math.max(Z, ofParticles[p + 5]);
  }
  boxes[o] = x;
  boxes[o + 1] = y;
  boxes[o + 2] = z;
  boxes[o + 3] = X;
  boxes[o + 4] = Y;
  boxes[o + 5] = Z;
}
