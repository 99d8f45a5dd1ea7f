/** What rounding may add to a round number. */
const ROUNDING = 1e-9;

/** The smallest 1, 2 or 5 times a power of ten that is no smaller than a positive number. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 2, 5].find((one) => one * power >= value * (1 - ROUNDING)) ?? 10;
  return Number((digit * power).toPrecision(1));
}

/** The largest 1, 2 or 5 times a power of ten that is no larger than a positive number. */
export function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [5, 2].find((one) => one * power <= value * (1 + ROUNDING)) ?? 1;
  return Number((digit * power).toPrecision(1));
}
