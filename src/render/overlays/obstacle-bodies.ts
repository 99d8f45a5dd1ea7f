/** The bodies of the environment, smooth but for their sharp edges, and its planes, with the shadows that fall on them. */
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Group, type Mesh, RawShaderMaterial } from 'three';
import type { EnvironmentFile, TriangleMesh } from '../../physics';
import { createLit } from '../background/lighting';
import { boxOfBody, type EnvironmentBounds, isFloor } from '../camera/environment-bounds';
import { createQuads, instancesOf, setInstances } from '../mass-spring/ball';
import type { RenderContext } from './render-context';

/** Faces at a smaller angle than this meet in a smooth edge: its cosine. */
const SMOOTH = Math.cos((40 * Math.PI) / 180);
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
    const positions = new Float32Array(3 * body.triangles.length);
    const normals = new Float32Array(positions.length);
    writeBody(body, depth, positions, normals);
    const mesh = meshOf(new BufferGeometry());
    mesh.geometry.setAttribute('position', new BufferAttribute(positions, 3));
    mesh.geometry.setAttribute('normal', new BufferAttribute(normals, 3));
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

/** Writes three corners for each triangle, `depth` m below the surface. At an edge that is not smooth each side has its own normal. */
function writeBody(
  { positions: x, triangles }: TriangleMesh,
  depth: number,
  at: Float32Array,
  out: Float32Array,
): void {
  const faces = faceNormals(x, triangles);
  const { starts, fans } = facesOfVertices(x.length / 3, triangles);
  const sum = [0, 0, 0];
  const inwards = new Float64Array(x.length);
  for (let v = 0; v < x.length / 3; v++) {
    sum.fill(0);
    for (let k = starts[v]; k < starts[v + 1]; k++)
      for (let axis = 0; axis < 3; axis++) sum[axis] += faces[fans[k] + axis];
    setUnit(sum, inwards, 3 * v);
  }
  for (let corner = 0; corner < triangles.length; corner++) {
    const v = triangles[corner];
    const own = corner - (corner % 3);
    sum.fill(0);
    for (let k = starts[v]; k < starts[v + 1]; k++) {
      const f = fans[k];
      const cosine = faces[f] * faces[own] + faces[f + 1] * faces[own + 1] + faces[f + 2] * faces[own + 2];
      if (cosine >= SMOOTH) for (let axis = 0; axis < 3; axis++) sum[axis] += faces[f + axis];
    }
    setUnit(sum, out, 3 * corner);
    for (let axis = 0; axis < 3; axis++) at[3 * corner + axis] = x[3 * v + axis] - depth * inwards[3 * v + axis];
  }
}

/** The triangles at each vertex v, as the places of their first corners: `fans[starts[v]]` … `fans[starts[v + 1] - 1]`. */
function facesOfVertices(count: number, triangles: Uint32Array): { starts: Uint32Array; fans: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (let corner = 0; corner < triangles.length; corner++) starts[triangles[corner] + 1]++;
  for (let v = 0; v < count; v++) starts[v + 1] += starts[v];
  const next = starts.slice();
  const fans = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) fans[next[triangles[corner]]++] = corner - (corner % 3);
  return { starts, fans };
}

function faceNormals(x: Float64Array, triangles: Uint32Array): Float64Array {
  const normals = new Float64Array(triangles.length);
  const [u, v, n] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let axis = 0; axis < 3; axis++) {
      u[axis] = x[b + axis] - x[a + axis];
      v[axis] = x[c + axis] - x[a + axis];
    }
    n[0] = u[1] * v[2] - u[2] * v[1];
    n[1] = u[2] * v[0] - u[0] * v[2];
    n[2] = u[0] * v[1] - u[1] * v[0];
    setUnit(n, normals, t);
  }
  return normals;
}

function setUnit(v: ArrayLike<number>, out: Float32Array | Float64Array, at: number): void {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) || 1;
  for (let axis = 0; axis < 3; axis++) out[at + axis] = v[axis] / length;
}

// The spheres of the environment, with the shadows that fall on them.

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

const PLACE_ON_BALL = /* glsl */ `
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
  const mesh = createLit({ ...lighting, baseColor: theme.obstacle }, PLACE_ON_BALL)(instancesOf(cornersOfGrid()));

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
