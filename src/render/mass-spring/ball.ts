/** The material of particles drawn as balls, and the quad that it needs. */
import {
  BufferGeometry,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  RawShaderMaterial,
} from 'three';
import { type ColorMap, FETCH_PARTICLE, NO_COLOR_MAP, type ParticleStore } from './particle-store';
import { SCREEN, type Screen } from './screen';

export interface BallUniforms extends Screen {
  [name: string]: { value: unknown };
  particles: ParticleStore['uniform'];
  /** m. */
  radius: { value: number };
  /** Smallest and largest radius on screen, CSS pixels. */
  limits: { value: [number, number] };
  /** Colors in the light and in the shade, as displayed. */
  bright: { value: readonly number[] };
  dark: { value: readonly number[] };
}

/** Instances of a shape, whose shader places its corners. */
export function instancesOf({ index, attributes }: BufferGeometry): InstancedBufferGeometry {
  return Object.assign(new InstancedBufferGeometry().setIndex(index), { attributes });
}

/** A mesh of quads, each an instance. */
export function createQuads(material: RawShaderMaterial) {
  const mesh = new Mesh(instancesOf(new BufferGeometry().setIndex([0, 1, 2, 2, 1, 3])), material);
  mesh.frustumCulled = false;
  return mesh;
}

/** Replaces all instances. @param attributes the numbers of all instances, and how many each has */
export function setInstances(
  mesh: Mesh<InstancedBufferGeometry>,
  count: number,
  attributes: Readonly<Record<string, readonly [values: Float32Array | Uint32Array, each: number]>>,
): void {
  const { geometry } = mesh;
  geometry.dispose();
  geometry.instanceCount = count;
  for (const [name, [values, each]] of Object.entries(attributes)) {
    geometry.setAttribute(name, new InstancedBufferAttribute(values, each));
  }
}

/**
 * Discs that face the camera, shaded as spheres.
 * @param instance GLSL: declarations, and `uint which()` and `float scale()`: particle and relative radius of the instance
 */
export function createBallMaterial(uniforms: BallUniforms, instance: string): RawShaderMaterial {
  const material = new RawShaderMaterial({ glslVersion: GLSL3, transparent: true, uniforms });
  colorBalls(material, instance, NO_COLOR_MAP);
  return material;
}

/** Gives balls another color map. @param instance as for `createBallMaterial` */
export function colorBalls(material: RawShaderMaterial, instance: string, colorMap: ColorMap): void {
  Object.assign(material.uniforms, colorMap.uniforms);
  material.vertexShader = `precision highp float;
      ${FETCH_PARTICLE}
      ${colorMap.vertex}
      ${SCREEN}
      uniform vec2 limits;
      uniform float radius;
      out vec2 at;
      out float pixels, value;
      ${instance}
      void main() {
        at = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2. - 1.;
        value = mapValue(which());
        vec4 eye = viewMatrix * vec4(particle(which()), 1.);
        // Moved towards the camera by one radius, so that the cloth does not cut through it.
        eye.xyz *= 1. - radius / max(length(eye.xyz), 2. * radius);
        gl_Position = projectionMatrix * eye;
        float perPixel = gl_Position.w * 2. / (projectionMatrix[1][1] * viewport.y);
        pixels = clamp(radius * scale() / perPixel, limits.x * pixelRatio, limits.y * pixelRatio);
        at *= 1. + 1. / pixels;
        gl_Position.xy += at * pixels * 2. / viewport * gl_Position.w;
      }`;
  material.fragmentShader = `precision highp float;
      ${colorMap.fragment}
      uniform vec3 bright, dark;
      in vec2 at;
      in float pixels, value;
      out vec4 color;
      void main() {
        float r = length(at);
        float cover = clamp((1. - r) * pixels + .5, 0., 1.);
        if (cover < .02) discard;
        vec3 N = vec3(at, sqrt(max(0., 1. - r * r)));
        float diffuse = max(0., dot(N, vec3(-.45, .68, .58)));
        float glint = smoothstep(.93, 1., dot(N, vec3(-.36, .52, .775)));
        vec3 lit = mapColor(bright, value);
        vec3 shade = mix(dark * lit / bright, lit, diffuse * diffuse * .9 + .12) + glint * .35;
        color = vec4(shade * (1. - .35 * smoothstep(.7, 1., r)), cover);
      }`;
  material.needsUpdate = true;
}
