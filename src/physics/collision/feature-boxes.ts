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

type FlatPatches = ReturnType<typeof createFlatPatches>;

/** How the triangles of the surface are tilted in a step: boxes, 6 numbers per particle, least and largest heights as vectors. */
export function createFlatPatches(arena: Arena, n: number) {
  const boxes = () => arena.doubles(6 * n);
  return {
    /** Of the triangles around each particle. */
    stars: boxes(),
    /** Of the triangles around all that belongs to it. */
    patches: boxes(),
    /** Of those around all that belongs to it, and to what one edge joins to it. */
    beside: boxes(),
    /** The same with one or two edges. */
    around: boxes(),
  };
}

/** Finds the heights of all triangles on straight ways from x to y. A triangle of the sides p and q with the longest side l has the
 *  height w = p × q/l as a vector, and
 *    w(t) ∝ (1 − t)² p₀×q₀ + 2t(1 − t) ½(p₀×q₁ + p₁×q₀) + t² p₁×q₁
 *  @param x 4n; start of the step, m @param y 4n; end of the step, m */
export function findHeights(
  { stars, patches, beside, around }: FlatPatches,
  { triangles, triangleStarts, memberStarts, members, neighbourStarts, neighbours }: Features,
  x: Float64Array,
  y: Float64Array,
): void {
  for (let o = 0; o < stars.length; o += 6) {
    stars[o] = stars[o + 1] = stars[o + 2] = Number.POSITIVE_INFINITY;
    stars[o + 3] = stars[o + 4] = stars[o + 5] = Number.NEGATIVE_INFINITY;
  }
  for (let t = 0; t < 3 * triangleStarts[triangleStarts.length - 1]; t += 3) includeHeights(stars, triangles, t, x, y);
  spread(patches, stars, memberStarts, members);
  spread(beside, patches, neighbourStarts, neighbours);
  spread(around, beside, neighbourStarts, neighbours);
}

/** The boxes of all := those of themselves and of what belongs to them. */
export function spread(boxes: Float64Array, from: Float64Array, starts: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i + 1 < starts.length; i++) unite(boxes, 6 * i, from, 6 * i, others, starts[i], starts[i + 1]);
}

/**
 * True if two connected patches are so flat together that what belongs to the one keeps a distance from what belongs to the other.
 * Where all heights have at least the component d along the middle c of their box, the patches seen along c cover their shadow once,
 * with triangles at least d high: two features without a common particle are at least d apart.
 * @param distance d, m
 */
export function areFlat({ patches }: FlatPatches, i: number, j: number, distance: number): boolean {
  return areHigh(patches, 6 * i, 6 * j, distance);
}

/** True if that holds for a particle and everything that one or two edges join to it. */
export function isFlatAround({ around }: FlatPatches, i: number, distance: number): boolean {
  return areHigh(around, 6 * i, 6 * i, distance);
}

function areHigh(boxes: Float64Array, o: number, p: number, distance: number): boolean {
  let squared = 0;
  let least = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.min(boxes[o + axis], boxes[p + axis]);
    const high = Math.max(boxes[o + axis + 3], boxes[p + axis + 3]);
    // Twice the middle, and twice the smallest component along it.
    const c = low + high;
    squared += c * c;
    least += c * c - Math.abs(c) * (high - low);
  }
  return least > 2 * distance * Math.sqrt(squared);
}

/** Takes p₀×q₀, p₁×q₁ and ½ (p₀×q₁ + p₁×q₀) of a triangle, over l, into the boxes of its corners. */
function includeHeights(
  stars: Float64Array,
  triangles: Uint32Array,
  t: number,
  x: Float64Array,
  y: Float64Array,
): void {
  const a = 4 * triangles[t];
  const b = 4 * triangles[t + 1];
  const c = 4 * triangles[t + 2];
  const px = x[b] - x[a];
  const py = x[b + 1] - x[a + 1];
  const pz = x[b + 2] - x[a + 2];
  const qx = x[c] - x[a];
  const qy = x[c + 1] - x[a + 1];
  const qz = x[c + 2] - x[a + 2];
  const Px = y[b] - y[a];
  const Py = y[b + 1] - y[a + 1];
  const Pz = y[b + 2] - y[a + 2];
  const Qx = y[c] - y[a];
  const Qy = y[c + 1] - y[a + 1];
  const Qz = y[c + 2] - y[a + 2];
  const longest = Math.max(
    px * px + py * py + pz * pz,
    qx * qx + qy * qy + qz * qz,
    (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz),
    Px * Px + Py * Py + Pz * Pz,
    Qx * Qx + Qy * Qy + Qz * Qz,
    (Px - Qx) * (Px - Qx) + (Py - Qy) * (Py - Qy) + (Pz - Qz) * (Pz - Qz),
  );
  const s = 1 / Math.sqrt(longest);
  const ux = s * (py * qz - pz * qy);
  const uy = s * (pz * qx - px * qz);
  const uz = s * (px * qy - py * qx);
  const vx = s * (Py * Qz - Pz * Qy);
  const vy = s * (Pz * Qx - Px * Qz);
  const vz = s * (Px * Qy - Py * Qx);
  const wx = 0.5 * s * (py * Qz - pz * Qy + Py * qz - Pz * qy);
  const wy = 0.5 * s * (pz * Qx - px * Qz + Pz * qx - Px * qz);
  const wz = 0.5 * s * (px * Qy - py * Qx + Px * qy - Py * qx);
  for (let corner = t; corner < t + 3; corner++) {
    const o = 6 * triangles[corner];
    stars[o] = Math.min(stars[o], ux, vx, wx);
    stars[o + 1] = Math.min(stars[o + 1], uy, vy, wy);
    stars[o + 2] = Math.min(stars[o + 2], uz, vz, wz);
    stars[o + 3] = Math.max(stars[o + 3], ux, vx, wx);
    stars[o + 4] = Math.max(stars[o + 4], uy, vy, wy);
    stars[o + 5] = Math.max(stars[o + 5], uz, vz, wz);
  }
}
