import { describe, expect, test } from 'vitest';
import { rgb } from '../../../src/render/background/theme-colors';
import { createFieldRange } from '../../../src/render/overlays/field-colors';
import { FIELD_STOPS } from '../../../src/runtime/frame/color-scales';

/** `value` of 0, 1 … n, shuffled. */
const scattered = (n: number, value: (i: number) => number) =>
  Float32Array.from({ length: n + 1 }, (_, i) => value((i * 7919) % (n + 1)));

function rangeOf(values: Float32Array, diverging: boolean): [number, number] {
  const range = createFieldRange();
  range.update(values, diverging);
  return [range.low, range.high];
}

describe('The range of a field’s colors', () => {
  test('omits 2 % of the values at either end, however large the outliers are.', () => {
    const values = scattered(10_000, (i) => (i === 0 ? -1e9 : i === 10_000 ? 1e8 : 10_000 + i));
    const [low, high] = rangeOf(values, false);
    // Exact to 1/64 of the range.
    expect(Math.abs(low - 10_200)).toBeLessThan(10_000 / 64);
    expect(Math.abs(high - 19_800)).toBeLessThan(10_000 / 64);
  });

  test('starts at zero if the values are positive and some are near zero.', () => {
    expect(
      rangeOf(
        scattered(1000, (i) => i),
        false,
      )[0],
    ).toBe(0);
  });

  test('is symmetric about zero for a diverging field.', () => {
    const [low, high] = rangeOf(
      scattered(1000, (i) => i - 900),
      true,
    );
    expect(low).toBe(-high);
    expect(Math.abs(high - 880)).toBeLessThan(5);
  });

  test('ignores values that are not finite.', () => {
    const values = scattered(1000, (i) => 500 + i);
    const before = rangeOf(values, false);
    const holes = Float32Array.of(...values, Number.NaN, Infinity, -Infinity);
    expect(rangeOf(holes, false)).toEqual(before);
  });

  test('is one value if all values are equal.', () => {
    expect(rangeOf(new Float32Array(5).fill(3), false)).toEqual([3, 3]);
  });

  test('follows slowly, faster outwards than inwards, and at once after a reset.', () => {
    const range = createFieldRange();
    const to = (top: number) => range.update(Float32Array.of(0, top, top, top), false);
    to(1);
    const first = range.high;
    to(2);
    const grown = range.high - first;
    expect(grown).toBeGreaterThan(0.1);
    expect(range.high).toBeLessThan(1.5);
    const peak = range.high;
    to(1);
    expect(peak - range.high).toBeGreaterThan(0);
    expect(peak - range.high).toBeLessThan(grown / 4);
    range.reset();
    to(10);
    expect(range.high).toBeGreaterThan(9);
  });

  test('ends at that of the values alone while they stay the same, whatever was before and however many pictures are drawn.', () => {
    const values = Float32Array.of(0, 1, 1, 1);
    const expected = rangeOf(values, false);
    for (const [before, repeated] of [
      [0.5, 1],
      [2, 1],
      [2, 3],
      [2, 40],
      [1e9, 2],
    ]) {
      const range = createFieldRange();
      range.update(Float32Array.of(0, before, before, before), false);
      for (let i = 0; i < repeated; i++) range.update(values, false);
      const [low, high] = [range.low, range.high];
      expect(range.settled).toBe(false);
      // A picture that the run draws twice moves nothing.
      range.rest();
      expect([range.low, range.high]).toEqual([low, high]);
      for (let i = 0; i < 60 && !range.settled; i++) range.rest();
      expect([range.low, range.high]).toEqual(expected);
    }
  });
});

/** Relative luminance. Source: WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = rgb(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('The palette of a field', () => {
  test('becomes lighter from its low end to its high end, so that lightness alone tells the order.', () => {
    const light = FIELD_STOPS.sequential.map(luminance);
    for (let i = 1; i < light.length; i++) expect(light[i], `stop ${i}`).toBeGreaterThan(light[i - 1]);
    expect(light[light.length - 1] / light[0]).toBeGreaterThan(10);
  });

  test('diverges to blue on one side and to orange on the other, which no common color blindness confuses.', () => {
    const stops = FIELD_STOPS.diverging.map(rgb);
    const half = (stops.length - 1) / 2;
    expect(Number.isInteger(half)).toBe(true);
    stops.forEach(([r, , b], i) => {
      if (i < half) expect(b - r, `stop ${i}`).toBeGreaterThan(0.25);
      else if (i > half) expect(r - b, `stop ${i}`).toBeGreaterThan(0.25);
      else expect(Math.abs(r - b)).toBeLessThan(0.1);
    });
  });
});
