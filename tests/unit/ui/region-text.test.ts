import { expect, test } from 'vitest';
import { dotsOf, modesOf, type Spectrum } from '../../../src/ui/instruments/stability-region/region-modes';
import { factor, modeInWords, verdict, worstInWords } from '../../../src/ui/instruments/stability-region/region-text';

/** At 1, 2 and 3 rad/s, the last one overdamped. */
const spectrum: Spectrum = {
  omega: [1, 2, 3],
  damping: [0, 0.4, 10],
  share: [0.5, 0.3, 0.2],
  error: [0, 0.1, 0],
  count: 300,
  whole: false,
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

test('what grows is counted, and weighed where the modes are a sample', () => {
  expect(verdict(spectrum, modes)).toBe('1 of 3 sampled modes grows (20 % of 300).');
  expect(verdict({ ...spectrum, whole: true }, modes)).toBe('1 of 3 modes grows.');
  expect(verdict(spectrum, modes.slice(0, 2))).toBe('All 2 sampled modes hold.');
  expect(verdict({ ...spectrum, count: 0 }, [])).toBe('Nothing moves freely here.');
});

test('the worst mode is told, or where none grows the fastest', () => {
  expect(worstInWords(modes, 0.5).join(' ')).toBe(
    'The worst of them: 0.477 Hz, ζ = 1.67 hω = 1.5 × 2.00 a step: doubles every 500 ms (1 step)',
  );
  expect(worstInWords(modes.slice(0, 2), 0.5)[0]).toBe('The fastest of them:');
});

test('a mode is told with its eigenvalue, how well it is known, and what the motion itself would do', () => {
  const lines = modeInWords(modes[1], 1, 3, 0.5);
  expect(lines[0]).toBe('● Mode 2 of 3 holds');
  // hλ = hω(−ζ ± i√(1−ζ²)) with hω = 1, ζ = 0.1.
  expect(lines).toContain('hλ = −0.1 ± 0.995 i');
  expect(lines).toContain('ω = 2 ± 0.1 rad/s');
  expect(lines).toContain(`exactly: × ${Math.exp(-0.1).toFixed(3)}`);
  // z² + 5z + 2.25 = 0.
  expect(modeInWords(modes[2], 2, 3, 0.5)).toContain('hλ = −0.5 and −4.5');
});

test('overdamped motion has two places in the z plane, of which each may grow by itself', () => {
  const dots = dotsOf(modes, growths, 'z').filter(({ mode }) => mode === 2);
  expect(dots.map(({ x, y }) => [x, y])).toEqual([
    [-0.5, 0],
    [-4.5, 0],
  ]);
  expect(dots.map(({ grows }) => grows)).toEqual([false, true]);
  expect(dotsOf(modes, growths, 'zeta')).toHaveLength(3);
});

test('a factor has two digits of what tells it from 1', () => {
  expect([1, 1.27, 0.9963, 1.00004, 34.81].map(factor)).toEqual(['1', '1.27', '0.9963', '1.000040', '34.8']);
});
