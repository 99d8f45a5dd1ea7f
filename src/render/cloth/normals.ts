/** The normals of the cloth, computed by the GPU from the triangles around each particle. */
import { DataTexture, RGIntegerFormat, UnsignedIntType } from 'three';

/** Texels in a row; a power of two. */
const WIDTH = 1024;

/** GLSL: pair k of `ringsOf`. */
const FETCH_IN_RINGS = /* glsl */ `
uniform highp usampler2D rings;
uvec2 ringAt(uint k) { return texelFetch(rings, ivec2(int(k & ${WIDTH - 1}u), int(k >> 10u)), 0).xy; }
`;

/** The bend of a particle whose triangles are too large or not finite: they are not drawn. */
export const TORN = 1e30;

/**
 * GLSL: `shapeAt(i, a)`: the unit normal of a mesh at particle i, whose position is a, and its bend there, m:
 *   n_a = Σ (b − a) × (c − a), normalized         (weighted by area)
 *   bend_a = n_a · Σ (b + c − 2a)                 over the triangles at a: positive in a hollow, negative on a ridge
 * A particle without triangles, or with collapsed ones only, has the normal 0: it gets ambient light only. The bend is TORN where
 * |Σ (b − a) × (c − a)| is more than `largest`, m², or NaN.
 * Every vertex gathers its own triangles, so that only positions are uploaded for each frame.
 */
export const SHAPE_AT = /* glsl */ `
${FETCH_IN_RINGS}
uniform float largest;
vec4 shapeAt(uint i, vec3 a) {
  vec3 area = vec3(0.), sum = vec3(0.);
  uvec2 ring = ringAt(i);
  for (uint k = ring.x; k < ring.y; k++) {
    uvec2 corners = ringAt(k);
    vec3 ab = particle(corners.x) - a, ac = particle(corners.y) - a;
    area += cross(ab, ac);
    sum += ab + ac;
  }
  float size = length(area);
  vec3 n = size > 0. ? area / size : vec3(0.);
  return vec4(n, size <= largest ? dot(n, sum) : ${TORN});
}
`;

/**
 * Computes the ring of triangles around each particle, as pairs of integers. Pair i < n holds the index of the first pair of ring
 * i, and the index after its last. The pairs of a ring hold the other two corners of each of its triangles, in their order.
 * @param triangles 3t
 * @param n particles
 * @param pairs at least 2n + 6t numbers; overwritten
 */
export function ringsOf(triangles: Uint32Array, n: number, pairs: Uint32Array): void {
  pairs.fill(0, 0, 2 * n);
  for (let k = 0; k < triangles.length; k++) pairs[2 * triangles[k] + 1]++;
  let begin = n;
  for (let i = 0; i < n; i++) {
    const count = pairs[2 * i + 1];
    // The end grows as the ring is filled.
    pairs[2 * i] = pairs[2 * i + 1] = begin;
    begin += count;
  }
  /** Adds a triangle to the ring of one of its corners. */
  function add(particle: number, next: number, last: number): void {
    const place = 2 * pairs[2 * particle + 1]++;
    pairs[place] = next;
    pairs[place + 1] = last;
  }
  for (let k = 0; k < triangles.length; k += 3) {
    const a = triangles[k];
    const b = triangles[k + 1];
    const c = triangles[k + 2];
    add(a, b, c);
    add(b, c, a);
    add(c, a, b);
  }
}

export type TriangleRings = ReturnType<typeof createTriangleRings>;

/** The rings as an integer texture, uploaded only when the triangles change. */
export function createTriangleRings() {
  const uniform: { value: DataTexture | null } = { value: null };
  let pairs = new Uint32Array(0);
  return {
    uniform,
    /** @param triangles 3t @param n particles */
    update(triangles: Uint32Array, n: number) {
      const rows = Math.ceil((n + triangles.length) / WIDTH);
      if (2 * WIDTH * rows > pairs.length) {
        uniform.value?.dispose();
        pairs = new Uint32Array(2 * WIDTH * rows);
        uniform.value = new DataTexture(pairs, WIDTH, rows, RGIntegerFormat, UnsignedIntType);
      }
      ringsOf(triangles, n, pairs);
      if (uniform.value) uniform.value.needsUpdate = true;
    },
  };
}
