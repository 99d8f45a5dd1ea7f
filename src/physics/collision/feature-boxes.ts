import type { Arena } from '../model/arena';
import type { Features } from './features';

/** The boxes about features on the ways of a list, 6 each as in `SpatialHash`: features whose boxes do not overlap are no pair. */
type FeatureBoxes = ReturnType<typeof createFeatureBoxes>;

/** @param corners 3 for each triangle */
export function createFeatureBoxes(arena: Arena, n: number, corners: number) {
  return {
    ofParticles: arena.doubles(6 * n),
    ofEdges: arena.doubles(6 * corners),
    ofTriangles: arena.doubles(2 * corners),
    /** n; 1 where those of the edges and triangles that belong to the particle are known. */
    areKnown: arena.flags(n),
  };
}

/** Straight ways of all particles. */
interface Ways {
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

/** Finds the boxes of the edges and triangles that belong to a particle, unless they are known. */
export function findFeatureBoxes(boxes: FeatureBoxes, features: Features, i: number): void {
  const { edges, edgeStarts, triangles, triangleStarts } = features;
  const { ofParticles, ofEdges, ofTriangles, areKnown } = boxes;
  if (areKnown[i] === 1) return;
  areKnown[i] = 1;
  for (let e = edgeStarts[i]; e < edgeStarts[i + 1]; e++)
    unite(ofEdges, 6 * e, ofParticles, 6 * edges[2 * e], edges, 2 * e + 1, 2 * e + 2);
  for (let t = triangleStarts[i]; t < triangleStarts[i + 1]; t++)
    unite(ofTriangles, 6 * t, ofParticles, 6 * triangles[3 * t], triangles, 3 * t + 1, 3 * t + 3);
}

/** The box at o := the one about the box at p of others and those of the particles at some places of a list. */
function unite(
  boxes: Float64Array,
  o: number,
  others: Float64Array,
  p: number,
  particles: Uint32Array,
  start: number,
  end: number,
): void {
  let x = others[p];
  let y = others[p + 1];
  let z = others[p + 2];
  let X = others[p + 3];
  let Y = others[p + 4];
  let Z = others[p + 5];
  for (let k = start; k < end; k++) {
    const q = 6 * particles[k];
    x = Math.min(x, others[q]);
    y = Math.min(y, others[q + 1]);
    z = Math.min(z, others[q + 2]);
    X = Math.max(X, others[q + 3]);
    Y = Math.max(Y, others[q + 4]);
    Z = Math.max(Z, others[q + 5]);
  }
  boxes[o] = x;
  boxes[o + 1] = y;
  boxes[o + 2] = z;
  boxes[o + 3] = X;
  boxes[o + 4] = Y;
  boxes[o + 5] = Z;
}

/** The boxes of all := those of themselves and of what belongs to them. */
export function spread(boxes: Float64Array, from: Float64Array, starts: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i + 1 < starts.length; i++) unite(boxes, 6 * i, from, 6 * i, others, starts[i], starts[i + 1]);
}
