/** Where the obstacles of a run are, for the page to draw. */
import type { Simulation, Surface, Vec3 } from '../../physics';
import { rotationMatrix } from '../../physics/constraints/obstacles/mesh/mesh-surface';
import { motionOf } from '../../physics/constraints/obstacles/motion';
import type { Pose } from '../../physics/constraints/obstacles/obstacle';
import type { MovedObstacles } from './frame';

const OBSTACLE_LISTS = ['planes', 'spheres', 'bodies'] as const;
const STILL: Pick<Pose, 'rotation' | 'offset'> = {
  rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  offset: new Float64Array(3),
};

/** Null while none moves. */
export function movedObstacles({ environment, time }: Simulation): MovedObstacles | null {
  if (!OBSTACLE_LISTS.some((list) => environment[list].some(isMoving))) return null;
  const poses: number[][] = [];
  const [planes, spheres, bodies] = OBSTACLE_LISTS.map((list) =>
    environment[list].map((item) => {
      const poseAt = motionOf(item);
      const place = 'center' in item ? item.center : item.point;
      const { rotation: R, offset } = poseAt?.(time) ?? STILL;
      // x ↦ p + d + R (x − p)
      const shift = place.map(
        (p, i) => p + offset[i] - R[3 * i] * place[0] - R[3 * i + 1] * place[1] - R[3 * i + 2] * place[2],
      );
      if (list === 'bodies') poses.push([...R, ...shift]);
      const now = place.map((p, axis) => p + offset[axis]) as Vec3;
      if ('center' in item)
        return { ...item, center: now, ...('size' in item && { rotation: turned(item.rotation, R) }) };
      return { ...item, point: now, normal: multiply(R, item.normal) };
    }),
  );
  return { planes, spheres, bodies, poses } as MovedObstacles;
}

const isMoving = (item: Surface) => motionOf(item) !== null;

function multiply(R: Float64Array, v: Vec3): Vec3 {
  return [0, 3, 6].map((row) => R[row] * v[0] + R[row + 1] * v[1] + R[row + 2] * v[2]) as Vec3;
}

/** The angles of a rotation R after the one by these angles, degrees. */
function turned(angles: Vec3 = [0, 0, 0], R: Float64Array): Vec3 {
  const first = rotationMatrix(angles);
  const columns = [0, 1, 2].map((column) => multiply(R, [first[column], first[3 + column], first[6 + column]]));
  const [[xx, xy, xz], [, yy, yz], [, zy, zz]] = columns;
  const cosine = Math.hypot(xx, xy);
  // About y by a right angle only the difference of the other two counts.
  const all =
    cosine > 1e-9
      ? [Math.atan2(yz, zz), Math.atan2(-xz, cosine), Math.atan2(xy, xx)]
      : [Math.atan2(-zy, yy), Math.atan2(-xz, cosine), 0];
  return all.map((angle) => (180 * angle) / Math.PI) as Vec3;
}
