import { cos, sin } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import type { Pose } from './obstacle';
import type { MotionValues } from './surface-fields';

/** How many numbers a point of a path has: its time and a displacement. */
const POINT = 4;

const STILL: Vec3 = [0, 0, 0];

/** Poses that are kept: every particle near an obstacle asks for those at the start and at the end of a step. */
const KEPT = 4;

/** Makes `poseAt(t)`, whose result holds until it was called for as many other times; null if an obstacle with these values never moves. */
export function motionOf(values: MotionValues): ((t: number) => Pose) | null {
  const {
    velocity = STILL,
    spin = STILL,
    amplitude = STILL,
    frequency = 1,
    path = [],
    start = 0,
    carried = [],
  } = values;
  const isShaken = frequency > 0 && amplitude.some((x) => x !== 0);
  if (!isShaken && path.length + carried.length === 0 && ![...velocity, ...spin].some((x) => x !== 0)) return null;
  const rate = Math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
  const poses = Array.from({ length: KEPT }, () => ({
    offset: new Float64Array(3),
    velocity: new Float64Array(3),
    rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    spin: new Float64Array(3),
  }));
  const times = poses.map(() => Number.NaN);
  let last = 0;
  const omega = 2 * Math.PI * frequency;
  const [from = 0, to = 0] = carried;

  function move(pose: Pose, t: number): void {
    const seconds = Math.max(0, t - start);
    const moves = t >= start ? 1 : 0;
    const sine = isShaken ? sin(omega * seconds) : 0;
    const cosine = isShaken ? moves * omega * cos(omega * seconds) : 0;
    for (let axis = 0; axis < 3; axis++) {
      pose.offset[axis] = seconds * velocity[axis] + sine * amplitude[axis];
      pose.velocity[axis] = moves * velocity[axis] + cosine * amplitude[axis];
      pose.spin[axis] = moves * spin[axis];
    }
    if (path.length > 0) addPath(pose, path, seconds, moves);
    const left = partLeft(carried, t);
    if (left > 0) {
      for (let axis = 0; axis < 3; axis++) {
        pose.offset[axis] += left * carried[2 + axis];
        if (t >= from) pose.velocity[axis] -= carried[2 + axis] / (to - from);
      }
    }
    if (rate > 0) turn(pose.rotation, spin, rate, rate * seconds);
  }

  return (t) => {
    const known = times.indexOf(t);
    if (known >= 0) return poses[known];
    last = (last + 1) % KEPT;
    times[last] = t;
    move(poses[last], t);
    return poses[last];
  };
}

/** The part of its way that a carried obstacle has still to go at t, 0–1. @param carried empty: it is not carried */
export function partLeft([from = 0, to = Number.NEGATIVE_INFINITY]: readonly number[], t: number): number {
  return t >= to ? 0 : t < from ? 1 : (to - t) / (to - from);
}

/** A cubic Hermite path with the slopes of Catmull and Rom, at rest at both ends. @param moves 0 before the start */
function addPath({ offset, velocity }: Pose, path: readonly number[], seconds: number, moves: number): void {
  const last = path.length - POINT;
  if (seconds <= path[0] || seconds >= path[last]) {
    const at = seconds >= path[last] ? last : 0;
    for (let axis = 0; axis < 3; axis++) offset[axis] += path[at + 1 + axis];
    return;
  }
  let o = 0;
  while (path[o + POINT] <= seconds) o += POINT;
  const length = path[o + POINT] - path[o];
  const s = (seconds - path[o]) / length;
  for (let axis = 1; axis < 4; axis++) {
    const change = path[o + POINT + axis] - path[o + axis];
    const first = length * slopeAt(path, o, axis);
    const second = length * slopeAt(path, o + POINT, axis);
    offset[axis - 1] +=
      path[o + axis] + s * (first + s * (3 * change - 2 * first - second + s * (first + second - 2 * change)));
    velocity[axis - 1] +=
      (moves * (first + s * (2 * (3 * change - 2 * first - second) + 3 * s * (first + second - 2 * change)))) / length;
  }
}

function slopeAt(path: readonly number[], o: number, axis: number): number {
  if (o === 0 || o === path.length - POINT) return 0;
  return (path[o + POINT + axis] - path[o - POINT + axis]) / (path[o + POINT] - path[o - POINT]);
}

/** The rotation by an angle about an axis; the formula of Rodrigues. */
function turn(R: Float64Array, axis: Vec3, length: number, angle: number): void {
  const s = sin(angle);
  const half = sin(0.5 * angle);
  const k = 2 * half * half;
  const x = axis[0] / length;
  const y = axis[1] / length;
  const z = axis[2] / length;
  R[0] = 1 - k * (y * y + z * z);
  R[1] = k * x * y - s * z;
  R[2] = k * x * z + s * y;
  R[3] = k * x * y + s * z;
  R[4] = 1 - k * (x * x + z * z);
  R[5] = k * y * z - s * x;
  R[6] = k * x * z - s * y;
  R[7] = k * y * z + s * x;
  R[8] = 1 - k * (x * x + y * y);
}
