/** Draws the marks of a frame: handles, the highlighted spring and particles, and arrows. */

import type { EnvironmentFile, Vec3 } from '../../physics';
import type { DrawableFrame } from '../../runtime/frame/frame';
import { IN_FRONT, shaderMaterial } from '../background/shader-material';
import { type Rgb, rgb } from '../background/theme-colors';
import { createQuads, setInstances } from '../mass-spring/ball';
import { SCREEN } from '../mass-spring/screen';
import { type Handle, isRoomFloor } from '../view';
import type { OverlayRequests, RenderContext } from './render-context';

/** Widths and radii, CSS pixels. */
const SPRING = 4.5;
const PARTICLE = 8;
const ARROW = 2.2;
const HANDLE = 5;

const sameHandle = (a: Handle, b: Handle | null) =>
  b !== null && a.list === b.list && a.index === b.index && a.part === b.part;

/** @param arm m; length of the arrow along a plane's normal */
export function drawMarks(
  strokes: Strokes,
  { structure, moved, status }: DrawableFrame,
  positions: Float32Array,
  { colors: { accent }, handles, hover, spring, particles, arrows }: OverlayRequests,
  arm: number,
): void {
  strokes.clear();
  const obstacles = moved ?? status.environment;
  const at = (i: number): Vec3 => [positions[4 * i], positions[4 * i + 1], positions[4 * i + 2]];
  for (const handle of handles ? handlesOf(obstacles) : []) {
    const place = positionOf(handle, obstacles, arm);
    if (!place) continue;
    const hovered = sameHandle(handle, hover);
    if (handle.part === 'turn') {
      const foot = obstacles.planes[handle.index].point;
      strokes.add('arrow', foot, place, accent, hovered ? 1 : 0.35, hovered ? 2.4 : 1.4);
    } else {
      strokes.add(hovered ? 'dot' : 'ring', place, place, accent, hovered ? 1 : 0.45, hovered ? HANDLE + 1 : HANDLE);
    }
  }
  if (spring >= 0 && spring < structure.kinds.length) {
    const [a, b] = [at(structure.springs[2 * spring]), at(structure.springs[2 * spring + 1])];
    strokes.add('line', a, b, accent, 1, SPRING);
    strokes.add('dot', a, a, accent, 1, SPRING);
    strokes.add('dot', b, b, accent, 1, SPRING);
  }
  for (const i of particles) {
    if (i >= 0 && i < structure.particleCount) strokes.add('ring', at(i), at(i), accent, 1, PARTICLE);
  }
  for (const { from, to, color } of arrows) strokes.add('arrow', from, to, rgb(color), 1, ARROW);
  strokes.finish();
}

// The handles of planes, spheres and bodies: where they are, and what a drag changes.

type Obstacles = Pick<EnvironmentFile, 'planes' | 'spheres' | 'bodies'>;

/** A normal within this angle of an axis snaps to it, rad. */
const SNAP = 0.05;

const unit = (v: Vec3): Vec3 => {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
};

/** The position of a handle, m; null if its obstacle no longer exists. @param arm m; length of the arrow along a plane's normal */
export function positionOf({ list, index, part }: Handle, obstacles: Obstacles, arm: number): Vec3 | null {
  if (list !== 'planes') return obstacles[list][index]?.center ?? null;
  const plane = obstacles.planes[index];
  if (!plane || part === 'move') return plane?.point ?? null;
  const normal = unit(plane.normal);
  return [plane.point[0] + arm * normal[0], plane.point[1] + arm * normal[1], plane.point[2] + arm * normal[2]];
}

/** All handles; the later ones are on top. The floor of the room has none. */
export function handlesOf({ planes, spheres, bodies }: Obstacles): Handle[] {
  return [
    ...bodies.map((_, index): Handle => ({ list: 'bodies', index, part: 'move' })),
    ...spheres.map((_, index): Handle => ({ list: 'spheres', index, part: 'move' })),
    ...planes.flatMap((plane, index): Handle[] =>
      isRoomFloor(plane)
        ? []
        : [
            { list: 'planes', index, part: 'move' },
            { list: 'planes', index, part: 'turn' },
          ],
    ),
  ];
}

/** The nearest handle within the radius, or null. @param project the screen position of a handle, CSS pixels */
export function nearestHandle(
  handles: readonly Handle[],
  project: (handle: Handle) => readonly [number, number],
  [x, y]: readonly [number, number],
  radius: number,
): Handle | null {
  let best: Handle | null = null;
  let least = radius;
  for (const handle of handles) {
    const [hx, hy] = project(handle);
    const distance = Math.hypot(hx - x, hy - y);
    if (!(distance <= least)) continue;
    least = distance;
    best = handle;
  }
  return best;
}

/** The unit normal along an arrow from a plane's point to `tip`, snapped to an axis; null if the two coincide. */
export function turnedNormal(point: Vec3, tip: Vec3): Vec3 | null {
  const arrow: Vec3 = [tip[0] - point[0], tip[1] - point[1], tip[2] - point[2]];
  if (!(Math.hypot(...arrow) > 0)) return null;
  const normal = unit(arrow);
  const axis = normal.findIndex((x) => Math.abs(x) > Math.cos(SNAP));
  return axis < 0 ? normal : (normal.map((x, c) => (c === axis ? Math.sign(x) : 0)) as Vec3);
}

// Lines, arrows, rings and dots over everything, in one draw call.

/** Flat marks; their width on screen is constant. */
type StrokeKind = 'line' | 'arrow' | 'ring' | 'dot';
const KINDS: readonly StrokeKind[] = ['line', 'arrow', 'ring', 'dot'];

type Strokes = ReturnType<typeof createStrokes>;

const VERTEX = /* glsl */ `${SCREEN}
in vec4 start, end, tint;
flat out vec4 ownColor;
flat out int kind;
flat out float len, width;
out vec2 at;
void main() {
  gl_Position = vec4(2., 2., 2., 1.);
  vec4 p = project(start.xyz), q = project(end.xyz);
  if (p.w <= 0. || q.w <= 0.) return;
  kind = int(start.w);
  width = end.w * pixelRatio;
  ownColor = tint;
  vec2 half_ = viewport * .5, a = p.xy / p.w * half_, b = q.xy / q.w * half_;
  len = kind < 2 ? distance(a, b) : 0.;
  vec2 along = len > .001 ? (b - a) / len : vec2(1., 0.);
  float reach = (kind == 1 ? 3. * width : width) + 3. * pixelRatio;
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  at = vec2(mix(-reach, len + reach, corner.x), mix(-reach, reach, corner.y));
  gl_Position = vec4((a + along * at.x + vec2(-along.y, along.x) * at.y) / half_, 0., 1.);
}
`;

const FRAGMENT = /* glsl */ `uniform vec3 outlineColor;
uniform float pixelRatio;
flat in vec4 ownColor;
flat in int kind;
flat in float len, width;
in vec2 at;
out vec4 color;
void main() {
  // Signed distance from the stroke, pixels; negative inside.
  float head = kind == 1 ? min(7. * width, .8 * len) : 0.;
  float shaft = max(0., len - head);
  float d = length(vec2(at.x - clamp(at.x, 0., shaft), at.y)) - width * .5;
  float shade = 1.;
  if (kind == 1) {
    float cone = max((abs(at.y) * head - (len - at.x) * 2.6 * width) / length(vec2(head, 2.6 * width)), len - head - at.x);
    if (cone < d) shade = at.y < 0. ? .82 : 1.;
    d = min(d, cone);
  } else if (kind == 2) d = abs(length(at) - width) - .9 * pixelRatio;
  else if (kind == 3) d = length(at) - width;
  float core = clamp(.5 - d, 0., 1.);
  float outline = .55 * clamp(.5 + 1.2 * pixelRatio - d, 0., 1.);
  color = vec4(mix(outlineColor, ownColor.rgb * shade, core), ownColor.a * max(core, outline));
  if (color.a < .01) discard;
}
`;

export function createStrokes({ screen, theme }: RenderContext) {
  const material = shaderMaterial(
    {
      ...IN_FRONT,
      // The outlines make strokes visible on any color.
      uniforms: { ...screen, outlineColor: theme.wall },
    },
    VERTEX,
    FRAGMENT,
  );
  const mesh = createQuads(material);
  let count = 0;
  let start = new Float32Array(0);
  let end = new Float32Array(0);
  let tint = new Float32Array(0);

  /** Replaces the buffers by larger ones. */
  function grow(): void {
    const larger = (old: Float32Array) => {
      const array = new Float32Array(Math.max(64, 2 * old.length));
      array.set(old);
      return array;
    };
    [start, end, tint] = [larger(start), larger(end), larger(tint)];
    setInstances(mesh, count, { start: [start, 4], end: [end, 4], tint: [tint, 4] });
  }

  return {
    mesh,
    clear() {
      count = 0;
    },
    /**
     * @param from,to m; the center of a ring or a dot is `from`
     * @param width CSS pixels; of a ring or a dot, its radius
     */
    add(kind: StrokeKind, from: ArrayLike<number>, to: ArrayLike<number>, color: Rgb, alpha: number, width: number) {
      const o = 4 * count++;
      if (o + 4 > start.length) grow();
      for (let c = 0; c < 3; c++) {
        start[o + c] = from[c];
        end[o + c] = to[c];
        tint[o + c] = color[c];
      }
      start[o + 3] = KINDS.indexOf(kind);
      end[o + 3] = width;
      tint[o + 3] = alpha;
    },
    /** Shows the strokes added since `clear`. */
    finish() {
      mesh.visible = count > 0;
      if (count === 0) return;
      mesh.geometry.instanceCount = count;
      for (const name of ['start', 'end', 'tint']) mesh.geometry.getAttribute(name).needsUpdate = true;
    },
  };
}
