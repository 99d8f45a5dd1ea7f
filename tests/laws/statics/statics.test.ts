import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { catenary } from '../../fixtures/networks';

/** Long implicit steps with drag, which come to rest exactly where the forces are zero. */
const RELAX = {
  integrator: 'implicit-euler',
  params: { dt: 0.02, drag: 0.1, cgTolerance: 1e-13 },
  precision: 'double',
} as const;

describe('a hanging chain', () => {
  test('has in each link the sum of the weights below it', () => {
    const simulation = createSimulation({ scene: 'chain', ...RELAX });
    simulation.step(2500);
    const [N, k, m, L0, g] = [10, 100, 0.01, 0.1, 9.81];
    const top = simulation.particle(0).position;
    let stretch = 0;
    for (let j = 1; j <= N; j++) {
      stretch += ((m * g) / k) * (N + 1 - j);
      const [x, y, z] = simulation.particle(j).position;
      expect(Math.hypot(x - top[0], z - top[2])).toBeLessThan(1e-10);
      expect(top[1] - y).toBeCloseTo(j * L0 + stretch, 10);
    }
    expect(top[1] - simulation.particle(N).position[1]).toBeCloseTo(1.053955, 10);
  });
});

describe('an elastic catenary of ten springs', () => {
  const simulation = createSimulation({ scene: catenary(), ...RELAX });
  simulation.step(2500);

  test('has the sag of a shooting method', () => {
    expect(1 - simulation.particle(5).position[1]).toBeCloseTo(0.296746705662, 10);
  });

  test('has the same horizontal tension at both ends', () => {
    for (let j = 0; j < 10; j++) {
      const [a, b] = [simulation.particle(j).position, simulation.particle(j + 1).position];
      const l = Math.hypot(b[0] - a[0], b[1] - a[1]);
      expect((100 * (l - 0.1) * (b[0] - a[0])) / l).toBeCloseTo(0.293952909693, 9);
    }
  });
});

test('a particle rests on a floor at any distance from the origin, in either precision', () => {
  for (const precision of ['single', 'double'] as const) {
    for (const floor of [0, 0.3, -3.3, 123.4, -4567.8]) {
      const simulation = createSimulation({
        scene: {
          hooke: 1,
          particles: { positions: [[0, floor + 0.5, 0]], masses: 1 },
          planes: [{ point: [0, floor, 0], normal: [0, 1, 0] }],
        },
        precision,
      });
      expect(simulation.findEquilibrium()).toMatchObject({ ok: true, residual: 0 });
      expect(Math.abs(simulation.particle(0).position[1] - floor)).toBeLessThan(1e-6 * Math.max(1, Math.abs(floor)));
    }
  }
});
