// @module-tag same-on-every-kernel
import { Solver } from 'odex';
import { describe, expect, test } from 'vitest';
import { INTEGRATORS } from '../../../src/physics';
import { GOLDEN, goldenCloth } from '../../fixtures/golden-cloth';
import { exactState, runGoldenCloth, testOrder } from '../../fixtures/integrator-laws';

const coarse = runGoldenCloth('rk4', 1.25e-4);
const fine = runGoldenCloth('rk4', 6.25e-5);
const exact = exactState();

describe('the golden cloth', () => {
  test('has 58 springs', () => expect(fine.springCount).toBe(58));

  test('moves its corner to the independently computed position', () => {
    const o = 4 * GOLDEN.particle;
    for (let axis = 0; axis < 3; axis++) {
      expect(exact[o + axis]).toBeCloseTo(GOLDEN.position[axis], 11);
      expect(exact[64 + o + axis]).toBeCloseTo(GOLDEN.velocity[axis], 11);
    }
  });

  test('has the independently computed energies', () => {
    const [a, b] = [coarse.energy(), fine.energy()];
    expect(b.kinetic + (b.kinetic - a.kinetic) / 15).toBeCloseTo(GOLDEN.kinetic, 11);
    expect(b.elastic + (b.elastic - a.elastic) / 15).toBeCloseTo(GOLDEN.elastic, 11);
  });

  test('agrees with an independent model solved by an extrapolation method', () => {
    const y = byExtrapolation();
    for (let p = 0; p < 16; p++) {
      for (let axis = 0; axis < 3; axis++) {
        expect(exact[4 * p + axis]).toBeCloseTo(y[3 * p + axis], 10);
        expect(exact[64 + 4 * p + axis]).toBeCloseTo(y[48 + 3 * p + axis], 9);
      }
    }
  });

  for (const method of INTEGRATORS) testOrder(method);
});

/** x then v, 3 numbers per particle. */
function byExtrapolation(): number[] {
  const { particles, springs } = goldenCloth();
  const x0 = particles.positions.flat();
  const v0 = (particles.velocities ?? []).flatMap((v, p) => (p === 0 || p === 3 ? [0, 0, 0] : v));
  const [m, k, kd, c, g] = [0.01, 100, 0.05, 0.02, 9.81];
  const lengths = (springs?.pairs ?? []).map(([a, b]) =>
    Math.hypot(...[0, 1, 2].map((axis) => x0[3 * a + axis] - x0[3 * b + axis])),
  );

  const slope = (_t: number, y: number[]): number[] => {
    const force = new Array<number>(48).fill(0);
    for (let p = 0; p < 16; p++) {
      force[3 * p + 1] -= m * g;
      for (let axis = 0; axis < 3; axis++) force[3 * p + axis] -= c * y[48 + 3 * p + axis];
    }
    (springs?.pairs ?? []).forEach(([a, b], j) => {
      const d = [0, 1, 2].map((axis) => y[3 * a + axis] - y[3 * b + axis]);
      const l = Math.hypot(...d);
      const u = d.reduce((sum, part, axis) => sum + (part / l) * (y[48 + 3 * a + axis] - y[48 + 3 * b + axis]), 0);
      const tension = k * (l - lengths[j]) + kd * u;
      d.forEach((part, axis) => {
        force[3 * a + axis] -= (tension * part) / l;
        force[3 * b + axis] += (tension * part) / l;
      });
    });
    const acceleration = force.map((f, i) => (i < 3 || (i >= 9 && i < 12) ? 0 : f / m));
    return [...y.slice(48), ...acceleration];
  };

  const solver = new Solver(96);
  solver.relativeTolerance = solver.absoluteTolerance = 1e-12;
  return solver.solve(slope, 0, [...x0, ...v0], GOLDEN.time).y;
}
