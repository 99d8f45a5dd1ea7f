// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile } from '../../../src/physics';
import { growthPerStep } from '../../../src/physics/analysis/stability/growth';
import { stabilityLimitOf } from '../../../src/physics/analysis/stability/longest-step';
import { everyNth } from '../../fixtures/run-length';
import { DT, springScene } from '../../fixtures/spring-scene';

const ZETAS = [0, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2];

/** Stability limits on hω of the test spring by ζ, from the characteristic polynomial of each method; null: not listed. */
const LIMITS: Record<string, (zeta: number) => number | null> = {
  'explicit-euler': (z) => (z <= 1 ? 2 * z : 2 * (z - Math.sqrt(z * z - 1))),
  'symplectic-euler': (z) => 2 * (Math.sqrt(1 + z * z) - z),
  'velocity-verlet': (z) => ({ 0: 2, 0.1: 1.843, 1: 1, 2: 0.5 })[z] ?? null,
  midpoint: (z) => ({ 0: 0, 0.01: 0.444, 0.05: 0.8, 0.1: 1.05, 0.2: 1.394, 0.5: 2, 1: 2 })[z] ?? null,
  rk3: (z) => ({ 0: 1.7321, 0.5: 2.522, 1: 2.513, 2: 0.673 })[z] ?? null,
  rk4: (z) => ({ 0: 2.8284, 0.5: 2.623, 1: 2.785, 2: 0.746 })[z] ?? null,
  'implicit-euler': () => Number.POSITIVE_INFINITY,
  'implicit-euler-newton': () => Number.POSITIVE_INFINITY,
  trapezoidal: () => Number.POSITIVE_INFINITY,
  'implicit-midpoint': () => Number.POSITIVE_INFINITY,
  'tr-bdf2': () => Number.POSITIVE_INFINITY,
  pbd: () => Number.POSITIVE_INFINITY,
  'projective-dynamics': () => Number.POSITIVE_INFINITY,
  xpbd: () => Number.POSITIVE_INFINITY,
  'vertex-block-descent': () => Number.POSITIVE_INFINITY,
};

const SOLVE_SPRINGS = INTEGRATORS.filter(({ solvesSprings }) => solvesSprings).map(({ id }) => id);

/** Tolerance for rounding in the growth per step. */
const ROUNDING = 1e-9;
/** Amplitude after 3,000 steps divided by the initial amplitude; Infinity if it leaves the linear range. */
function growthInRun(integrator: string, hOmega: number, zeta: number): number {
  const simulation = createSimulation({ scene: springScene(hOmega, zeta), integrator, precision: 'double' });
  const amplitude = () => {
    let largest = 0;
    for (let i = 0; i < 200; i++) {
      simulation.step();
      const { position, velocity } = simulation.particle(1);
      largest = Math.max(largest, Math.hypot(position[0] - 1, (velocity[0] * DT) / hOmega));
      if (!(largest < 1e-2)) return Number.POSITIVE_INFINITY;
    }
    return largest;
  };
  const start = amplitude();
  for (let i = 0; i < 13; i++) if (amplitude() === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return amplitude() / Math.max(Math.min(start, 1e-2), 1e-12);
}

for (const [place, method] of INTEGRATORS.entries()) {
  describe(`${method.id} on a spring`, { tags: ['sampled'] }, () => {
    for (const zeta of everyNth(2, ZETAS, place)) {
      const limit = LIMITS[method.id]?.(zeta) ?? null;
      const found = stabilityLimitOf(method, zeta);

      if (limit !== null) {
        test(`is stable up to hω = ${limit} for ζ = ${zeta}`, () => {
          if (Number.isFinite(limit)) expect(Math.abs(found - limit)).toBeLessThan(1e-3);
          else expect(found).toBe(limit);
        });
      }

      if (found === 0) {
        test(`grows at every step size for ζ = ${zeta}`, () => {
          for (const hOmega of [0.05, 0.1, 1]) expect(growthPerStep(method, hOmega, zeta)).toBeGreaterThan(1);
          expect(growthInRun(method.id, 0.3, zeta)).toBeGreaterThan(1.5);
        });
      } else if (found === Number.POSITIVE_INFINITY) {
        test(`never grows for ζ = ${zeta}`, () => {
          for (const hOmega of [0.1, 1, 10, 1000]) {
            expect(growthPerStep(method, hOmega, zeta)).toBeLessThanOrEqual(1 + ROUNDING);
          }
          // With growth 1, rounding errors accumulate over 3,000 steps with an amplitude of a millionth of the length.
          expect(growthInRun(method.id, 100, zeta)).toBeLessThanOrEqual(1 + 1e-6);
        });
      } else {
        test(`grows 1 % above hω = ${found.toFixed(3)} and not 1 % below, for ζ = ${zeta}`, () => {
          expect(growthPerStep(method, 0.99 * found, zeta)).toBeLessThanOrEqual(1 + ROUNDING);
          expect(growthPerStep(method, 1.01 * found, zeta)).toBeGreaterThan(1);
          expect(growthInRun(method.id, 0.99 * found, zeta)).toBeLessThan(1.002);
          expect(growthInRun(method.id, 1.01 * found, zeta)).toBeGreaterThan(1.004);
        });
      }
    }
  });
}

describe('growth per step without damping', () => {
  const growth = (id: string, hOmega: number) => {
    const method = INTEGRATORS.find((one) => one.id === id);
    return method ? growthPerStep(method, hOmega, 0) : Number.NaN;
  };

  test('is √(1 + (hω)⁴/4) for midpoint', () => {
    for (const y of [0.1, 0.5, 1]) expect(growth('midpoint', y)).toBeCloseTo(Math.sqrt(1 + y ** 4 / 4), 12);
  });

  test('is √(1 + (hω)²) for explicit Euler', () => {
    for (const y of [0.1, 0.5, 1]) expect(growth('explicit-euler', y)).toBeCloseTo(Math.sqrt(1 + y * y), 12);
  });

  test('is 1/√(1 + (hω)²) for implicit Euler', () => {
    for (const id of ['implicit-euler', 'implicit-euler-newton', ...SOLVE_SPRINGS]) {
      for (const y of [0.1, 1, 10]) expect(growth(id, y)).toBeCloseTo(1 / Math.sqrt(1 + y * y), 12);
    }
  });

  test('is √((1 − y²/2)² + (y − y³/6)²) for RK3, y = hω', () => {
    for (const y of [0.1, 1, 2]) expect(growth('rk3', y)).toBeCloseTo(Math.hypot(1 - y ** 2 / 2, y - y ** 3 / 6), 12);
  });

  test('is 1 for the trapezoidal and the implicit midpoint rule at any stiffness', () => {
    for (const id of ['trapezoidal', 'implicit-midpoint']) {
      for (const y of [0.01, 0.5, 2, 30, 1000]) expect(growth(id, y)).toBeCloseTo(1, 12);
    }
  });

  test('is |R(iy)| for TR-BDF2, R(z) = (1 + (1 − 2d)z)/(1 − dz)², d = 1 − 1/√2, which falls to 0', () => {
    const d = 1 - Math.SQRT1_2;
    for (const y of [0.01, 0.1, 0.5, 1, 2, 10, 1e3, 1e4]) {
      const form = Math.hypot(1, (1 - 2 * d) * y) / (1 + (d * y) ** 2);
      expect(growth('tr-bdf2', y) / form).toBeCloseTo(1, 9);
    }
    expect(growth('tr-bdf2', 1e4)).toBeLessThan(5e-4);
    expect(growth('tr-bdf2', 1e6)).toBeLessThan(5e-6);
  });
});

describe('growth per step under decay', () => {
  const symplectic = INTEGRATORS.filter(({ id }) => id === 'symplectic-euler');

  test('makes the limit of symplectic Euler (hω)² = 2(1 + e^(−hr))', () => {
    for (const method of symplectic) {
      for (const ratio of [0.1, 0.5, 2, 10]) {
        const limit = stabilityLimitOf(method, 0, ratio);
        expect(limit ** 2).toBeCloseTo(2 * (1 + Math.exp(-limit * ratio)), 6);
        expect(growthPerStep(method, 0.99 * limit, 0, 0.99 * limit * ratio)).toBeLessThanOrEqual(1 + ROUNDING);
        expect(growthPerStep(method, 1.01 * limit, 0, 1.01 * limit * ratio)).toBeGreaterThan(1);
      }
    }
  });

  test('is confirmed by a run: one spring of k = 100 N/m and 1 kg with a decay of 20 /s', () => {
    for (const method of symplectic) {
      const limit = stabilityLimitOf(method, 0, 20 / 10) / 10;
      for (const [share, ok] of [
        [0.99, true],
        [1.02, false],
      ] as const) {
        const scene = { ...springScene(1, 0), params: { dt: share * limit, gravity: 0, decay: 20 } };
        const springs = { pairs: [[0, 1]] as [number, number][], restLengths: [1], stiffness: 100 };
        const simulation = createSimulation({
          scene: { ...scene, springs },
          integrator: method.id,
          precision: 'double',
        });
        expect(simulation.step(5000).ok).toBe(ok);
      }
    }
  });
});

describe('the limit of a spring', () => {
  const limit = (id: string, zeta: number) =>
    INTEGRATORS.filter((method) => method.id === id).map((method) => stabilityLimitOf(method, zeta))[0];

  test('is found for strong overdamping', () => {
    for (const zeta of [30, 170, 5000]) {
      const exact = 2 / (Math.sqrt(1 + zeta * zeta) + zeta);
      expect(limit('symplectic-euler', zeta) / exact).toBeCloseTo(1, 6);
      expect(limit('explicit-euler', zeta) / (2 / (zeta + Math.sqrt(zeta * zeta - 1)))).toBeCloseTo(1, 6);
      // −2ζhω = −2.785294 is the end of the method’s stability region on the real axis.
      expect((limit('rk4', zeta) * 2 * zeta) / 2.785294).toBeCloseTo(1, 2);
    }
  });

  test('is found for weak damping', () => {
    for (const zeta of [1e-3, 1e-2]) expect(limit('explicit-euler', zeta) / (2 * zeta)).toBeCloseTo(1, 3);
    expect(limit('midpoint', 1e-3) / 8e-3 ** (1 / 3)).toBeCloseTo(1, 1);
  });
});

describe('an undamped spring', () => {
  /** A spring with rest length 0 is exactly linear in all three directions. */
  const scene: SceneFile = {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [0.3, -0.2, 0.5],
      ],
      velocities: [
        [0, 0, 0],
        [1, 2, -1],
      ],
      masses: 1,
      pinned: [0],
    },
    springs: { pairs: [[0, 1]], restLengths: [0], stiffness: 400 },
    params: { gravity: 0 },
  };
  const [h, omega] = [0.05, 20];
  const invariants: Record<string, (x: number, v: number) => number> = {
    'symplectic-euler': (x, v) => v * v + omega ** 2 * x * x - h * omega ** 2 * x * v,
    'velocity-verlet': (x, v) => v * v + omega ** 2 * x * x * (1 - (h * h * omega ** 2) / 4),
  };

  for (const [integrator, invariant] of Object.entries(invariants)) {
    test(`conserves its invariant to 1e-12 over 1,000 steps of ${integrator}`, () => {
      const simulation = createSimulation({ scene, integrator, params: { dt: h }, precision: 'double' });
      const values = () => {
        const { position, velocity } = simulation.particle(1);
        return position.map((x, axis) => invariant(x, velocity[axis]));
      };
      const start = values();
      simulation.step(1000);
      const drift = values().map((value, axis) => Math.abs(value / start[axis] - 1));
      expect(Math.max(...drift)).toBeLessThan(1e-12);
    });
  }
});
