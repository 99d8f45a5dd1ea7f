/** The range of a slider and the values that it accepts. */
export interface SliderScale {
  range: readonly [number, number];
  scale: 'linear' | 'logarithmic';
  accepts: string;
}

/** Kinds of values that are integers. */
const WHOLE = ['count', 'grid', 'whole'];

/** Positions of a logarithmic slider; an arrow key changes the value by a few per cent. */
const LOGARITHMIC_STEPS = 240;

/**
 * The values of a slider's positions, ascending and all different, so that each arrow key press changes the value. A logarithmic
 * scale has no zero: if zero is allowed, it is the leftmost value.
 */
export function sliderValues({ range: [low, high], scale, accepts }: SliderScale): number[] {
  const whole = WHOLE.includes(accepts);
  const values: number[] = [];
  if (scale === 'linear') {
    // A power of ten, for values with few digits.
    const step = whole ? 1 : 10 ** Math.floor(Math.log10(high - low)) / 100;
    const count = Math.round((high - low) / step);
    for (let i = 0; i <= count; i++) values.push(Number((low + ((high - low) * i) / count).toPrecision(6)));
  } else {
    if (accepts === 'non-negative' || accepts === 'any') values.push(0);
    for (let i = 0; i <= LOGARITHMIC_STEPS; i++) {
      const value = low * (high / low) ** (i / LOGARITHMIC_STEPS);
      values.push(whole ? Math.round(value) : Number(value.toPrecision(3)));
    }
  }
  return values.filter((value, i) => i === 0 || value > values[i - 1]);
}

/** Index of the nearest of the ascending `values`. */
export function nearestIndex(values: readonly number[], value: number): number {
  const above = values.findIndex((candidate) => candidate >= value);
  if (above < 0) return values.length - 1;
  return above > 0 && value - values[above - 1] < values[above] - value ? above - 1 : above;
}
