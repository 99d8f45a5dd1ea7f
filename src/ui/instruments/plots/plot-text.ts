/** What a plot shows, in one sentence: the course of each quantity that is shown. */
import type { Frame } from '../../../runtime/frame/frame';
import { sizeOf } from '../../lab/extent';

/** What is plotted of one quantity. */
export interface Course {
  readonly label: string;
  readonly unit: string;
  /** In the order of time; null where it is undefined. */
  readonly values: readonly (number | null)[];
}

/** A quantity stays where it is if its values differ by less than this part of the largest one. */
const CONSTANT = 1e-3;
/** It rises or falls if this part of its range lies between the first and the last value. */
const MONOTONE = 0.9;
/** The same for small values: a part of the longest side D of the scene, of √(gD), and of the energy M g D. */
const SMALL = { length: 1e-4, speed: 1e-4, energy: 1e-6 };
/** m/s²; stands for gravity in a scene without it. */
const EARTH = 9.81;

/** By unit: the largest difference of two values that counts as none. */
export function smallest({ structure, positions, status }: Frame): Record<string, number> {
  const size = sizeOf(positions);
  const g = Math.abs(status.params.gravity) || EARTH;
  let mass = 0;
  for (const one of structure.masses) mass += one;
  return { m: SMALL.length * size, 'm/s': SMALL.speed * Math.sqrt(g * size), J: SMALL.energy * mass * g * size };
}

/** `12.34 J`, `0.5 %`, `3` */
export function valueText(value: number, unit: string): string {
  const number = String(Number(value.toPrecision(4))).replaceAll('-', '−');
  return unit === '1' ? number : `${number} ${unit}`.trimEnd();
}

/** `stays`: the quantity does not change. */
export function courseText(
  { label, unit, values }: Course,
  least: Record<string, number>,
): { text: string; stays: boolean } {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return { text: `${label} is not defined in this run`, stays: true };
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  let [low, high] = [first, first];
  for (const value of numbers) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const [from, to] = [low, high].map((value) => valueText(value, unit));
  const near = Math.max(CONSTANT * Math.max(-low, high), least[unit] ?? 0);
  if (high - low <= near)
    return { text: `${label} stays at ${low === high ? to : about(last, near, unit)}`, stays: true };
  if (Math.abs(last - first) < MONOTONE * (high - low))
    return { text: `${label} varies between ${from} and ${to}`, stays: false };
  const verb = last > first ? 'rises' : 'falls';
  return { text: `${label} ${verb} from ${valueText(first, unit)} to ${valueText(last, unit)}`, stays: false };
}

function about(value: number, near: number, unit: string): string {
  return `about ${valueText(Math.abs(value) <= near ? 0 : value, unit)}`;
}
