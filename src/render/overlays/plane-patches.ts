/** Walls and slopes: the part of each plane near the scene, ruled; from behind it is transparent. The floor is part of the background. */
import { DoubleSide, GLSL3, RawShaderMaterial } from 'three';
import type { EnvironmentFile } from '../../physics';
import { type EnvironmentBounds, isFloor } from '../camera/environment-bounds';
import { createQuads, setInstances } from '../mass-spring/ball';
import type { RenderContext } from './render-context';

/** Radius of a patch, in scene sizes. */
const RADIUS = 0.7;

export function createPlanePatches({ lighting, theme }: RenderContext) {
  const uniforms = {
    ...lighting,
    radius: { value: 1 },
    offset: { value: 0 },
    baseColor: theme.obstacle,
    lineColor: theme.grid,
    darkness: theme.shadow,
  };
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms,
    vertexShader: `precision highp float;
      uniform mat4 viewMatrix, projectionMatrix, shadowMatrix;
      uniform float radius, offset;
      in vec3 point, normal, middle;
      out vec2 at, fromMiddle;
      out vec3 n, shadowAt;
      void main() {
        n = normalize(normal);
        // One side of the squares is level.
        vec3 u = abs(n.y) < .9999 ? normalize(vec3(n.z, 0., -n.x)) : vec3(1., 0., 0.);
        vec3 v = cross(n, u);
        vec3 foot = middle - dot(middle - point, n) * n;
        fromMiddle = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2. - 1.;
        vec3 p = foot + (u * fromMiddle.x + v * fromMiddle.y) * radius;
        at = vec2(dot(p - point, u), dot(p - point, v));
        shadowAt = (shadowMatrix * vec4(p, 1.)).xyz;
        gl_Position = projectionMatrix * viewMatrix * vec4(p - offset * n, 1.);
      }`,
    fragmentShader: `precision highp float;
      precision mediump sampler2DShadow;
      uniform vec3 baseColor, lineColor, toLight;
      uniform float darkness;
      uniform sampler2DShadow shadowDepth;
      in vec2 at, fromMiddle;
      in vec3 n, shadowAt;
      out vec4 color;
      float lines(vec2 at, vec2 w) {
        vec2 on = clamp(1. - abs(fract(at + .5) - .5) / w, 0., 1.) * clamp(1.3 - 4. * w, 0., 1.);
        return max(on.x, on.y);
      }
      void main() {
        float r = length(fromMiddle);
        if (r > 1.) discard;
        vec2 w = fwidth(at);
        float line = max(.3 * lines(at * 10., w * 10.), .75 * lines(at, w));
        float covered = 0.;
        for (int k = 0; k < 9; k++) {
          vec2 d = (vec2(float(k % 3), float(k / 3)) - 1.) / 200.;
          covered += 1. - texture(shadowDepth, shadowAt + vec3(d, -.004));
        }
        vec2 inside = smoothstep(vec2(.5), vec2(.42), abs(shadowAt.xy - .5));
        covered *= inside.x * inside.y * step(0., dot(n, toLight)) / 9.;
        vec3 base = baseColor * (.86 + .14 * max(0., dot(n, toLight)));
        base = mix(base, lineColor, .16 + .5 * line) * (1. - darkness * covered);
        // More transparent from behind.
        float side = gl_FrontFacing ? 1. : .4;
        color = vec4(base, side * (1. - smoothstep(.7, 1., r)) * (.88 + .12 * max(line, covered)));
      }`,
  });
  const mesh = createQuads(material);

  return {
    mesh,
    place(all: EnvironmentFile['planes'], { center, size, offset }: EnvironmentBounds) {
      const planes = all.filter((plane) => !isFloor(plane));
      mesh.visible = planes.length > 0;
      setInstances(mesh, planes.length, {
        point: [Float32Array.from(planes.flatMap(({ point }) => point)), 3],
        normal: [Float32Array.from(planes.flatMap(({ normal }) => normal)), 3],
        middle: [Float32Array.from(planes.flatMap(() => center)), 3],
      });
      uniforms.radius.value = RADIUS * size;
      uniforms.offset.value = offset;
    },
  };
}
