import { toSingle } from '../../model/arena';
import { pathOf } from '../../model/validate';
import type { SceneData } from '../scene';
import { SceneError } from './scene-file';

/**
 * Whether the numbers of a scene stay finite in single precision, and its masses something to divide by.
 * @throws SceneError for the first that doesn't: `particles.positions[3][1]: 1e+39 is too large for single precision`
 */
export function checkSingle(data: SceneData): void {
  refuse(['particles', 'positions'], data.positions, isTooLarge, 'large', 3);
  refuse(['particles', 'velocities'], data.velocities, isTooLarge, 'large', 3);
  refuse(['particles', 'masses'], data.masses, isTooLarge, 'large');
  refuse(['particles', 'masses'], data.masses, isTooSmall, 'small');
  refuse(['springs', 'restLengths'], data.restLengths, isTooLarge, 'large');
  refuse(['springs', 'stiffness'], data.stiffness, isTooLarge, 'large');
  refuse(['springs', 'damping'], data.damping, isTooLarge, 'large');
}

function isTooLarge(value: number): boolean {
  return !Number.isFinite(toSingle(value));
}

/** Smaller than what becomes 0 already: 1e-40 is a number, its inverse is none. */
function isTooSmall(mass: number): boolean {
  return !Number.isFinite(toSingle(1 / toSingle(mass)));
}

/** @param width values that make one: 3 of a vector */
function refuse(
  path: string[],
  values: Float64Array,
  isWrong: (value: number) => boolean,
  what: 'large' | 'small',
  width = 1,
): void {
  const i = values.findIndex(isWrong);
  if (i < 0) return;
  throw new SceneError(
    pathOf([...path, ...stepsTo(i, values, width)]),
    `${values[i]} is too ${what} for single precision`,
  );
}

/** Where a value stands in its part of a file; numbers that are all alike are given there as one for all. */
function stepsTo(i: number, values: Float64Array, width: number): number[] {
  if (width > 1) return [Math.floor(i / width), i % width];
  return values.every((value) => value === values[0]) ? [] : [i];
}
