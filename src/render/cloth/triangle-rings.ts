import { DataTexture, RGIntegerFormat, UnsignedIntType } from 'three';

/** Texels in a row; a power of two, as of the particles. */
const WIDTH = 1024;

/** GLSL: the texel of that number; see `ringsOf`. */
export const FETCH_IN_RINGS = /* glsl */ `
uniform highp usampler2D rings;
uvec2 ringAt(uint k) { return texelFetch(rings, ivec2(int(k & ${WIDTH - 1}u), int(k >> 10u)), 0).xy; }
`;

/**
 * The triangles round each particle, as pairs of numbers. Pair i < n: where the ring of particle i begins and ends among the
 * pairs. The pairs of a ring: the other two corners of each of its triangles, in the triangle's own turn.
 * @param triangles 3t
 * @param n particles
 * @param pairs of 2n + 6t numbers at least; overwritten
 */
export function ringsOf(triangles: Uint32Array, n: number, pairs: Uint32Array): void {
  pairs.fill(0, 0, 2 * n);
  for (let k = 0; k < triangles.length; k++) pairs[2 * triangles[k] + 1]++;
  let begin = n;
  for (let i = 0; i < n; i++) {
    const count = pairs[2 * i + 1];
    // The end moves on as the ring is filled.
    pairs[2 * i] = pairs[2 * i + 1] = begin;
    begin += count;
  }
  for (let k = 0; k < triangles.length; k += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const place = 2 * pairs[2 * triangles[k + corner] + 1]++;
      pairs[place] = triangles[k + ((corner + 1) % 3)];
      pairs[place + 1] = triangles[k + ((corner + 2) % 3)];
    }
  }
}

export interface TriangleRings {
  /** The uniform that all materials share. */
  readonly uniform: { value: DataTexture | null };
  /** Takes other triangles, 3t, of n particles. */
  update(triangles: Uint32Array, n: number): void;
  dispose(): void;
}

/** The rings as a texture of whole numbers, uploaded only where the triangles are others. */
export function createTriangleRings(): TriangleRings {
  const uniform: { value: DataTexture | null } = { value: null };
  let pairs = new Uint32Array(0);
  return {
    uniform,
    update(triangles, n) {
      const rows = Math.ceil((n + triangles.length) / WIDTH);
      if (2 * WIDTH * rows > pairs.length) {
        uniform.value?.dispose();
        pairs = new Uint32Array(2 * WIDTH * rows);
        uniform.value = new DataTexture(pairs, WIDTH, rows, RGIntegerFormat, UnsignedIntType);
      }
      ringsOf(triangles, n, pairs);
      if (uniform.value) uniform.value.needsUpdate = true;
    },
    dispose() {
      uniform.value?.dispose();
      uniform.value = null;
    },
  };
}
