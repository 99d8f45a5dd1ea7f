/** Boxes along the axes around points. */
import type { Vec3 } from '../../physics';
import type { Box } from './frame';

/** The box around points, m. @param positions `stride` numbers for each point @param points indices; absent: all */
export function boxOf(positions: ArrayLike<number>, stride = 4, points?: readonly number[]): Box {
  const min: Vec3 = [Infinity, Infinity, Infinity];
  const max: Vec3 = [-Infinity, -Infinity, -Infinity];
  const count = points?.length ?? positions.length / stride;
  for (let k = 0; k < count; k++) {
    const o = stride * (points?.[k] ?? k);
    for (let c = 0; c < 3; c++) {
      min[c] = Math.min(min[c], positions[o + c]);
      max[c] = Math.max(max[c], positions[o + c]);
    }
  }
  return { min, max };
}

/** The box around two boxes. */
export function union(a: Box, b: Box): Box {
  return {
    min: a.min.map((x, c) => Math.min(x, b.min[c])) as Vec3,
    max: a.max.map((x, c) => Math.max(x, b.max[c])) as Vec3,
  };
}

export const centerOf = ({ min, max }: Box): Vec3 => min.map((low, c) => (low + max[c]) / 2) as Vec3;

/** Length of its diagonal. */
export const diagonalOf = ({ min, max }: Box): number => Math.hypot(...max.map((high, c) => high - min[c]));
