/** The spheres of the environment, with the shadows that fall on them. */
import { GLSL3, RawShaderMaterial } from 'three';
import type { EnvironmentFile } from '../../physics';
import { DEPTH_ONLY, lightUniforms, MATTE, setLight } from '../background/lighting';
import { CASTS_SHADOW, type SoftShadow } from '../background/soft-shadow';
import type { ThemeColors } from '../background/theme-colors';
import type { EnvironmentBounds } from '../camera/environment-bounds';
import { createInstances, setInstances } from '../mass-spring/ball';

/** Segments from pole to pole; around the axis twice as many. */
const SEGMENTS = 28;

/** The corners of a grid of quads, which the shader maps to a sphere. */
function cornersOfGrid(): number[] {
  const row = 2 * SEGMENTS + 1;
  const corners: number[] = [];
  for (let i = 0; i < SEGMENTS; i++) {
    for (let j = 0; j < 2 * SEGMENTS; j++) {
      const k = i * row + j;
      corners.push(k, k + row, k + 1, k + 1, k + row, k + row + 1);
    }
  }
  return corners;
}

const BALL = /* glsl */ `precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
in vec4 ball;
vec3 outward() {
  float polar = float(gl_VertexID / ${2 * SEGMENTS + 1}) * ${Math.PI / SEGMENTS};
  float round = float(gl_VertexID % ${2 * SEGMENTS + 1}) * ${Math.PI / SEGMENTS};
  return vec3(sin(polar) * sin(round), cos(polar), sin(polar) * cos(round));
}
`;

export function createObstacleBalls(shadow: SoftShadow) {
  const light = lightUniforms(shadow);
  const uniforms = { ...light, baseColor: { value: [0, 0, 0] as readonly number[] } };
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    uniforms,
    vertexShader: `${BALL}
      uniform mat4 shadowMatrix;
      uniform vec3 cameraPosition;
      out vec3 n, toEye, shadowAt;
      void main() {
        n = outward();
        vec3 p = ball.xyz + ball.w * n;
        toEye = cameraPosition - p;
        shadowAt = (shadowMatrix * vec4(p + .09 * ball.w * n, 1.)).xyz;
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
      }`,
    fragmentShader: MATTE,
  });
  const shadowMaterial = new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: `${BALL} void main() { gl_Position = projectionMatrix * viewMatrix * vec4(ball.xyz + ball.w * outward(), 1.); }`,
    fragmentShader: DEPTH_ONLY,
  });
  const mesh = createInstances(material, cornersOfGrid());
  mesh.layers.enable(CASTS_SHADOW);

  return {
    mesh,
    place(spheres: EnvironmentFile['spheres'], { offset, spacing }: EnvironmentBounds) {
      mesh.visible = spheres.length > 0;
      const balls = spheres.flatMap(({ center, radius }) => {
        // A square of cloth of side s whose corners touch the sphere lies s²/4r below its surface, and deeper when stretched.
        const depth = 0.01 * radius + (0.7 * spacing * spacing) / radius;
        return [...center, Math.max(0.8 * radius, radius - Math.max(offset, depth))];
      });
      const present = mesh.geometry.getAttribute('ball');
      if (present?.array.length === balls.length) {
        present.array.set(balls);
        present.needsUpdate = true;
        return;
      }
      setInstances(mesh, spheres.length, { ball: [Float32Array.from(balls), 4] });
    },
    /** Switches to the material for the shadow map, or back. */
    useShadowMaterial(on: boolean) {
      mesh.material = on ? shadowMaterial : material;
    },
    setColors(colors: ThemeColors) {
      uniforms.baseColor.value = colors.obstacle;
      setLight(light, colors);
    },
  };
}
