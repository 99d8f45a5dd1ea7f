import type { Arena } from '../model/arena';
import type { Features } from './features';

/** Numbers per cone: its axis, a unit vector; cosine and sine of its half angle; and the least length of the vectors in it. */
const SIZE = 6;

/** How the triangles of the surface are tilted in a step: cones about their heights as vectors. */
export type FlatPatches = ReturnType<typeof createFlatPatches>;

/** @param corners 3 for each triangle */
export function createFlatPatches(arena: Arena, n: number, corners: number) {
  const cones = () => arena.doubles(SIZE * n);
  return {
    ofTriangles: arena.doubles((SIZE * corners) / 3),
    /** Of the triangles around each particle. */
    stars: cones(),
    /** Of the triangles around all that belongs to it. */
    patches: cones(),
    /** Of those around all that belongs to it, and to what one edge joins to it. */
    beside: cones(),
    /** The same with one or two edges. */
    around: cones(),
  };
}

/** Finds the cones of all triangles on straight ways from x to y. @param x 4n; start of the step, m @param y 4n; end of the step, m */
export function findHeights(
  { ofTriangles, stars, patches, beside, around }: FlatPatches,
  features: Features,
  x: Float64Array,
  y: Float64Array,
): void {
  const { triangles, triangleStarts, starStarts, stars: inStars, memberStarts, members } = features;
  const { neighbourStarts, neighbours } = features;
  for (let t = 0; t < triangleStarts[triangleStarts.length - 1]; t++) findCone(ofTriangles, triangles, t, x, y);
  unite(stars, ofTriangles, starStarts, inStars, false);
  unite(patches, stars, memberStarts, members, false);
  unite(beside, patches, neighbourStarts, neighbours, true);
  unite(around, beside, neighbourStarts, neighbours, true);
}

/**
 * Finds the cone of a triangle. With the sides p and q and the longest side l it has the height w = p × q/l as a vector, and
 *    w(t) ∝ (1 − t)² p₀×q₀ + 2t(1 − t) ½(p₀×q₁ + p₁×q₀) + t² p₁×q₁
 * lies between these three. The axis is along the second one.
 */
function findCone(cones: Float64Array, triangles: Uint32Array, t: number, x: Float64Array, y: Float64Array): void {
  const a = 4 * triangles[3 * t];
  const b = 4 * triangles[3 * t + 1];
  const c = 4 * triangles[3 * t + 2];
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
  const ux = py * qz - pz * qy;
  const uy = pz * qx - px * qz;
  const uz = px * qy - py * qx;
  const vx = Py * Qz - Pz * Qy;
  const vy = Pz * Qx - Px * Qz;
  const vz = Px * Qy - Py * Qx;
  const wx = 0.5 * (py * Qz - pz * Qy + Py * qz - Pz * qy);
  const wy = 0.5 * (pz * Qx - px * Qz + Pz * qx - Px * qz);
  const wz = 0.5 * (px * Qy - py * Qx + Px * qy - Py * qx);
  const u = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const v = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const w = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const cosine = Math.min((ux * wx + uy * wy + uz * wz) / (u * w), (vx * wx + vy * wy + vz * wz) / (v * w), 1);
  const o = SIZE * t;
  cones[o] = wx / w;
  cones[o + 1] = wy / w;
  cones[o + 2] = wz / w;
  cones[o + 3] = cosine;
  cones[o + 4] = Math.sqrt(1 - cosine * cosine);
  cones[o + 5] = Math.min(u, v, w) / Math.sqrt(longest);
}

/** The cones of all := those about some others of each, from a list, and about its own among the others. NaN where there are none. */
function unite(
  cones: Float64Array,
  others: Float64Array,
  starts: Uint32Array,
  list: Uint32Array,
  withOwn: boolean,
): void {
  for (let i = 0, o = 0; o < cones.length; i++, o += SIZE) {
    let x = withOwn ? others[o] : 0;
    let y = withOwn ? others[o + 1] : 0;
    let z = withOwn ? others[o + 2] : 0;
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      const p = SIZE * list[k];
      x += others[p];
      y += others[p + 1];
      z += others[p + 2];
    }
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    x *= scale;
    y *= scale;
    z *= scale;
    let cosine = 1;
    let least = Number.POSITIVE_INFINITY;
    for (let k = withOwn ? starts[i] - 1 : starts[i]; k < starts[i + 1]; k++) {
      const p = k < starts[i] ? o : SIZE * list[k];
      const dot = Math.min(1, x * others[p] + y * others[p + 1] + z * others[p + 2]);
      const sine = Math.sqrt(1 - dot * dot);
      // The sum of two angles, or half a turn if it is more.
      const isLess = sine * others[p + 3] + dot * others[p + 4] >= 0;
      cosine = Math.min(cosine, isLess ? dot * others[p + 3] - sine * others[p + 4] : -1);
      least = Math.min(least, others[p + 5]);
    }
    cones[o] = x;
    cones[o + 1] = y;
    cones[o + 2] = z;
    cones[o + 3] = cosine;
    cones[o + 4] = Math.sqrt(1 - cosine * cosine);
    cones[o + 5] = least;
  }
}

/**
 * True if two connected patches are so flat together that what belongs to the one keeps a distance from what belongs to the other.
 * Where all heights have at least the component d along a direction c, here that between the axes, the patches seen along c cover their
 * shadow once, with triangles at least d high: two features without a common particle are at least d apart.
 * @param distance d, m
 */
export function areFlat({ patches: cones }: FlatPatches, i: number, j: number, distance: number): boolean {
  const o = SIZE * i;
  const p = SIZE * j;
  const dot = cones[o] * cones[p] + cones[o + 1] * cones[p + 1] + cones[o + 2] * cones[p + 2];
  const cosine = Math.sqrt(Math.max(0, 0.5 + 0.5 * dot));
  const sine = Math.sqrt(Math.max(0, 0.5 - 0.5 * dot));
  const least = Math.min(
    cones[o + 5] * (cosine * cones[o + 3] - sine * cones[o + 4]),
    cones[p + 5] * (cosine * cones[p + 3] - sine * cones[p + 4]),
  );
  return least > distance;
}

/** True if that holds for a particle and everything that one or two edges join to it. */
export function isFlatAround({ around: cones }: FlatPatches, i: number, distance: number): boolean {
  return cones[SIZE * i + 5] * cones[SIZE * i + 3] > distance;
}
