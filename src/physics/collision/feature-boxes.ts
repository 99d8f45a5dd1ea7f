import type { Arena } from '../model/arena';
import type { Features } from './features';

/** The boxes about features on the ways of a list, 6 each as in `SpatialHash`: features whose boxes do not overlap are no pair. */
export interface FeatureBoxes {
  readonly ofParticles: Float64Array;
  readonly ofEdges: Float64Array;
  readonly ofTriangles: Float64Array;
}

/** @param corners 3 for each triangle */
export function createFeatureBoxes(arena: Arena, n: number, corners: number): FeatureBoxes {
  return {
    ofParticles: arena.doubles(6 * n),
    ofEdges: arena.doubles(6 * corners),
    ofTriangles: arena.doubles(2 * corners),
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

/** @param reach pairs come within this many thicknesses */
export function findFeatureBoxes(boxes: FeatureBoxes, ways: Ways, reach: number): void {
  const { features } = ways;
  const { edges, edgeStarts, triangles, triangleStarts, thicknesses, itself } = features;
  const n = thicknesses.length;
  findBoxes(ways, boxes.ofParticles, itself, 1, n, reach);
  findBoxes(ways, boxes.ofEdges, edges, 2, edgeStarts[n], reach);
  findBoxes(ways, boxes.ofTriangles, triangles, 3, triangleStarts[n], reach);
}

/** @param size particles of a feature */
function findBoxes(
  { features: { thicknesses }, from, to, shift, margin }: Ways,
  boxes: Float64Array,
  particles: Uint32Array,
  size: number,
  count: number,
  reach: number,
): void {
  for (let f = 0; f < count; f++) {
    let thickness = Number.POSITIVE_INFINITY;
    for (let k = size * f; k < size * f + size; k++) thickness = Math.min(thickness, thicknesses[particles[k]]);
    const more = 0.5 * reach * thickness + margin;
    for (let axis = 0; axis < 3; axis++) {
      let least = Number.POSITIVE_INFINITY;
      let largest = Number.NEGATIVE_INFINITY;
      for (let k = size * f; k < size * f + size; k++) {
        const start = from[4 * particles[k] + axis];
        const end = to[4 * particles[k] + axis] - shift[axis];
        least = Math.min(least, start, end);
        largest = Math.max(largest, start, end);
      }
      boxes[6 * f + axis] = least - more;
      boxes[6 * f + 3 + axis] = largest + more;
    }
  }
}
