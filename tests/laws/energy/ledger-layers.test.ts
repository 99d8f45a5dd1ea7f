// @module-tag divided
import { describe, expect, test } from 'vitest';
import { createSimulation, energyLedger, INTEGRATORS, SCENES, type Vec3 } from '../../../src/physics';
import { everyNth } from '../../fixtures/run-length';

const METHODS = INTEGRATORS.filter(({ solvesSprings }) => solvesSprings).map(({ id }) => id);
const LAYERED = SCENES.map(({ id }) => id).filter((scene) => createSimulation({ scene }).params.selfCollision === 1);
const CASES = LAYERED.flatMap((scene) => METHODS.map((integrator) => ({ scene, integrator })));
/** Coarser than the scenes are. */
const COARSE = { rows: 16, columns: 16 };
/** s; before a pull, and after it. */
const RUN = 0.6;
const PULLED = 0.2;
/** m. */
const PULL: Vec3 = [0.5, 0.5, 0];
/** What the method has made may be so many times the energy of the springs at their longest. Starts of the pulled shirt that are a µm
 *  apart have 1.0 to 1.6 under XPBD. */
const MOST = 2;

describe('a method that solves springs without their layers', () => {
  test.each(everyNth(36, CASES, 8))(
    'makes no more energy than its springs have at most, and no heat but from that and from outside: $scene, $integrator',
    { tags: ['sampled'] },
    ({ scene, integrator }) => {
      const simulation = createSimulation({ scene, integrator, params: COARSE });
      const { dt } = simulation.params;
      energyLedger(simulation);
      let strained = simulation.energy().elastic;
      let heat = 0;
      const check = (seconds: number) => {
        for (let step = 0; step < seconds / dt; step++) {
          simulation.step();
          strained = Math.max(strained, simulation.energy().elastic);
          const { damping, parameters } = energyLedger(simulation);
          expect(damping).toBeGreaterThanOrEqual(heat);
          expect(parameters).toBe(0);
          heat = damping;
        }
        expect(energyLedger(simulation).numerical).toBeLessThan(MOST * strained);
      };
      check(RUN);
      const particle = Math.floor(0.37 * simulation.particleCount);
      const { position } = simulation.particle(particle);
      simulation.apply({ type: 'grab', particle, target: position });
      simulation.apply({ type: 'move', target: position.map((x, axis) => x + PULL[axis]) as unknown as Vec3 });
      check(PULLED);
    },
  );
});
