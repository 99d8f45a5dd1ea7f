/** The spheres of the environment, with the shadows that fall on them. */
import type { EnvironmentFile } from '../../physics';
import { createLit } from '../background/lighting';
import type { EnvironmentBounds } from '../camera/environment-bounds';
import { instancesOf, setInstances } from '../mass-spring/ball';
import type { RenderContext } from './render-context';

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

const PLACE = /* glsl */ `
in vec4 ball;
vec3 place(out vec3 n) {
  float polar = float(gl_VertexID / ${2 * SEGMENTS + 1}) * ${Math.PI / SEGMENTS};
  float round = float(gl_VertexID % ${2 * SEGMENTS + 1}) * ${Math.PI / SEGMENTS};
  n = vec3(sin(polar) * sin(round), cos(polar), sin(polar) * cos(round));
  return ball.xyz + ball.w * n;
}
vec3 lift(vec3 n) { return .09 * ball.w * n; }
`;

export function createObstacleBalls({ lighting, theme }: RenderContext) {
  const mesh = createLit({ ...lighting, baseColor: theme.obstacle }, PLACE)(instancesOf(cornersOfGrid()));

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
  };
}
