import type { Vec3 } from '../../model/model';
import { rotate, rotateBack } from '../../model/vectors';
import type { Obstacle, Pose, SurfaceMotion } from './obstacle';

/** An obstacle that moves: it is measured where it was before it moved, from points that are moved back. */
export function movingObstacle(rest: Obstacle, poseAt: (t: number) => Pose, pivot: Vec3): Obstacle {
  const motion = surfaceMotion(poseAt, pivot);
  const { outline } = rest;
  const back = new Float64Array(3);
  let all = new Float64Array(0);

  function moveBack({ offset, rotation }: Pose, x: number, y: number, z: number): void {
    back[0] = x - pivot[0] - offset[0];
    back[1] = y - pivot[1] - offset[1];
    back[2] = z - pivot[2] - offset[2];
    rotateBack(rotation, back, 0);
    for (let axis = 0; axis < 3; axis++) back[axis] += pivot[axis];
  }

  return {
    ...rest,
    height: undefined,
    motion,
    outline: outline && {
      featuresAt: outline.featuresAt,
      toBody(point, at, t) {
        moveBack(poseAt(t), point[at], point[at + 1], point[at + 2]);
        for (let axis = 0; axis < 3; axis++) point[at + axis] = back[axis];
        outline.toBody(point, at, t);
      },
      toSpace(vector, at, t) {
        outline.toSpace(vector, at, t);
        rotate(poseAt(t).rotation, vector, at);
      },
    },
    distances(x, phi, n, t) {
      if (all.length < 4 * n) all = new Float64Array(4 * n);
      const pose = poseAt(t);
      for (let o = 0; o < 4 * n; o += 4) {
        moveBack(pose, x[o], x[o + 1], x[o + 2]);
        for (let axis = 0; axis < 3; axis++) all[o + axis] = back[axis];
      }
      rest.distances(all, phi, n, t);
    },
    measure(point, out, at, t, particle) {
      const pose = poseAt(t);
      moveBack(pose, point[0], point[1], point[2]);
      rest.measure(back, out, at, t, particle);
      rotate(pose.rotation, out, at);
    },
  };
}

/** An obstacle as it is at `time`, for ever. */
export function standing(obstacle: Obstacle, time: number): Obstacle {
  const { motion, outline, distances, measure, ...rest } = obstacle;
  if (!motion) return obstacle;
  return {
    ...rest,
    outline: outline && {
      featuresAt: outline.featuresAt,
      toBody: (point, at) => outline.toBody(point, at, time),
      toSpace: (vector, at) => outline.toSpace(vector, at, time),
    },
    distances: (x, phi, n) => distances(x, phi, n, time),
    measure: (point, out, at, _, particle) => measure(point, out, at, time, particle),
  };
}

function surfaceMotion(poseAt: (t: number) => Pose, pivot: Vec3): SurfaceMotion {
  const moved = new Float64Array(3);
  const before = new Float64Array(3);
  const motion: SurfaceMotion = {
    poseAt,
    velocityAt(point, t, out) {
      const { offset, velocity, spin } = poseAt(t);
      const dx = point[0] - pivot[0] - offset[0];
      const dy = point[1] - pivot[1] - offset[1];
      const dz = point[2] - pivot[2] - offset[2];
      out[0] = velocity[0] + spin[1] * dz - spin[2] * dy;
      out[1] = velocity[1] + spin[2] * dx - spin[0] * dz;
      out[2] = velocity[2] + spin[0] * dy - spin[1] * dx;
    },
    displacement(point, t, h, out) {
      const first = poseAt(t);
      for (let axis = 0; axis < 3; axis++) out[axis] = point[axis] - pivot[axis] - first.offset[axis];
      rotateBack(first.rotation, out, 0);
      const { offset, rotation } = poseAt(t + h);
      rotate(rotation, out, 0);
      for (let axis = 0; axis < 3; axis++) out[axis] += pivot[axis] + offset[axis] - point[axis];
    },
    acceleration(point, t, h, out) {
      motion.displacement(point, t, h, moved);
      for (let axis = 0; axis < 3; axis++) moved[axis] += point[axis];
      motion.velocityAt(point, t, before);
      motion.velocityAt(moved, t + h, out);
      for (let axis = 0; axis < 3; axis++) out[axis] = (out[axis] - before[axis]) / h;
    },
  };
  return motion;
}
