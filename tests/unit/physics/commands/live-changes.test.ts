import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, PARAMS, type Simulation } from '../../../../src/physics';
import { testPins } from '../../../fixtures/integrator-laws';

/** Parameters that rebuild the sheet: tested below. */
const SIZES = ['rows', 'columns'];

function moving(integrator = 'symplectic-euler'): Simulation {
  const simulation = createSimulation({ params: { rows: 9, columns: 9 }, integrator });
  simulation.step(50);
  simulation.apply({ type: 'grab', particle: 40, target: [0.1, 0.8, 0.3] });
  simulation.step(50);
  return simulation;
}

/** Another value that the parameter accepts. */
function otherValue(key: string, now: number): number {
  const { accepts, range } = PARAMS[key];
  if (accepts === 'switch') return 1 - now;
  return now === range[1] ? range[0] : range[1];
}

describe('a parameter that changes during a run', () => {
  for (const key of Object.keys(PARAMS).filter((one) => !SIZES.includes(one))) {
    test(`gives no kick: ${key}`, () => {
      const simulation = moving();
      const { time, stepCount } = simulation;
      const before = simulation.hash();
      simulation.apply({ type: 'set', key, value: otherValue(key, simulation.params[key]) });
      expect(simulation.hash()).toBe(before);
      expect([simulation.time, simulation.stepCount, simulation.held]).toEqual([time, stepCount, 40]);
    });

    test(`has no effect after it is set back: ${key}`, () => {
      const [simulation, untouched] = [moving(), moving()];
      const now = simulation.params[key];
      simulation.apply({ type: 'set', key, value: otherValue(key, now) });
      simulation.apply({ type: 'set', key, value: now });
      simulation.step(40);
      untouched.step(40);
      // A rigid grab starts and ends with the velocity of the pointer.
      if (key !== 'hardHold') expect(simulation.hash()).toBe(untouched.hash());
    });
  }

  test('acts from the next step', () => {
    for (const key of [
      'dt',
      'stiffness',
      'shear',
      'bend',
      'damping',
      'mass',
      'gravity',
      'drag',
      'decay',
      'grabStiffness',
    ]) {
      const [simulation, untouched] = [moving(), moving()];
      simulation.apply({
        type: 'set',
        key,
        value: 1.01 * simulation.params[key] + (simulation.params[key] === 0 ? 1 : 0),
      });
      simulation.step(3);
      untouched.step(3);
      expect(simulation.hash(), key).not.toBe(untouched.hash());
    }
  });

  test('counts time in whole steps since the last change of dt, without summation', () => {
    const simulation = createSimulation({ scene: 'two-bodies', params: { dt: 1e-4 } });
    simulation.step(12_345);
    expect(simulation.time).toBe(12_345 * 1e-4);
    simulation.apply({ type: 'set', key: 'dt', value: 3e-4 });
    simulation.step(7_777);
    expect(simulation.time).toBe(12_345 * 1e-4 + 7_777 * 3e-4);
  });

  test('does not change the time', () => {
    const simulation = moving();
    let time = simulation.time;
    for (const dt of [1e-4, 3e-4, 7e-5]) {
      simulation.apply({ type: 'set', key: 'dt', value: dt });
      expect(simulation.time).toBe(time);
      simulation.step(10);
      expect(simulation.time - time).toBeCloseTo(10 * dt, 12);
      time = simulation.time;
    }
  });
});

describe('another integrator during a run', () => {
  for (const { id } of INTEGRATORS) {
    test(`gives no kick: ${id}`, () => {
      const simulation = moving();
      const before = simulation.hash();
      simulation.apply({ type: 'integrator', id });
      expect(simulation.hash()).toBe(before);
      expect(simulation.integrator).toBe(id);
      expect(simulation.step(5).ok).toBe(true);
    });
  }
});

describe('pins', () => {
  for (const method of INTEGRATORS) {
    const { id } = method;
    testPins(method);

    test(`follow the pointer exactly in a rigid grab under ${id}`, () => {
      const simulation = createSimulation({
        scene: 'cloth',
        params: { rows: 9, columns: 9, hardHold: 1 },
        integrator: id,
      });
      simulation.apply({ type: 'grab', particle: 40, target: [0, 0.75, 0.25] });
      simulation.step();
      expect(simulation.particle(40).position).toEqual([0, 0.75, 0.25]);
      simulation.step(20);
      expect(simulation.particle(40).position).toEqual([0, 0.75, 0.25]);
      expect(simulation.particle(40).velocity).toEqual([0, 0, 0]);
    });
  }

  test('stop only the particle that is pinned, and change no velocity when it is freed', () => {
    const simulation = moving();
    const before = [...simulation.state.velocities];
    const where = [...simulation.state.positions];
    simulation.apply({ type: 'pin', particle: 70, pinned: true });
    expect([...simulation.state.positions]).toEqual(where);
    expect([...simulation.state.velocities]).toEqual(before.map((v, i) => (i >= 280 && i < 283 ? 0 : v)));
    simulation.step(10);
    const hash = simulation.hash();
    simulation.apply({ type: 'pin', particle: 70, pinned: false });
    expect(simulation.hash()).toBe(hash);
  });
});

describe('another resolution during a run', () => {
  test('keeps the total mass, the pins, the grab and the motion', () => {
    const simulation = moving();
    const total = () => [...simulation.model.masses].reduce((sum, m) => sum + m, 0);
    const mean = (array: ArrayLike<number>, axis: number) => {
      let sum = 0;
      for (let i = axis; i < array.length; i += 4) sum += array[i];
      return (4 * sum) / array.length;
    };
    const before = { mass: total(), time: simulation.time, particle: simulation.particle(40) };
    const means = [0, 1, 2].map((axis) => [
      mean(simulation.state.positions, axis),
      mean(simulation.state.velocities, axis),
    ]);
    simulation.apply({ type: 'set', key: 'rows', value: 17 });
    simulation.apply({ type: 'set', key: 'columns', value: 17 });
    expect(simulation.particleCount).toBe(289);
    expect(total()).toBeCloseTo(before.mass, 6);
    expect(simulation.time).toBe(before.time);
    expect(simulation.held).toBe(8 * 17 + 8);
    const { position, velocity } = simulation.particle(8 * 17 + 8);
    expect(position).toEqual(before.particle.position);
    expect(velocity).toEqual(before.particle.velocity);
    expect([...simulation.model.pinned].flatMap((pin, i) => (pin ? [i] : []))).toEqual([0, 16]);
    // The edges of a finer sheet have a smaller weight in the mean over particles.
    means.forEach(([x, v], axis) => {
      expect(Math.abs(mean(simulation.state.positions, axis) - x)).toBeLessThan(0.05);
      expect(Math.abs(mean(simulation.state.velocities, axis) - v)).toBeLessThan(0.2);
    });
    expect(simulation.step(200).ok).toBe(true);
  });

  test('restores the same bits after a finer one in between', () => {
    const simulation = moving();
    const before = simulation.hash();
    for (const value of [17, 9]) {
      for (const key of SIZES) simulation.apply({ type: 'set', key, value });
    }
    expect(simulation.hash()).toBe(before);
  });

  test('has no effect on a scene that is not a grid', () => {
    const simulation = createSimulation({ scene: 'chain' });
    const before = simulation.hash();
    simulation.apply({ type: 'set', key: 'rows', value: 5 });
    expect(simulation.hash()).toBe(before);
    expect(simulation.particleCount).toBe(11);
  });
});
