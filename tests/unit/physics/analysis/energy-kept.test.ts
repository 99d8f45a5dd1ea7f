import { expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile } from '../../../../src/physics';
import { energyKept } from '../../../../src/physics/analysis/methods/scorecard';
import { QUERIES } from '../../../../src/runtime/queries';

const method = (id: string) => INTEGRATORS.find((one) => one.id === id) ?? INTEGRATORS[0];
const OMEGA = 12;

/** Growth per step squared of an undamped oscillator, from the stability table of any textbook. */
const SQUARED: Record<string, (z: number) => number> = {
  'explicit-euler': (z) => 1 + z ** 2,
  'implicit-euler': (z) => 1 / (1 + z ** 2),
  'implicit-euler-newton': (z) => 1 / (1 + z ** 2),
  xpbd: (z) => 1 / (1 + z ** 2),
  'projective-dynamics': (z) => 1 / (1 + z ** 2),
  'vertex-block-descent': (z) => 1 / (1 + z ** 2),
  pbd: (z) => 1 / (1 + z ** 2),
  midpoint: (z) => 1 + z ** 4 / 4,
  'symplectic-euler': () => 1,
  'velocity-verlet': () => 1,
  trapezoidal: () => 1,
  'implicit-midpoint': () => 1,
  'tr-bdf2': (z) => (1 + ((Math.SQRT2 - 1) * z) ** 2) / (1 + ((1 - Math.SQRT1_2) * z) ** 2) ** 2,
};

for (const [id, squared] of Object.entries(SQUARED)) {
  test(`${id} keeps the part of an undamped mode's energy per second that follows from its growth per step`, () => {
    for (const h of [1e-3, 1e-2]) {
      const { kept, exact, alone } = energyKept(method(id), { omega: OMEGA, zeta: 0 }, h, 0);
      const expected = squared(h * OMEGA) ** (1 / h);
      expect(Math.abs(kept / expected - 1)).toBeLessThan(1e-8);
      expect(alone).toBe(kept);
      expect(exact).toBe(1);
    }
  });
}

test('every integrator approaches the closed form in short steps: e^(−2ζω), with decay, and overdamped', () => {
  for (const { id } of INTEGRATORS) {
    for (const [zeta, decay] of [
      [0.05, 0],
      [0.02, 0.6],
      [3, 0],
    ]) {
      const { kept, exact } = energyKept(method(id), { omega: 4, zeta }, 1e-5, decay);
      const ratio = zeta + decay / 8;
      const rate = ratio < 1 ? ratio * 4 : 4 * (ratio - Math.sqrt(ratio ** 2 - 1));
      expect(Math.abs(exact / Math.exp(-2 * rate) - 1)).toBeLessThan(1e-12);
      expect(Math.abs(kept / exact - 1), `${id} ${zeta}`).toBeLessThan(2e-3);
    }
  }
});

const swinging = (stiffness: number): SceneFile => ({
  hooke: 1,
  particles: {
    positions: [
      [0, 0, 0],
      [1, 0, 0],
    ],
    masses: 2,
    pinned: [0],
  },
  springs: { pairs: [[0, 1]], stiffness, damping: 3 },
  integrator: 'implicit-euler',
  params: { gravity: 0, dt: 0.01 },
});

test('the slowest mode of a scene is the slowest one with a stiffness', () => {
  const simulation = createSimulation({ scene: swinging(50), precision: 'double' });
  const swing = QUERIES.slowestMode(simulation, { mode: null });
  expect(swing?.omega).toBeCloseTo(5, 9);
  expect(swing?.zeta).toBeCloseTo(3 / (2 * 2 * 5), 9);
  expect(swing?.exact).toBeCloseTo(Math.exp(-1.5), 9);
  expect(QUERIES.slowestMode(createSimulation({ scene: swinging(0) }), { mode: null })).toBeNull();
});
