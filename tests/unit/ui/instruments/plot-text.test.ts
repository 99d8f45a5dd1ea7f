import { describe, expect, test } from 'vitest';
import type { Frame } from '../../../../src/runtime/frame/frame';
import { capitalized, untilBlowUp } from '../../../../src/ui/instruments/parts/instrument';
import { curveText, swingsOf } from '../../../../src/ui/instruments/phase-plot';
import { courseText, valueText } from '../../../../src/ui/instruments/plot-record';

const LEAST = { m: 1e-4, J: 1e-6 };
const text = (values: (number | null)[], unit = 'm') => courseText({ label: 'height y', unit, values }, LEAST).text;

test('the course of a quantity is one of five kinds', () => {
  expect(text([0.5, 0.7, 0.9])).toBe('height y rises from 0.5 m to 0.9 m');
  expect(text([2, 1.5, null, -1])).toBe('height y falls from 2 m to −1 m');
  expect(text([0.5, 0.9, 0.1, 0.6])).toBe('height y varies between 0.1 m and 0.9 m');
  expect(text([0.5, 0.5])).toBe('height y stays at 0.5 m');
  expect(text([null, null])).toBe('height y is not defined in this run');
});

test('rounding errors are no motion', () => {
  expect(text([2e-17, -3e-17, 1e-17])).toBe('height y stays at about 0 m');
  expect(text([1.2, 1.2000004], 'J')).toBe('height y stays at about 1.2 J');
  expect(courseText({ label: 'z', unit: 'm', values: [0, 1e-12] }, LEAST).stays).toBe(true);
  expect(courseText({ label: 'z', unit: 'm', values: [0, 1e-2] }, LEAST).stays).toBe(false);
});

test('values have their unit, and a count has none', () => {
  expect([valueText(-1.23456, 'J'), valueText(5, '1'), valueText(1e-9, 'm/s')]).toEqual(['−1.235 J', '5', '1e−9 m/s']);
});

test('after a blow-up the sentence begins with it', () => {
  expect(untilBlowUp({ blowUp: { time: 0.0496 } } as Frame['status'])).toMatch(/^The run blew up at t = 0.050 s; /);
  expect(untilBlowUp({ blowUp: null } as Frame['status'])).toBe('');
  expect(['dt / limit rises', 'energy falls'].map(capitalized)).toEqual(['dt / limit rises', 'Energy falls']);
});

describe('the curve in phase space of x = a e^(−ct) cos t', () => {
  const curve = (c: number, amplitude = 0.1) => {
    const times = Array.from({ length: 4000 }, (_, i) => i / 100);
    const x = times.map((t) => amplitude * Math.exp(-c * t) * Math.cos(t));
    const v = times.map((t) => -amplitude * Math.exp(-c * t) * (Math.sin(t) + c * Math.cos(t)));
    return curveText('y', swingsOf(x, v, 1e-4));
  };

  test('is closed without damping, a spiral inwards with it, and outwards with a rate that is negative', () => {
    expect(curve(0)).toBe('along y the particle has made 11 swings of about 200 mm: the curve is closed, a loop');
    expect(curve(0.02)).toMatch(/^along y .* which shrink from 17\d mm to 10\d mm: the curve is a spiral inwards$/);
    expect(curve(-0.02)).toMatch(/which grow from 2\d\d mm to .* mm: the curve is a spiral outwards$/);
  });

  test('has no swings while the particle hardly moves, or moves one way', () => {
    expect(curve(0, 1e-5)).toBe('along y the particle has not yet turned three times');
    expect(swingsOf([0, 1, 2, null, 3], [1, 1, 1, null, 1], 1e-4)).toEqual([]);
  });
});
