// @module-tag divided
// @module-tag sampled
import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation } from '../../../src/physics';
import { randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';

/** Newton steps, at most. */
const MAX_STEPS = 60;
/** N; rounding error of forces of some newtons in double precision. */
const ROUNDING = 1e-10;

const SIDE = LONG ? 20 : 10;
/** m; in each direction. */
const NOISE = 0.01;

/** A square cloth of 0.2 kg, or the flag of 0.12 kg, with every free particle displaced at random. */
function scene(id: string, side: number, noise = 0, wind = 0): Simulation {
  const columns = id === 'flag' ? Math.round(1.5 * side) : side;
  const simulation = createSimulation({
    scene: id,
    params: { rows: side, columns, mass: (id === 'flag' ? 0.12 : 0.2) / (side * columns) },
    precision: 'double',
  });
  if (id === 'flag') simulation.apply({ type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, wind] }] });
  displace(simulation, noise);
  return simulation;
}

function displace({ model, state }: Simulation, noise: number): void {
  const random = randomNumbers(5);
  for (let i = 0; i < 4 * model.particleCount; i++) {
    if (i % 4 < 3 && model.pinned[i >> 2] === 0) state.positions[i] += noise * (2 * random() - 1);
  }
}

function farthest(a: Simulation, b: Simulation): number {
  let most = 0;
  for (let i = 0; i < 4 * a.particleCount; i++) {
    most = Math.max(most, Math.abs(a.state.positions[i] - b.state.positions[i]));
  }
  return most;
}

/** Where a copy that was displaced by 1e-5 m comes to rest by damped motion, with a method of its own. */
function settled(from: Simulation, steps: number): Simulation {
  const copy = createSimulation({
    scene: from.save(),
    integrator: 'implicit-euler-newton',
    params: { dt: 0.03, decay: 2, cgTolerance: 1e-10 },
    precision: 'double',
  });
  displace(copy, 1e-5);
  copy.step(steps);
  return copy;
}

for (const id of ['cloth', 'cloth-four-corners']) {
  describe(`the equilibrium of ${id} is found in at most ${MAX_STEPS} Newton steps, and damped motion returns to it`, () => {
    test(`with ${SIDE} × ${SIDE} particles, from noise of ${NOISE} m`, { tags: ['long'] }, () => {
      const found = scene(id, SIDE, NOISE);
      const { ok, iterations, residual } = found.findEquilibrium();
      expect(ok).toBe(true);
      expect(iterations).toBeLessThanOrEqual(MAX_STEPS);
      expect(residual).toBeLessThan(ROUNDING);
      expect(farthest(found, settled(found, 500))).toBeLessThan(1e-6);
    });
  });
}

/** Noise of 3 mm folds the hammock. Along straight steps Newton's method takes 46 steps. */
test('the equilibrium of a folded hammock is found in few Newton steps, which follow springs as they turn', {
  tags: ['long'],
}, () => {
  const found = scene('cloth-four-corners', 64, 0.003);
  const { ok, iterations } = found.findEquilibrium();
  expect(ok).toBe(true);
  expect(iterations).toBeLessThanOrEqual(30);
});

/** With 24 rows motion settles up to 0.8 m/s: see the suite `equilibrium` of the benchmark. */
test.each([6, 12])(
  'a flag of %i rows in a steady cross-wind of 1 m/s comes to rest where damped motion does',
  { tags: ['long'] },
  (rows) => {
    const found = scene('flag', rows, 0, 1);
    const { ok, iterations, residual } = found.findEquilibrium();
    expect(ok).toBe(true);
    expect(iterations).toBeLessThanOrEqual(MAX_STEPS);
    expect(residual).toBeLessThan(ROUNDING);
    expect(farthest(found, settled(found, 250))).toBeLessThan(1e-6);
  },
);

const stiff = [1e4, 1e3, 1e5].flatMap((stiffness) => [1.5, 1, 2].map((wind) => ({ stiffness, wind })));

describe('a flag that resists bending is found at rest across the wind', () => {
  for (const { stiffness, wind } of LONG ? stiff : stiff.slice(0, 1)) {
    test(`of ${wind} m/s, with ${stiffness} N/m`, () => {
      const flag = scene('flag', 6, 0, wind);
      flag.apply({ type: 'set', key: 'stiffness', value: stiffness });
      flag.apply({ type: 'set', key: 'bending', value: 1e-4 });
      const { ok, iterations, residual } = flag.findEquilibrium();
      expect(ok).toBe(true);
      expect(iterations).toBeLessThanOrEqual(MAX_STEPS);
      expect(residual).toBeLessThan((ROUNDING * stiffness) / 1e3);
    });
  }
});

if (LONG) {
  test('a flag in a cross-wind of 2 m/s flutters even with a decay of 5/s: the search ends and says so', () => {
    const flag = scene('flag', 8, 0, 2);
    const { ok, speed } = flag.findEquilibrium();
    expect(ok).toBe(false);
    expect(speed).toBeGreaterThan(0.1);
    const moving = createSimulation({
      scene: flag.save(),
      integrator: 'implicit-euler',
      params: { dt: 0.01, decay: 5 },
      precision: 'double',
    });
    moving.step(4000);
    const speeds = Array.from({ length: 200 }, () => {
      moving.step(5);
      return Math.max(...moving.state.velocities.map(Math.abs));
    });
    expect(Math.max(...speeds)).toBeGreaterThan(0.1);
  });
}

test('a flag along a strong wind has no place to rest: the search ends, says so and moves nothing', {
  tags: ['long'],
}, () => {
  const simulation = createSimulation({ scene: 'flag', params: { rows: 4, columns: 6 }, precision: 'double' });
  simulation.apply({ type: 'forces', forces: [{ type: 'wind', velocity: [8, 0, 0.5] }] });
  const before = simulation.state.positions.slice();
  const { ok, motion, speed } = simulation.findEquilibrium();
  expect(ok).toBe(false);
  expect(motion).toBeGreaterThan(0);
  expect(speed).toBeGreaterThan(0.01);
  expect(simulation.state.positions).toEqual(before);
});
