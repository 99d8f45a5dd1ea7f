import type { Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import { type Box, boxOf, centerOf, diagonalOf, type Frame } from '../../runtime/frame/frame';

/** Of one particle, in its unit. @param numbers 4n */
export function vectorAt(numbers: ArrayLike<number>, particle: number): Vec3 {
  const at = STRIDE * particle;
  return [numbers[at], numbers[at + 1], numbers[at + 2]];
}

/** The bounding box of particles, m. */
export interface Extent extends Box {
  center: Vec3;
  /** Longest side. */
  size: number;
}

/**
 * @param positions 4n, m
 * @param particles indices; absent: all
 */
export function extentOf(positions: ArrayLike<number>, particles?: readonly number[]): Extent {
  const box = boxOf(positions, STRIDE, particles);
  return { ...box, center: centerOf(box), size: Math.max(...box.max.map((high, axis) => high - box.min[axis])) };
}

/** Longest side of the bounding box of all particles, m; 1 if all are at one point. @param positions 4n, m */
export function sizeOf(positions: ArrayLike<number>): number {
  return extentOf(positions).size || 1;
}

/** Below this part of √(gD), with the scene's diagonal D, nothing is seen to move: a throw gives its fastest particles 0.4 of it. */
const MIN_SPEED = 2e-3;
/** m/s²; the size of gravity; 9.81 in a scene without it. */
export const gravityOf = ({ gravity }: Frame['status']['params']): number => Math.abs(gravity) || 9.81;

/** kg; of all particles. */
export function massOf({ masses }: Frame['structure']): number {
  let sum = 0;
  for (const mass of masses) sum += mass;
  return sum;
}

/** True if the root mean square of the free particles' speeds is below 0.002 √(gD). */
export const isAtRest = (frame: Frame): boolean => speedOverRest(frame) <= 1;

/** The root mean square of the free particles' speeds over 0.002 √(gD). */
export function speedOverRest({ status: { energy, params }, structure, positions }: Frame): number {
  const { masses, pinned } = structure;
  let mass = 0;
  for (let i = 0; i < masses.length; i++) if (pinned[i] === 0) mass += masses[i];
  const diagonal = diagonalOf(boxOf(positions));
  if (energy.kinetic === 0) return 0;
  return Math.sqrt((2 * energy.kinetic) / mass / (gravityOf(params) * (diagonal || 1))) / MIN_SPEED;
}
