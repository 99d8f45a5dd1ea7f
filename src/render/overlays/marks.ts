/** Draws the marks of a frame: handles, the highlighted spring and particles, and arrows. */
import type { EnvironmentFile, Vec3 } from '../../physics';
import type { DrawableFrame } from '../../runtime/frame/frame';
import { rgb } from '../background/theme-colors';
import { type Handle, isRoomFloor } from '../view';
import type { OverlayRequests } from './render-context';
import type { Strokes } from './strokes';

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
