import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation } from '../../../../src/physics';
import { createSession } from '../../../../src/runtime/host/session';

const cloth = (precision: 'single' | 'double' = 'double') =>
  createSimulation({ precision, params: { rows: 5, columns: 6, mass: 0.01 } });
const massOf = (simulation: Simulation, i: number) => simulation.particle(i).mass;

describe('the command that changes one particle', () => {
  test('sets the requested mass and velocity, and changes nothing else', () => {
    const simulation = cloth();
    simulation.step(10);
    const others = [...Array(30).keys()].filter((i) => i !== 17).map((i) => simulation.particle(i));
    const { position } = simulation.particle(17);
    simulation.apply({ type: 'particle', particle: 17, mass: 0.037, velocity: [1, -2, 0.5] });
    expect(simulation.particle(17)).toEqual({ position, velocity: [1, -2, 0.5], mass: 0.037, pinned: false });
    expect([...Array(30).keys()].filter((i) => i !== 17).map((i) => simulation.particle(i))).toEqual(others);
    simulation.apply({ type: 'particle', particle: 17, velocity: [0, 0, 0] });
    expect(simulation.particle(17)).toMatchObject({ velocity: [0, 0, 0], mass: 0.037 });
  });

  test('a heavier particle accelerates less by the same springs, and falls as fast', () => {
    const free = createSimulation({ scene: 'free-fall', integrator: 'rk4', precision: 'double' });
    const unchanged = createSimulation({ scene: 'free-fall', integrator: 'rk4', precision: 'double' });
    free.apply({ type: 'particle', particle: 0, mass: 7 });
    free.step(20);
    unchanged.step(20);
    expect(free.particle(0).position).toEqual(unchanged.particle(0).position);
    const simulation = createSimulation({ precision: 'double', params: { rows: 4, columns: 4, gravity: 0, drag: 0 } });
    simulation.step(40);
    const a = new Float64Array(64);
    simulation.world.computeAccelerations(simulation.state, a);
    const before = a.slice(24, 27);
    simulation.apply({ type: 'particle', particle: 6, mass: 4 * massOf(simulation, 6) });
    simulation.world.computeAccelerations(simulation.state, a);
    expect(Math.hypot(...before)).toBeGreaterThan(0);
    for (let axis = 0; axis < 3; axis++) expect(4 * a[24 + axis]).toBeCloseTo(before[axis], 9);
  });

  test('the parameter scales its mass like the others, and reset keeps it', () => {
    const simulation = cloth();
    simulation.apply({ type: 'particle', particle: 3, mass: 0.05, velocity: [9, 9, 9] });
    simulation.apply({ type: 'set', key: 'mass', value: 0.02 });
    expect(massOf(simulation, 3)).toBeCloseTo(0.1, 15);
    expect(massOf(simulation, 4)).toBe(0.02);
    simulation.apply({ type: 'particle', particle: 4, mass: 0.3 });
    expect(massOf(simulation, 4)).toBeCloseTo(0.3, 15);
    simulation.apply({ type: 'set', key: 'mass', value: 0.01 });
    expect(massOf(simulation, 4)).toBeCloseTo(0.15, 15);
    expect(massOf(simulation, 3)).toBe(0.05);
    simulation.apply({ type: 'reset' });
    expect(massOf(simulation, 3)).toBe(0.05);
    expect(simulation.particle(3).velocity).not.toEqual([9, 9, 9]);
  });

  test('a pinned particle gets the velocity when it is freed', () => {
    const simulation = cloth();
    simulation.apply({ type: 'particle', particle: 0, velocity: [0, 3, 0] });
    expect(simulation.particle(0)).toMatchObject({ pinned: true, velocity: [0, 0, 0] });
    simulation.apply({ type: 'pin', particle: 0, pinned: false });
    expect(simulation.particle(0).velocity).toEqual([0, 3, 0]);
  });

  test('its mass is in the saved file, which continues to the same bits, and survives a change of precision', () => {
    for (const precision of ['single', 'double'] as const) {
      const simulation = cloth(precision);
      simulation.step(5);
      simulation.apply({ type: 'particle', particle: 12, mass: 0.2, velocity: [0, 0, 1] });
      simulation.step(5);
      const again = createSimulation({ scene: simulation.save(), precision });
      expect(massOf(again, 12)).toBe(massOf(simulation, 12));
      simulation.step(30);
      again.step(30);
      expect(again.hash()).toBe(simulation.hash());
      simulation.apply({ type: 'precision', id: precision === 'single' ? 'double' : 'single' });
      expect(massOf(simulation, 12)).toBeCloseTo(0.2, 8);
      simulation.apply({ type: 'precision', id: 'double' });
      expect(massOf(simulation, 12)).toBe(0.2);
    }
  });

  test('is undone by a rewind to before it, and applied again by the replay', () => {
    const simulation = cloth();
    simulation.step(7);
    simulation.apply({ type: 'particle', particle: 12, mass: 0.2, velocity: [0, 0, 1] });
    simulation.step(50);
    const after = simulation.hash();
    simulation.apply({ type: 'rewind', step: 6 });
    expect(massOf(simulation, 12)).toBe(0.01);
    simulation.step();
    simulation.step(50);
    expect(simulation.hash()).toBe(after);
    expect(massOf(simulation, 12)).toBe(0.2);
  });

  test('its mass is in the next frame, and the bound on dt follows', () => {
    const session = createSession(() => 0);
    const before = session.frame();
    session.runCommand({ type: 'particle', particle: 40, mass: before.structure.masses[40] / 100 });
    const after = session.frame();
    expect(after.structure.masses[40] * 100).toBeCloseTo(before.structure.masses[40], 8);
    expect(after.structure.generation).toBe(before.structure.generation);
    expect(after.status.stability.dt).toBeLessThan(0.2 * before.status.stability.dt);
  });

  test('a mass without a finite inverse in the precision of the run is an error', () => {
    for (const [precision, mass, says] of [
      ['single', 1e-40, 'too small'],
      ['single', 1e39, 'too large'],
      ['double', 1e-310, 'too small'],
    ] as const) {
      const simulation = cloth(precision);
      const before = simulation.save();
      expect(() => simulation.apply({ type: 'particle', particle: 1, mass })).toThrow(
        new RegExp(`particle\\.mass.*${says}`),
      );
      expect(simulation.save()).toEqual(before);
    }
    expect(() => cloth('double').apply({ type: 'particle', particle: 1, mass: 1e-40 })).not.toThrow();
  });
});
