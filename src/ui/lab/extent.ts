import type { Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';

/** The bounding box of particles, m. */
export interface Extent {
  min: Vec3;
  max: Vec3;
  center: Vec3;
  /** Longest side. */
  size: number;
}

/**
 * @param positions 4n, m
 * @param particles indices; absent: all
 */
export function extentOf(positions: ArrayLike<number>, particles?: readonly number[]): Extent {
  const min: Vec3 = [Infinity, Infinity, Infinity];
  const max: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const i of particles ?? Array(positions.length / STRIDE).keys()) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], positions[STRIDE * i + axis]);
      max[axis] = Math.max(max[axis], positions[STRIDE * i + axis]);
    }
  }
  const center = min.map((low, axis) => (low + max[axis]) / 2) as Vec3;
  return { min, max, center, size: Math.max(...max.map((high, axis) => high - min[axis])) };
}

/** Longest side of the bounding box of all particles, m; 1 if all are at one point. @param positions 4n, m */
export function sizeOf(positions: ArrayLike<number>): number {
  return extentOf(positions).size || 1;
}
