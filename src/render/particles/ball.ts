import { BufferAttribute, GLSL3, InstancedBufferGeometry, RawShaderMaterial } from 'three';
import { type ColorMap, NO_COLOR_MAP } from '../cloth/color-map';
import { FETCH_PARTICLE, type ParticleStore } from './particle-store';

export interface BallUniforms {
  [name: string]: { value: unknown };
  particles: ParticleStore['uniform'];
  /** Of the drawing buffer, pixels; shared. */
  viewport: { value: [number, number] };
  /** m. */
  radius: { value: number };
  /** Smallest and largest radius on screen, pixels of the drawing buffer. */
  limits: { value: [number, number] };
  /** Colours in the light and in the shade, as displayed. */
  bright: { value: readonly number[] };
  dark: { value: readonly number[] };
}

/** Four corners to be drawn once for each instance. */
export function createInstancedQuad(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setIndex(new BufferAttribute(new Uint16Array([0, 1, 2, 2, 1, 3]), 1));
  return geometry;
}

/**
 * Balls drawn as discs that face the eye, shaded as spheres.
 * @param which GLSL: declarations, and `uint which()` and `float scale()`: particle and relative radius of this instance
 */
export function createBallMaterial(uniforms: BallUniforms, which: string): RawShaderMaterial {
  const material = new RawShaderMaterial({ glslVersion: GLSL3, transparent: true, uniforms });
  dyeBalls(material, which, NO_COLOR_MAP);
  return material;
}

/** Gives balls the colours of a dye. @param which as they were made with */
export function dyeBalls(material: RawShaderMaterial, which: string, dye: ColorMap): void {
  Object.assign(material.uniforms, dye.uniforms);
  material.vertexShader = `precision highp float;
      ${FETCH_PARTICLE}
      ${dye.vertex}
      uniform mat4 viewMatrix, projectionMatrix;
      uniform vec2 viewport, limits;
      uniform float radius;
      out vec2 at;
      out float pixels, amount;
      ${which}
      void main() {
        at = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2. - 1.;
        amount = amountOf(which());
        vec4 eye = viewMatrix * vec4(particle(which()), 1.);
        // Towards the eye by a radius, along the line of sight: a head sits on the cloth, not half in it.
        eye.xyz *= 1. - radius / max(length(eye.xyz), 2. * radius);
        gl_Position = projectionMatrix * eye;
        float perPixel = gl_Position.w * 2. / (projectionMatrix[1][1] * viewport.y);
        pixels = clamp(radius * scale() / perPixel, limits.x, limits.y);
        at *= 1. + 1. / pixels;
        gl_Position.xy += at * pixels * 2. / viewport * gl_Position.w;
      }`;
  material.fragmentShader = `precision highp float;
      ${dye.fragment}
      uniform vec3 bright, dark;
      in vec2 at;
      in float pixels, amount;
      out vec4 color;
      void main() {
        float r = length(at);
        float cover = clamp((1. - r) * pixels + .5, 0., 1.);
        if (cover < .02) discard;
        vec3 N = vec3(at, sqrt(max(0., 1. - r * r)));
        float diffuse = max(0., dot(N, vec3(-.45, .68, .58)));
        float glint = smoothstep(.93, 1., dot(N, vec3(-.36, .52, .775)));
        vec3 lit = dyed(bright, amount);
        vec3 shade = mix(dark * lit / bright, lit, diffuse * diffuse * .9 + .12) + glint * .35;
        color = vec4(shade * (1. - .35 * smoothstep(.7, 1., r)), cover);
      }`;
  material.needsUpdate = true;
}
