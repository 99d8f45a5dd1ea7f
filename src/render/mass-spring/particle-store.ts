/** Positions on the GPU: the texels of a frame as a texture, uploaded as they are, and how shaders turn a value of each into a color. */
import { DataTexture, FloatType, RGBAFormat } from 'three';
import { TEXELS_PER_ROW } from '../../runtime/frame/frame';

/** GLSL: where particle `i` is. Every shader reads positions through this, so that they are uploaded once. */
export const FETCH_PARTICLE = /* glsl */ `
uniform highp sampler2D particles;
vec4 texel(uint i) { return texelFetch(particles, ivec2(int(i & ${TEXELS_PER_ROW - 1}u), int(i >> ${Math.log2(TEXELS_PER_ROW)}u)), 0); }
vec3 particle(uint i) { return texel(i).xyz; }
`;

export type ParticleStore = ReturnType<typeof createParticleStore>;

export function createParticleStore() {
  const uniform: { value: DataTexture | null } = { value: null };
  let positions: Float32Array = new Float32Array(0);

  return {
    /** 4n; x, y, z, m, and the value of the field or 0: the beginning of the texels. */
    get positions() {
      return positions;
    },
    /** The uniform that all materials share. */
    uniform,
    /**
     * Draws these particles from now on. The next render uploads the array, and picking reads it: it must not
     * change until the next call.
     * @param texels whole rows, as a frame has them @param count of particles
     */
    show(texels: Float32Array, count: number) {
      positions = texels.subarray(0, 4 * count);
      const rows = texels.length / (4 * TEXELS_PER_ROW);
      if (uniform.value?.image.height === rows) uniform.value.image.data = texels as Float32Array<ArrayBuffer>;
      else {
        uniform.value?.dispose();
        uniform.value = new DataTexture(texels, TEXELS_PER_ROW, rows, RGBAFormat, FloatType);
      }
      uniform.value.needsUpdate = true;
    },
    dispose() {
      uniform.value?.dispose();
      uniform.value = null;
    },
  };
}

/** How shaders color cloth and particles: by a value of each particle, or by the object's own color. */
export interface ColorMap {
  /** GLSL: `float mapValue(uint i)`, the value of particle i, and the uniforms that it reads. */
  readonly vertex: string;
  /** GLSL: `vec3 mapColor(vec3 own, float value)`: the color, as displayed, in place of the object's own. */
  readonly fragment: string;
  readonly uniforms: Readonly<Record<string, { value: unknown }>>;
}

/** Keeps the object's own color. */
export const NO_COLOR_MAP: ColorMap = {
  vertex: 'float mapValue(uint i) { return 0.; }',
  fragment: 'vec3 mapColor(vec3 own, float value) { return own; }',
  uniforms: {},
};
