import { Solver } from 'odex';
import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation } from '../../../src/physics';
import { type ParticleSystem, systemOf } from '../../../src/physics/analysis/ode-system';
import { GOLDEN, goldenCloth } from '../../fixtures/golden-cloth';
import { randomCloth } from '../../fixtures/random';

/** y at t1, from y at 0, by an independent ODE solver that uses only the interface of the system. */
function solve(system: ParticleSystem, y0: ArrayLike<number>, t1: number): number[] {
  const solver = new Solver(system.dimension);
  solver.relativeTolerance = solver.absoluteTolerance = 1e-12;
  const slope = (t: number, y: number[]) => {
    const rates = new Float64Array(system.dimension);
    system.evaluate(t, y, rates);
    return [...rates];
  };
  return solver.solve(slope, 0, Array.from(y0), t1).y;
}

function stateOf(system: ParticleSystem): Float64Array {
  const y = new Float64Array(system.dimension);
  system.getState(y);
  return y;
}

const golden = (precision: 'single' | 'double' = 'double') =>
  createSimulation({ scene: goldenCloth(), precision, integrator: 'rk4', params: { dt: 1e-4 } });

describe('the golden cloth as a first-order system', () => {
  test('has the reference solution under an extrapolation solver', () => {
    const system = systemOf(golden());
    expect(system.dimension).toBe(96);
    const y = solve(system, stateOf(system), GOLDEN.time);
    for (let axis = 0; axis < 3; axis++) {
      expect(y[6 * GOLDEN.particle + axis]).toBeCloseTo(GOLDEN.position[axis], 10);
      expect(y[6 * GOLDEN.particle + 3 + axis]).toBeCloseTo(GOLDEN.velocity[axis], 9);
    }
  });

  test('can be set to a state halfway, and the simulation continues from there', () => {
    const simulation = golden();
    const system = systemOf(simulation);
    system.setState(Float64Array.from(solve(system, stateOf(system), GOLDEN.time / 2)));
    expect(simulation.time).toBe(0);
    expect(simulation.step(Math.round(GOLDEN.time / 2 / 1e-4)).ok).toBe(true);
    const { position, velocity } = simulation.particle(GOLDEN.particle);
    for (let axis = 0; axis < 3; axis++) {
      expect(position[axis]).toBeCloseTo(GOLDEN.position[axis], 8);
      expect(velocity[axis]).toBeCloseTo(GOLDEN.velocity[axis], 7);
    }
  });
});

test('a state that is read and set again has the same bits, in either precision', () => {
  for (const precision of ['single', 'double'] as const) {
    const simulation = golden(precision);
    simulation.step(100);
    const system = systemOf(simulation);
    const before = simulation.hash();
    system.setState(stateOf(system));
    expect(simulation.hash()).toBe(before);
  }
});

test('y holds x, y, z and then v_x, v_y, v_z of each particle', () => {
  const simulation = createSimulation({ scene: randomCloth(4), precision: 'double' });
  const y = stateOf(systemOf(simulation));
  for (let i = 0; i < simulation.particleCount; i++) {
    const { position, velocity } = simulation.particle(i);
    expect([...y.subarray(6 * i, 6 * i + 6)]).toEqual([...position, ...velocity]);
  }
});

test('rates are velocities and accelerations, and the simulation does not change', () => {
  const simulation = createSimulation({ scene: randomCloth(5, { pinned: [3] }), precision: 'double' });
  simulation.step(3);
  const system = systemOf(simulation);
  const y = stateOf(system);
  const everything = () => JSON.stringify([simulation.save(), simulation.hash(), simulation.stepCount]);
  const before = everything();
  const rates = new Float64Array(system.dimension);
  system.evaluate(simulation.time, y, rates);
  const a = new Float64Array(4 * simulation.particleCount);
  simulation.world.computeAccelerations(simulation.state, a);
  for (let i = 0; i < simulation.particleCount; i++) {
    for (let axis = 0; axis < 3; axis++) {
      expect(rates[6 * i + axis]).toBe(i === 3 ? 0 : y[6 * i + 3 + axis]);
      expect(rates[6 * i + 3 + axis]).toBeCloseTo(a[4 * i + axis], 10);
    }
  }
  expect([...rates.subarray(18, 24)]).toEqual([0, 0, 0, 0, 0, 0]);
  system.evaluate(
    7,
    y.map((value) => 3 * value),
    rates,
  );
  expect(everything()).toBe(before);
  const untouched: Simulation = createSimulation({ scene: randomCloth(5, { pinned: [3] }), precision: 'double' });
  untouched.step(53);
  simulation.step(50);
  expect(simulation.hash()).toBe(untouched.hash());
});

test('velocity decay is the term −r v: steps of the simulation converge to the same motion', () => {
  const at = (dt: number) => {
    const simulation = createSimulation({
      scene: randomCloth(6, { pinned: [0] }),
      precision: 'double',
      integrator: 'symplectic-euler',
      params: { dt, decay: 4 },
    });
    simulation.step(Math.round(0.1 / dt));
    return stateOf(systemOf(simulation));
  };
  const system = systemOf(
    createSimulation({ scene: randomCloth(6, { pinned: [0] }), precision: 'double', params: { decay: 4 } }),
  );
  const start = stateOf(system);
  start.fill(0, 3, 6);
  const exact = solve(system, start, 0.1);
  const errors = [2e-4, 1e-4].map((dt) => Math.hypot(...at(dt).map((value, i) => value - exact[i])));
  expect(errors[1]).toBeLessThan(0.05);
  expect(Math.abs(errors[0] / errors[1] - 2)).toBeLessThan(0.1);
});

test('an array of another length, or a value that is not finite, is an error that names it', () => {
  const simulation = golden();
  const system = systemOf(simulation);
  const before = simulation.hash();
  expect(() => system.getState(new Float64Array(95))).toThrow(new RangeError('y must have 96 numbers, got 95'));
  expect(() => system.setState(new Float64Array(97))).toThrow(RangeError);
  expect(() => system.setState(new Float64Array(96).fill(Number.NaN))).toThrow(RangeError);
  expect(() => system.evaluate(0, new Float64Array(96), [0])).toThrow('dydt must have 96 numbers, got 1');
  expect(simulation.hash()).toBe(before);
});

test('it follows the simulation to another scene', () => {
  const simulation = golden();
  const system = systemOf(simulation);
  simulation.apply({ type: 'scene', scene: 'chain' });
  expect(system.dimension).toBe(66);
  expect(stateOf(system).subarray(0, 3)).toEqual(Float64Array.from(simulation.particle(0).position));
  const rates = new Float64Array(66);
  system.evaluate(0, stateOf(system), rates);
  expect(rates[6 * 10 + 4]).toBeCloseTo(-9.81, 3);
});
