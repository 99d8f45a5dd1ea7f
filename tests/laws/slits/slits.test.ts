import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation } from '../../../src/physics';
import { areas, flatSheet, largestGap, strokeAcross, total, totalByKind } from '../../fixtures/slits';

const SIDE = 17;
const CELL = 1 / (SIDE - 1);

/** A straight cut from the left edge to the middle, a little off the line of particles. */
function slitHalf(simulation: Simulation): void {
  simulation.apply(strokeAcross(simulation, [-0.2, -0.51], [0.5, -0.515]), 0);
}

describe('a slit of half the cloth', () => {
  for (const precision of ['single', 'double'] as const) {
    const rounding = precision === 'double' ? 1e-14 : 1e-6;

    test(`keeps mass, area and triangles in ${precision}, and is closed at rest`, () => {
      const simulation = flatSheet(SIDE, { precision });
      const mass = total(simulation.model.masses);
      const area = total(areas(simulation));
      const triangles = simulation.surface().length;
      slitHalf(simulation);
      // Eight particles are split: those at the left edge and on the way to the middle, but not the one at the tip.
      expect(simulation.model.origins.length).toBe(8);
      simulation.step(200);
      expect(Math.abs(total(simulation.model.masses) / mass - 1)).toBeLessThan(rounding);
      expect(Math.abs(total(areas(simulation)) / area - 1)).toBeLessThan(rounding);
      expect(total(simulation.model.membrane?.areas ?? [])).toBeCloseTo(area, 10);
      expect(simulation.surface().length).toBe(triangles);
      expect(largestGap(simulation)).toBeLessThan(0.01 * CELL);
    });
  }

  test.each([1e-300, 1e-45])('leaves no particle without mass where one has %s kg, and can be saved', (mass) => {
    const scene = flatSheet(SIDE).save();
    const simulation = createSimulation({
      scene: { ...scene, particles: { ...scene.particles, masses: mass } },
      precision: 'double',
    });
    slitHalf(simulation);
    const { masses } = simulation.model;
    expect(Math.min(...masses)).toBeGreaterThan(mass / 10);
    expect(total(masses) / (SIDE * SIDE * mass)).toBeCloseTo(1, 12);
    expect(createSimulation({ scene: simulation.save(), precision: 'double' }).hash()).toBe(simulation.hash());
  });

  test('divides the springs along it, and cuts those over it alone', () => {
    const simulation = flatSheet(SIDE);
    const before = totalByKind(simulation, simulation.model.stiffness);
    const damping = totalByKind(simulation, simulation.model.damping);
    slitHalf(simulation);
    const { model } = simulation;
    // Eight springs over two cells cross it: one at each particle that is split.
    expect(model.cuts.count).toBe(8);
    expect([...model.cut.keys()].filter((j) => model.cut[j] === 1).every((j) => model.kinds[j] === 2)).toBe(true);
    const after = totalByKind(simulation, model.stiffness);
    expect(after.map((sum, kind) => Math.round(before[kind] - sum))).toEqual([0, 0, 80]);
    const now = totalByKind(simulation, model.damping);
    expect(now[0]).toBeCloseTo(damping[0], 12);
    expect(now[1]).toBeCloseTo(damping[1], 12);
    // Eight structural springs lie along it: each is there on both sides.
    expect([...model.kinds].filter((kind) => kind === 0).length).toBe(2 * SIDE * (SIDE - 1) + 8);
  });

  test('opens under a pull, and the particle in hand stays with the larger part', () => {
    const simulation = flatSheet(SIDE, { integrator: 'symplectic-euler' });
    simulation.apply({ type: 'pins', particles: [0, SIDE - 1] });
    simulation.apply({ type: 'set', key: 'gravity', value: 9.81 });
    const held = (SIDE * (SIDE - 1)) / 2 + 2;
    simulation.apply({ type: 'grab', particle: held, target: [0.1, -0.5, 0.1] });
    slitHalf(simulation);
    expect(simulation.held).toBe(held);
    simulation.step(1000);
    expect(simulation.blowUp).toBeNull();
    expect(largestGap(simulation)).toBeGreaterThan(0.5 * CELL);
    const [x] = simulation.particle(held).position;
    expect(Math.abs(x - 0.1)).toBeLessThan(0.1);
  });

  test('is closed by undo to the bit, at once and later, and opened by redo', () => {
    const simulation = flatSheet(SIDE);
    simulation.apply({ type: 'set', key: 'gravity', value: 9.81 });
    simulation.step(50);
    const hash = simulation.hash();
    const { masses, springs, stiffness } = simulation.model;
    const before = [[...masses], [...springs], [...stiffness]];
    slitHalf(simulation);
    for (const steps of [0, 100]) {
      simulation.step(steps);
      const slit = simulation.hash();
      expect(slit).not.toBe(hash);
      simulation.apply({ type: 'undo' });
      expect(simulation.hash()).toBe(hash);
      const { model } = simulation;
      expect([[...model.masses], [...model.springs], [...model.stiffness]]).toEqual(before);
      expect(model.cuts.count).toBe(0);
      simulation.apply({ type: 'redo' });
      expect(simulation.hash()).toBe(slit);
    }
  });

  test('is closed by reset, and by another number of rows', () => {
    const simulation = flatSheet(SIDE);
    slitHalf(simulation);
    simulation.apply({ type: 'reset' });
    expect(simulation.particleCount).toBe(SIDE * SIDE);
    slitHalf(simulation);
    simulation.apply({ type: 'set', key: 'rows', value: 12 });
    expect(simulation.particleCount).toBe(12 * SIDE);
    expect(total(simulation.model.masses)).toBeCloseTo(0.3, 10);
  });
});
