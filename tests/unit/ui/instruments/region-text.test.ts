import { expect, test } from 'vitest';
import {
  dotsOf,
  growthText,
  modesOf,
  modeText,
  type Spectrum,
  stabilityText,
  worstModeText,
} from '../../../../src/ui/instruments/stability-region/region-modes';

/** At 1, 2 and 3 rad/s, the last one overdamped. */
const spectrum: Spectrum = {
  omega: [1, 2, 3],
  damping: [0, 0.4, 10],
  share: [0.5, 0.3, 0.2],
  error: [0, 0.1, 0],
  count: 300,
  whole: false,
  growthRate: 0,
};
const growths = {
  integrator: 'rk4',
  h: 0.5,
  hDecay: 0,
  byEigenvalue: true,
  growth: [1, 0.9, 2],
  grows: [false, false, true],
  apart: [null, null, [false, true]] as ([boolean, boolean] | null)[],
};
const modes = modesOf(spectrum, growths);

test('unstable modes are counted, with their share of all modes for a sample', () => {
  expect(stabilityText(spectrum, modes)).toBe('1 of 3 sampled modes is unstable (20 % of 300).');
  expect(stabilityText({ ...spectrum, whole: true }, modes)).toBe('1 of 3 modes is unstable.');
  expect(stabilityText(spectrum, modes.slice(0, 2))).toBe('All 2 sampled modes are stable.');
  expect(stabilityText({ ...spectrum, count: 0 }, [])).toBe('No particle can move freely.');
});

test('the fastest growing mode is shown, or the fastest if all are stable', () => {
  expect(worstModeText(modes, 0.5).join(' ')).toBe(
    'The fastest growing mode: 0.477 Hz, ζ = 1.67 hω = 1.5 × 2.00 per step: doubles every 500 ms (1 step)',
  );
  expect(worstModeText(modes.slice(0, 2), 0.5)[0]).toBe('The fastest mode:');
});

test('a mode is shown with its eigenvalue, its error bound, and the growth of the exact motion', () => {
  const lines = modeText(modes[1], 1, 3, 0.5);
  expect(lines[0]).toBe('● Mode 2 of 3 is stable');
  // hλ = hω(−ζ ± i√(1−ζ²)) with hω = 1, ζ = 0.1.
  expect(lines).toContain('hλ = −0.1 ± 0.995 i');
  expect(lines).toContain('ω = 2 ± 0.1 rad/s');
  expect(lines).toContain(`exact motion: × ${Math.exp(-0.1).toFixed(3)}`);
  // z² + 5z + 2.25 = 0.
  expect(modeText(modes[2], 2, 3, 0.5)).toContain('hλ = −0.5 and −4.5');
});

test('an overdamped mode has two dots in the z plane, each of which may be unstable', () => {
  const dots = dotsOf(modes, growths, 'z').filter(({ mode }) => mode === 2);
  expect(dots.map(({ x, y }) => [x, y])).toEqual([
    [-0.5, 0],
    [-4.5, 0],
  ]);
  expect(dots.map(({ grows }) => grows)).toEqual([false, true]);
  expect(dotsOf(modes, growths, 'zeta')).toHaveLength(3);
});

test('a growth factor has two significant digits of its difference from 1', () => {
  expect([1, 1.27, 0.9963, 1.00004, 34.81].map(growthText)).toEqual(['1', '1.27', '0.9963', '1.000040', '34.8']);
});
