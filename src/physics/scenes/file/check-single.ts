/** Checks that a scene can be represented in single precision. */
import { pathOf } from '../../model/validate';
import { runToEnd } from '../../slices';
import type { SceneData } from '../scene';
import { SceneError } from './scene-file';

/** The arrays of a scene by their place in a file, and how many numbers each entry has. */
const ARRAYS = [
  ['particles', 'positions', 3],
  ['particles', 'velocities', 3],
  ['particles', 'masses', 1],
  ['springs', 'restLengths', 1],
  ['springs', 'stiffness', 1],
  ['springs', 'damping', 1],
] as const;

/**
 * All numbers of a scene, and the inverses of its masses, must be finite in single precision.
 * One array a slice.
 * @throws SceneError for the first that isn't: `particles.positions[3][1]: 1e+39 is too large for single precision`
 */
export function* checkSingleInSlices(data: SceneData): Generator<void, void, void> {
  for (const [part, name, width] of ARRAYS) {
    const values = data[name];
    check([part, name], values, isTooLarge, 'large', width);
    if (name === 'masses') check([part, name], values, isTooSmall, 'small', width);
    yield;
  }
}

/** The same at once. */
export function checkSingle(data: SceneData): void {
  runToEnd(checkSingleInSlices(data));
}

function isTooLarge(value: number): boolean {
  return !Number.isFinite(Math.fround(value));
}

/** 1e-40 is a number in single precision, but its inverse is infinite. */
function isTooSmall(mass: number): boolean {
  return !Number.isFinite(Math.fround(1 / Math.fround(mass)));
}

/** @param width numbers in each entry: 3 for vectors */
function check(
  path: string[],
  values: Float64Array,
  isInvalid: (value: number) => boolean,
  problem: 'large' | 'small',
  width: number,
): void {
  const i = values.findIndex(isInvalid);
  if (i < 0) return;
  throw new SceneError(
    pathOf([...path, ...indicesOf(i, values, width)]),
    `${values[i]} is too ${problem} for single precision`,
  );
}

/** Indices of a value in a file, which holds equal numbers as one. */
function indicesOf(i: number, values: Float64Array, width: number): number[] {
  if (width > 1) return [Math.floor(i / width), i % width];
  return values.every((value) => value === values[0]) ? [] : [i];
}
