import { DataTexture, FloatType, RGBAFormat } from 'three';
import type { Floats } from '../../physics';

/** Particles in a row of the texture; a power of two, so that shaders find them with a mask and a shift. */
const WIDTH = 1024;

/** GLSL: where particle `i` is. Everything that is drawn reads positions through this, so they are uploaded once. */
export const FETCH_PARTICLE = /* glsl */ `
uniform highp sampler2D particles;
vec4 texel(uint i) { return texelFetch(particles, ivec2(int(i & ${WIDTH - 1}u), int(i >> 10u)), 0); }
vec3 particle(uint i) { return texel(i).xyz; }
`;

export interface ParticleStore {
  /** 4n; x, y, z, m, and what the particle is coloured by, or 0. The texture's own array. */
  readonly positions: Float32Array;
  /** The uniform that all materials share. */
  readonly uniform: { value: DataTexture | null };
  /** Makes room for n particles. */
  rebuild(count: number): void;
  /** Takes the positions of a frame; they may be in double precision. @param field n; what is not finite counts as 0 */
  copy(positions: Floats, field: Float32Array | null): void;
  dispose(): void;
}

/** Positions on the GPU, as a texture of four floats a particle: the engine's stride, so that they go up as they are. */
export function createParticleStore(): ParticleStore {
  const uniform: { value: DataTexture | null } = { value: null };
  let positions = new Float32Array(0);
  return {
    get positions() {
      return positions;
    },
    uniform,
    rebuild(count) {
      uniform.value?.dispose();
      const rows = Math.max(1, Math.ceil(count / WIDTH));
      const texels = new Float32Array(4 * WIDTH * rows);
      positions = texels.subarray(0, 4 * count);
      uniform.value = new DataTexture(texels, WIDTH, rows, RGBAFormat, FloatType);
    },
    copy(source, field) {
      positions.set(source);
      if (field) {
        for (let i = 0; i < field.length; i++) positions[4 * i + 3] = Number.isFinite(field[i]) ? field[i] : 0;
      }
      if (uniform.value) uniform.value.needsUpdate = true;
    },
    dispose() {
      uniform.value?.dispose();
      uniform.value = null;
    },
  };
}
