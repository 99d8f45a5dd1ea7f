// @module-tag sampled
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { elastica } from '../../../src/physics/analysis/validation/elastica';
import { createClamped, tipOf } from '../../../src/physics/analysis/validation/strip';
import { findEquilibrium } from '../../../src/physics/statics/equilibrium/equilibrium';
import { everyNth } from '../../fixtures/run-length';

const strips = (['net', 'triangles'] as const).flatMap((mesh) =>
  [16, 30, 60].flatMap((cells) => [1, 10, 100].map((load) => ({ mesh, cells, load }))),
);

describe('a strip that starts level is found stable, in at most 60 Newton steps, with the tip of the elastica', () => {
  for (const { mesh, cells, load } of everyNth(3, strips, 1)) {
    test(`${cells} cells of a ${mesh}, Γ = ${load}`, () => {
      const strip = createClamped({ cells, mesh }, load);
      const found = findEquilibrium(strip.world, strip.state);
      expect(found).toMatchObject({ ok: true, unstable: 0 });
      expect(found.iterations).toBeLessThanOrEqual(60);
      const [tip, exact] = [tipOf(strip), elastica({ weight: load })];
      expect(Math.abs(tip.reach - exact.reach)).toBeLessThan(0.03);
      expect(Math.abs(tip.droop - exact.droop)).toBeLessThan(0.03);
    });
  }
});

test('a cloth that a push would move away from a saddle is found where it stays', () => {
  const simulation = createSimulation({
    scene: 'bender-cloth',
    precision: 'double',
    integrator: 'implicit-euler',
    params: { rows: 15, columns: 20, dt: 1 / 60 },
  });
  expect(simulation.findEquilibrium()).toMatchObject({ ok: true, unstable: 0 });
  const rest = simulation.state.positions.slice();
  const positions = rest.map((x, i) => (i % 4 < 3 ? x + 1e-6 * (((7 * i) % 5) - 2) : x));
  const velocities = new Float64Array(rest.length);
  simulation.apply({ type: 'place', positions: Float64Array.from(positions), velocities, time: 0 });
  simulation.step(120);
  const moved = Math.max(...simulation.state.positions.map((x, i) => Math.abs(x - rest[i])));
  expect(moved).toBeLessThan(1e-4);
});

test('a search says where it stands, and ends when it is told to: nothing has moved then', () => {
  const simulation = createSimulation({ scene: 'cloth', precision: 'double', params: { rows: 8, columns: 8 } });
  const before = [...simulation.state.positions];
  let calls = 0;
  const found = simulation.findEquilibrium({}, ({ steps, motion }) => {
    calls++;
    return steps + motion < 3;
  });
  expect(found).toMatchObject({ ok: false, iterations: 3, unstable: Number.NaN });
  expect(calls).toBe(3);
  expect([...simulation.state.positions]).toEqual(before);
});
