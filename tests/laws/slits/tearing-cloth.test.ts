import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation } from '../../../src/physics';
import { TEAR_STRAIN } from '../../../src/ui/pointer/gestures';
import { everyNth } from '../../fixtures/run-length';
import { areas, flatSheet, strokeAcross, total } from '../../fixtures/slits';

const SIDE = 13;
const CELL = 1 / (SIDE - 1);
const ROW = 6;

/** Rows of the grid in which particles were split. */
function splitRows({ model }: Simulation): number[] {
  return Array.from(model.origins, (origin) => Math.floor(origin / SIDE));
}

/** A cloth with a short slit at its left edge, whose upper and lower edges are pulled apart. */
function pulledApart(integrator: string): Simulation {
  const simulation = flatSheet(SIDE, { integrator });
  const row = (first: number) => Array.from({ length: SIDE }, (_, column) => first * SIDE + column);
  simulation.apply({ type: 'pins', particles: [...row(0), ...row(SIDE - 1)] });
  simulation.apply(strokeAcross(simulation, [-0.2, -ROW * CELL - 0.01], [2.3 * CELL, -ROW * CELL - 0.01]));
  simulation.apply({
    type: 'motion',
    motion: [
      { particles: row(0), velocity: [0, 0.12, 0] },
      { particles: row(SIDE - 1), velocity: [0, -0.12, 0] },
    ],
  });
  simulation.apply({ type: 'set', key: 'damping', value: 0.3 });
  simulation.apply({ type: 'set', key: 'tearStrain', value: 0.3 });
  return simulation;
}

describe('a cloth that is stretched too far', () => {
  for (const integrator of ['symplectic-euler', 'implicit-euler']) {
    test(`tears on from the tip of a slit to the other edge under ${integrator}, and loses nothing`, {
      tags: ['long'],
    }, () => {
      const simulation = pulledApart(integrator);
      const slit = simulation.model.origins.length;
      const triangles = simulation.surface().length;
      const mass = total(simulation.model.masses);
      expect(slit).toBe(2);
      // The tear has begun: it is where the slit ends, and nowhere else.
      while (simulation.model.origins.length === slit && simulation.stepCount < 4000) simulation.step();
      expect(simulation.model.origins[slit]).toBe(ROW * SIDE + 2);
      const columns = () => new Set(Array.from(simulation.model.origins, (origin) => origin % SIDE)).size;
      while (columns() < SIDE && simulation.stepCount < 6000) simulation.step();
      expect(columns()).toBe(SIDE);
      expect(simulation.blowUp).toBeNull();
      expect(splitRows(simulation).filter((row) => Math.abs(row - ROW) > 1)).toEqual([]);
      expect(simulation.surface().length).toBe(triangles);
      expect(total(simulation.model.masses)).toBeCloseTo(mass, 12);
      expect(areas(simulation).every((area) => area > 0.2 * CELL * CELL)).toBe(true);
    });
  }

  test('stays in the hand that tears it', () => {
    const simulation = flatSheet(SIDE, { integrator: 'symplectic-euler' });
    const held = ROW * SIDE + ROW;
    simulation.apply({ type: 'pins', particles: [0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1] });
    simulation.apply({ type: 'set', key: 'tearStrain', value: 0.25 });
    simulation.apply({ type: 'set', key: 'damping', value: 0.1 });
    simulation.apply({ type: 'set', key: 'hardHold', value: 1 });
    const [x, y] = simulation.particle(held).position;
    simulation.apply({ type: 'grab', particle: held, target: [x, y, 0] });
    for (let step = 0; step < 1500; step++) {
      simulation.apply({ type: 'move', target: [x, y, 0.001 * step] });
      simulation.step();
    }
    expect(simulation.model.origins.length).toBeGreaterThan(0);
    expect(simulation.held).toBe(held);
    expect(simulation.particle(held).position[2]).toBeCloseTo(1.499, 3);
    // It still has cloth around it.
    const around = simulation.surface().filter((corner) => corner === held).length;
    expect(around).toBeGreaterThan(0);
    expect(simulation.blowUp).toBeNull();
  });

  const hanging = (integrator: string) => {
    const dt = integrator === 'implicit-euler' ? 5e-3 : 3e-4;
    return createSimulation({ scene: 'cloth', integrator, params: { dt, tearStrain: TEAR_STRAIN } });
  };

  /** The default cloth at rest; then its middle is pulled out of its plane by so many metres in 0.5 s. */
  function pulledInTheMiddle(integrator: string, distance: number): Simulation {
    const simulation = hanging(integrator);
    simulation.step(Math.round(0.1 / simulation.params.dt));
    const middle = 16 * 32 + 16;
    const [x, y, z] = simulation.particle(middle).position;
    simulation.apply({ type: 'grab', particle: middle, target: [x, y, z] });
    for (let k = 1; k <= 100; k++) {
      simulation.apply({ type: 'move', target: [x, y, z + (k / 100) * distance] });
      simulation.step(Math.round(5e-3 / simulation.params.dt));
    }
    return simulation;
  }

  test.each(everyNth(2, ['symplectic-euler', 'implicit-euler'], 1))(
    'is torn by a long pull and not by a short one or its weight, at the strain of the page’s tool: %s',
    { tags: ['sampled'] },
    (integrator) => {
      expect(pulledInTheMiddle(integrator, 0.2).model.origins.length).toBe(0);
      const swinging = hanging(integrator);
      swinging.apply({ type: 'pin', particle: 31, pinned: false });
      swinging.step(Math.round(1 / swinging.params.dt));
      expect(swinging.model.origins.length).toBe(0);
      const torn = pulledInTheMiddle(integrator, 1);
      expect(torn.model.origins.length).toBeGreaterThan(5);
      expect(torn.blowUp).toBeNull();
      // Fingers and pins hold a patch: the triangles around them are whole.
      for (const held of [torn.held as number, 0, 31]) {
        const corners = torn.surface().filter((corner) => corner === held).length;
        expect(corners).toBe(
          createSimulation({ scene: 'cloth' })
            .surface()
            .filter((corner) => corner === held).length,
        );
      }
    },
  );

  test('tears in the same way each time, and does not at the default', () => {
    const [one, other] = [pulledApart('symplectic-euler'), pulledApart('symplectic-euler')];
    for (const simulation of [one, other]) simulation.step(2000);
    expect(one.hash()).toBe(other.hash());
    expect(one.model.origins.length).toBeGreaterThan(4);
    const whole = pulledApart('symplectic-euler');
    whole.apply({ type: 'set', key: 'tearStrain', value: 0 });
    whole.step(2000);
    expect(whole.model.origins.length).toBe(2);
  });
});
