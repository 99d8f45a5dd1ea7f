import { describe, expect, test } from 'vitest';
import { growthPerStep, INTEGRATORS } from '../../../../src/physics';

/** |R(z)| of a Runge–Kutta method at z = hω(−ζ + i√(1−ζ²)), R the first terms of eᶻ. */
function runge(order: number, hOmega: number, zeta: number): number {
  const [re, im] = [-zeta * hOmega, hOmega * Math.sqrt(1 - zeta * zeta)];
  let [sumRe, sumIm, termRe, termIm] = [1, 0, 1, 0];
  for (let k = 1; k <= order; k++) {
    [termRe, termIm] = [(termRe * re - termIm * im) / k, (termRe * im + termIm * re) / k];
    sumRe += termRe;
    sumIm += termIm;
  }
  return Math.hypot(sumRe, sumIm);
}

/** |R(z)| of TR-BDF2, R(z) = (1 + (1 − 2d)z)/(1 − dz)² with d = 1 − 1/√2, at the same z. */
function trBdf2(hOmega: number, zeta: number): number {
  const [re, im] = [-zeta * hOmega, hOmega * Math.sqrt(1 - zeta * zeta)];
  const d = 1 - Math.SQRT1_2;
  return Math.hypot(1 + (1 - 2 * d) * re, (1 - 2 * d) * im) / ((1 - d * re) ** 2 + (d * im) ** 2);
}

const undamped = (w: number, zeta: number) => Math.sqrt((1 - zeta * w + (w * w) / 4) / (1 + zeta * w + (w * w) / 4));

/** Larger root of z² − trace z + determinant. */
function radius(trace: number, determinant: number): number {
  const discriminant = trace * trace - 4 * determinant;
  return discriminant < 0 ? Math.sqrt(determinant) : (Math.abs(trace) + Math.sqrt(discriminant)) / 2;
}

/** Closed forms of the growth for ẍ = −ω²x − 2ζω ẋ, h = 1. */
const FORMS: Partial<Record<string, (w: number, zeta: number) => number>> = {
  'explicit-euler': (w, zeta) => runge(1, w, zeta),
  midpoint: (w, zeta) => runge(2, w, zeta),
  rk3: (w, zeta) => runge(3, w, zeta),
  rk4: (w, zeta) => runge(4, w, zeta),
  'symplectic-euler': (w, zeta) => radius(2 - 2 * zeta * w - w * w, 1 - 2 * zeta * w),
  'velocity-verlet': (w, zeta) => (zeta === 0 ? radius(2 - w * w, 1) : Number.NaN),
  'implicit-euler': (w, zeta) => 1 / Math.sqrt(1 + 2 * zeta * w + w * w),
  'implicit-euler-newton': (w, zeta) => 1 / Math.sqrt(1 + 2 * zeta * w + w * w),
  trapezoidal: undamped,
  'implicit-midpoint': undamped,
  'tr-bdf2': trBdf2,
  // One spring: backward Euler. PBD damps before it.
  xpbd: (w, zeta) => 1 / Math.sqrt(1 + 2 * zeta * w + w * w),
  'projective-dynamics': (w, zeta) => 1 / Math.sqrt(1 + 2 * zeta * w + w * w),
  'vertex-block-descent': (w, zeta) => 1 / Math.sqrt(1 + 2 * zeta * w + w * w),
  pbd: (w, zeta) => {
    const determinant = 1 / ((1 + 2 * zeta * w) * (1 + w * w));
    return radius(1 / (1 + w * w) + determinant, determinant);
  },
};

describe('the growth per step', () => {
  test.each(INTEGRATORS.map(({ id, order }) => [id, order] as const))(
    'of %s is that of its amplification matrix',
    (id, order) => {
      // All others are Runge–Kutta methods: up to order 4 the order determines the polynomial.
      const form = FORMS[id] ?? ((w, zeta) => runge(order, w, zeta));
      for (const hOmega of [0.01, 0.3, 1, 1.9, 2.5, 4]) {
        for (const zeta of [0, 0.02, 0.3, 0.9]) {
          const expected = form(hOmega, zeta);
          if (Number.isNaN(expected)) continue;
          expect(growthPerStep(id, hOmega, zeta) / expected, `${hOmega}, ${zeta}`).toBeCloseTo(1, 9);
        }
      }
    },
  );

  test('equals textbook values without damping', () => {
    for (const w of [0.2, 1, 1.5]) {
      expect(growthPerStep('implicit-euler', w, 0)).toBeCloseTo(1 / Math.sqrt(1 + w * w), 12);
      expect(growthPerStep('midpoint', w, 0)).toBeCloseTo(Math.sqrt(1 + w ** 4 / 4), 12);
      expect(growthPerStep('explicit-euler', w, 0)).toBeCloseTo(Math.sqrt(1 + w * w), 12);
      for (const id of ['symplectic-euler', 'velocity-verlet', 'trapezoidal', 'implicit-midpoint']) {
        expect(growthPerStep(id, w, 0)).toBeCloseTo(1, 12);
      }
    }
  });

  test('is the larger one of the two factors for overdamped motion', () => {
    // z = −0.2 and −1.8: R(z) of RK4.
    const R = (z: number) => 1 + z + z ** 2 / 2 + z ** 3 / 6 + z ** 4 / 24;
    const hOmega = Math.sqrt(0.2 * 1.8);
    expect(growthPerStep('rk4', hOmega, 1 / hOmega)).toBeCloseTo(R(-0.2), 9);
    expect(growthPerStep('rk4', Math.sqrt(0.2 * 3), 1.6 / Math.sqrt(0.2 * 3))).toBeCloseTo(R(-3), 9);
  });

  test('without forces is 1', () => {
    for (const { id } of INTEGRATORS) expect(growthPerStep(id, 0, 0)).toBe(1);
  });

  test('is a number or Infinity for a step of any length', () => {
    for (const { id } of INTEGRATORS) {
      for (const hOmega of [1e60, 1e120, 1e200, Number.MAX_VALUE]) {
        for (const zeta of [0, 0.1, 1e150]) expect(growthPerStep(id, hOmega, zeta), `${id} ${hOmega}`).not.toBeNaN();
      }
    }
  });

  test('is an error for an unknown integrator and an invalid number', () => {
    expect(() => growthPerStep('leapfrog', 1, 0)).toThrow(RangeError);
    expect(() => growthPerStep('leapfrog', 1, 0)).toThrow(/leapfrog/);
    expect(() => growthPerStep('rk4', -1, 0)).toThrow(/hOmega.*-1/);
    expect(() => growthPerStep('rk4', 1, Number.NaN)).toThrow(/zeta.*NaN/);
    expect(() => growthPerStep('rk4', Number.POSITIVE_INFINITY, 0)).toThrow(RangeError);
  });
});
