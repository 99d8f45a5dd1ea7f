/** The handles of planes, spheres and bodies: where they are, and what a drag changes. */
import type { EnvironmentFile, Vec3 } from '../../physics';
import { type Handle, isRoomFloor } from '../view';

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
