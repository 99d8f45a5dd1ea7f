/** The backdrop of the view: a wall and a floor with a grid, a lit area and the soft shadow. */
import { GLSL3, Mesh, RawShaderMaterial } from 'three';
import type { SceneBounds } from '../bounds/scene-bounds';
import { createScreenTriangle, SCREEN_CORNER, type SoftShadow } from './soft-shadow';
import type { ThemeColors } from './theme-colors';

/** Radius of the floor, in scene sizes; its edge fades into the wall. */
const FLOOR_RADIUS = 4.5;

export interface Background {
  readonly wall: Mesh;
  readonly floor: Mesh;
  setColors(colors: ThemeColors): void;
  place(bounds: SceneBounds): void;
  showGrid(on: boolean): void;
  dispose(): void;
}

/** GLSL: the color of the wall, which the floor fades into, so that there is no horizon; dithered against banding. */
const WALL = /* glsl */ `precision highp float;
  uniform vec3 wallTop, wall;
  uniform float height;
  vec3 wallAt() { return mix(wall, wallTop, smoothstep(.35, 1., gl_FragCoord.y / height)); }
  float dither() { return (fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(.0671, .00584)))) - .5) / 255.; }
`;

/** @param height of the drawing buffer, pixels; shared */
export function createBackground(shadow: SoftShadow, height: { value: number }): Background {
  const wallColors = { wallTop: { value: [0, 0, 0] }, wall: { value: [0, 0, 0] }, height };
  const wallMaterial = new RawShaderMaterial({
    glslVersion: GLSL3,
    depthWrite: false,
    uniforms: wallColors,
    vertexShader: `${SCREEN_CORNER} void main() { gl_Position = vec4(corner(), 1., 1.); }`,
    fragmentShader: `${WALL} out vec4 color; void main() { color = vec4(wallAt() + dither(), 1.); }`,
  });
  const floorUniforms = {
    ...wallColors,
    lit: { value: [0, 0, 0] },
    ink: { value: [0, 0, 0] },
    darkness: { value: 0 },
    grid: { value: 1 },
    place: { value: [0, 0, 0, 1] },
    shadowMatrix: shadow.matrix,
    shadowMap: shadow.soft,
  };
  const floorMaterial = new RawShaderMaterial({
    glslVersion: GLSL3,
    uniforms: floorUniforms,
    vertexShader: `
      uniform mat4 viewMatrix, projectionMatrix, shadowMatrix;
      uniform vec4 place;
      out vec2 at, fromCenter, shadowUv;
      void main() {
        vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2. - 1.;
        fromCenter = corner;
        at = place.xz + corner * place.w;
        vec4 p = vec4(at.x, place.y, at.y, 1.);
        shadowUv = (shadowMatrix * p).xy;
        gl_Position = projectionMatrix * viewMatrix * p;
      }`,
    fragmentShader: `${WALL}
      uniform vec3 lit, ink;
      uniform float darkness, grid;
      uniform sampler2D shadowMap;
      in vec2 at, fromCenter, shadowUv;
      out vec4 color;
      // Coverage by lines one pixel wide at integers of at, where a pixel spans w; fades out where lines are dense.
      float lines(vec2 at, vec2 w) {
        vec2 on = clamp(1. - abs(fract(at + .5) - .5) / w, 0., 1.) * clamp(1.3 - 4. * w, 0., 1.);
        return max(on.x, on.y);
      }
      void main() {
        float r = length(fromCenter);
        if (r > 1.) discard;
        float lightArea = 1. - smoothstep(.05, .62, r);
        vec3 backdrop = wallAt();
        vec3 ground = mix(backdrop, lit, lightArea);
        if (grid > 0.) {
          vec2 w = fwidth(at);
          float line = max(.09 * lines(at * 10., w * 10.), .26 * lines(at, w));
          ground = mix(ground, ink, line * max(0., 1. - 1.3 * r));
        }
        vec2 inside = smoothstep(vec2(.5), vec2(.42), abs(shadowUv - .5));
        ground *= 1. - darkness * texture(shadowMap, shadowUv).a * inside.x * inside.y;
        color = vec4(mix(ground, backdrop, smoothstep(.6, 1., r)) + dither(), 1.);
      }`,
  });
  const quad = createScreenTriangle();
  quad.setIndex([0, 2, 1, 1, 2, 3]);
  const wall = new Mesh(createScreenTriangle(), wallMaterial);
  const floor = new Mesh(quad, floorMaterial);
  wall.frustumCulled = floor.frustumCulled = false;

  return {
    wall,
    floor,
    setColors(colors) {
      wallColors.wallTop.value = [...colors.wallTop];
      wallColors.wall.value = [...colors.wall];
      floorUniforms.lit.value = [...colors.floor];
      floorUniforms.ink.value = [...colors.grid];
      floorUniforms.darkness.value = colors.shadow;
    },
    place(bounds) {
      floorUniforms.place.value = [bounds.center[0], bounds.floor, bounds.center[2], FLOOR_RADIUS * bounds.size];
    },
    showGrid(on) {
      floorUniforms.grid.value = on ? 1 : 0;
    },
    dispose() {
      wall.geometry.dispose();
      floor.geometry.dispose();
      wallMaterial.dispose();
      floorMaterial.dispose();
    },
  };
}
