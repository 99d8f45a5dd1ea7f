/** The bodies of the environment, smooth but for their sharp edges, and its planes, with the shadows that fall on them. */
import { BufferAttribute, BufferGeometry, DoubleSide, Group, type Mesh, SphereGeometry } from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import type { EnvironmentFile, TriangleMesh } from '../../physics';
import { createLit } from '../background/lighting';
import { OVERLAY, shaderMaterial } from '../background/shader-material';
import { boxOfBody, type EnvironmentBounds, isFloor } from '../camera/environment-bounds';
import { createQuads, instancesOf, setInstances } from '../mass-spring/ball';
import type { RenderContext } from './render-context';

/** rad; faces at a smaller angle than this meet in a smooth edge. */
const SMOOTH = (40 * Math.PI) / 180;
/** three.js takes vertices for one within 0.01 of a unit: with this many units in a m, within 0.01 mm. */
const UNITS = 1000;
/** How far below its surface a body is drawn, as a part of the spacing: threads between particles cut its edges. */
const DEPTH = 0.25;
/** The most of that, as a part of the least extent of a body: a ring stays a ring. */
const MAX_DEPTH = 0.1;

const PLACE = /* glsl */ `
uniform mat4 modelMatrix;
uniform float above;
in vec3 position, normal;
vec3 place(out vec3 n) {
  n = mat3(modelMatrix) * normal;
  return (modelMatrix * vec4(position, 1.)).xyz;
}
vec3 lift(vec3 n) { return above * n; }
`;

export function createObstacleBodies({ lighting, theme }: RenderContext) {
  const above = { value: 0 };
  const meshOf = createLit({ ...lighting, baseColor: theme.obstacle, above }, PLACE);
  const group = new Group();
  const meshes: Mesh[] = [];

  function clear(): void {
    for (const mesh of meshes.splice(0)) {
      group.remove(mesh);
      mesh.geometry.dispose();
    }
  }

  function add(body: TriangleMesh, depth: number): void {
    const mesh = meshOf(geometryOf(body, depth));
    meshes.push(mesh);
    group.add(mesh);
  }

  return {
    mesh: group,
    place(bodies: readonly TriangleMesh[], { offset, spacing, size }: EnvironmentBounds) {
      clear();
      for (const body of bodies) {
        add(body, Math.min(Math.max(offset, DEPTH * spacing), MAX_DEPTH * leastExtent(body)));
      }
      above.value = 0.02 * size;
    },
    /** @param poses 12 numbers for each body, as in `MovedObstacles`; none: they are where they were placed */
    move(poses: readonly (readonly number[])[]) {
      for (const [k, mesh] of meshes.entries()) {
        const [a, b, c, d, e, f, g, h, i, x, y, z] = poses[k] ?? [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
        // The view updates no matrices by itself.
        mesh.matrixWorld.set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
      }
    },
  };
}

/** m; of the box around it. */
function leastExtent(body: TriangleMesh): number {
  const { min, max } = boxOfBody(body);
  return Math.min(...max.map((most, axis) => most - min[axis]));
}

/** The triangles, `depth` m below the surface. At an edge that is not smooth each side has its own normal. */
function geometryOf({ positions, triangles }: TriangleMesh, depth: number): BufferGeometry {
  const geometry = new BufferGeometry();
  const at = Float32Array.from(positions);
  geometry.setAttribute('position', new BufferAttribute(at, 3)).setIndex(new BufferAttribute(triangles, 1));
  geometry.computeVertexNormals();
  geometry.getAttribute('normal').array.forEach((component, k) => {
    at[k] -= depth * component;
  });
  geometry.scale(UNITS, UNITS, UNITS);
  return toCreasedNormals(geometry, SMOOTH).scale(1 / UNITS, 1 / UNITS, 1 / UNITS);
}

// The spheres of the environment, with the shadows that fall on them.

/** Segments from pole to pole; around the axis twice as many. */
const SEGMENTS = 28;

const PLACE_ON_BALL = /* glsl */ `
in vec3 position;
in vec4 ball;
vec3 place(out vec3 n) {
  n = position;
  return ball.xyz + ball.w * n;
}
vec3 lift(vec3 n) { return .09 * ball.w * n; }
`;

export function createObstacleBalls({ lighting, theme }: RenderContext) {
  const sphere = instancesOf(new SphereGeometry(1, 2 * SEGMENTS, SEGMENTS));
  const mesh = createLit({ ...lighting, baseColor: theme.obstacle }, PLACE_ON_BALL)(sphere);

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

// Walls and slopes: the part of each plane near the scene, ruled; from behind it is transparent. The floor is part of the background.

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
  const material = shaderMaterial(
    { ...OVERLAY, side: DoubleSide, uniforms },
    `uniform mat4 viewMatrix, projectionMatrix, shadowMatrix;
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
    `precision mediump sampler2DShadow;
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
  );
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
