import { describe, expect, test } from 'vitest';
import type { ParamSpec } from '../../../src/physics/model/param-spec';
import { CORE_PARAMS } from '../../../src/physics/model/params';
import { nearestIndex, sliderValues } from '../../../src/ui/controls/number-box';

const specs: [string, ParamSpec][] = Object.entries(CORE_PARAMS);
const sliders = specs.filter(([, { accepts }]) => accepts !== 'switch');

describe.each(sliders)('the slider of %s', (_, spec) => {
  const values = sliderValues(spec);

  test('spans its range in ascending steps', () => {
    expect(values.at(-1)).toBeCloseTo(spec.range[1], 9);
    expect(values.every((value, i) => i === 0 || value > values[i - 1])).toBe(true);
    expect(values.some((value) => Math.abs(value - spec.range[0]) <= 1e-9 * Math.abs(spec.range[0]))).toBe(true);
  });

  test('returns to the position that it was set to', () => {
    values.forEach((value, i) => {
      expect(nearestIndex(values, value)).toBe(i);
    });
  });

  test('is fine enough for a pointer and coarse enough for arrow keys', () => {
    expect(values.length).toBeGreaterThan(80);
    expect(values.length).toBeLessThan(402);
  });

  test('stays at its end for values outside its range', () => {
    expect(nearestIndex(values, 10 * spec.range[1])).toBe(values.length - 1);
    expect(nearestIndex(values, -1)).toBe(0);
  });

  test('reaches 0 if 0 is accepted, and only then', () => {
    const meant = spec.accepts === 'non-negative' || spec.accepts === 'any';
    expect(values.includes(0)).toBe(meant);
  });

  test('gives integers if only those are accepted', () => {
    if (spec.accepts === 'count' || spec.accepts === 'grid') expect(values.every(Number.isInteger)).toBe(true);
  });
});
