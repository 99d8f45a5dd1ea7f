/** The light of the scene as uniforms, and the materials of what it lights: obstacles, and the rods that hold pins. */
import { type BufferGeometry, GLSL3, Mesh, RawShaderMaterial } from 'three';
import { castShadow, type SoftShadow } from './soft-shadow';
import type { ThemeUniforms } from './theme-colors';

export type Lighting = ReturnType<typeof createLighting>;

/** The key light with its shadow, and what the room reflects. */
export function createLighting({ key, sky, bounce, rim }: ThemeUniforms, { matrix, depth, toLight }: SoftShadow) {
  return { key, sky, bounce, rim, shadowMatrix: matrix, shadowDepth: depth, toLight };
}

const FRAGMENT_INPUTS = /* glsl */ `precision highp float;
precision mediump sampler2DShadow;
uniform sampler2DShadow shadowDepth;
uniform vec3 toLight, baseColor, key, sky, bounce, rim;
in vec3 n, toEye, shadowAt;
out vec4 color;
`;

/** Fragment shader of an obstacle: matte, with soft shadows. */
const MATTE = /* glsl */ `void main() {
  vec3 N = normalize(n);
  float lit = 0.;
  for (int k = 0; k < 9; k++) {
    vec2 d = (vec2(float(k % 3), float(k / 3)) - 1.) / 500.;
    lit += texture(shadowDepth, shadowAt + vec3(d, 0.)) / 9.;
  }
  float wrapped = max(0., (dot(N, toLight) + .1) / 1.1);
  float grazing = 1. - abs(dot(N, normalize(toEye)));
  vec3 light = key * wrapped * lit * .75 + mix(bounce * .8, sky, N.y * .5 + .5);
  color = vec4(sqrt(baseColor * baseColor * light + rim * (grazing * grazing * grazing * .12)), 1.);
}`;

/**
 * Makes `mesh(geometry)`, a lit mesh that throws a shadow.
 * @param uniforms the lighting, `baseColor`, and those of `place`
 * @param place GLSL: `vec3 place(out vec3 n)`, a position, m, with the direction outwards; and `vec3 lift(vec3 n)`, m, from there to
 * where its shadow is looked up: a surface must not shadow itself
 * @param shade GLSL: `main` of the fragment shader
 */
export function createLit(
  uniforms: Lighting & { baseColor: { value: readonly number[] }; [name: string]: { value: unknown } },
  place: string,
  shade = MATTE,
) {
  const vertex = /* glsl */ `precision highp float;
    uniform mat4 viewMatrix, projectionMatrix, shadowMatrix;
    uniform vec3 cameraPosition, toLight;
    ${place}`;
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    uniforms,
    vertexShader: `${vertex}
      out vec3 n, toEye, shadowAt;
      void main() {
        vec3 p = place(n);
        toEye = cameraPosition - p;
        shadowAt = (shadowMatrix * vec4(p + lift(n), 1.)).xyz;
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
      }`,
    fragmentShader: FRAGMENT_INPUTS + shade,
  });
  const shadowMaterial = new RawShaderMaterial({
    glslVersion: GLSL3,
    uniforms,
    vertexShader: `${vertex}
      void main() { vec3 n; gl_Position = projectionMatrix * viewMatrix * vec4(place(n), 1.); }`,
    fragmentShader: 'precision highp float; out vec4 color; void main() { color = vec4(1.); }',
  });
  return <Geometry extends BufferGeometry>(geometry: Geometry): Mesh<Geometry> => {
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    castShadow(mesh, shadowMaterial);
    return mesh;
  };
}
