// @module-tag same-on-every-kernel
import { expect, test } from 'vitest';
import { FORCES, type State } from '../../../src/physics';
import { EMPTY_ENVIRONMENT } from '../../../src/physics/model/environment';
import type { MutableWorld } from '../../../src/physics/world/create-world';
import type { Force, ForceDefinition } from '../../../src/physics/world/force';
import { valuesOf } from '../../fixtures/field-values';
import { LISTED_FORCES } from '../../fixtures/listed-forces';
import { randomCloth } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

const PARAMS = {
  ...{ drag: 0.3, damping: 0.2, membraneLambda: 3e4, membraneMu: 4e4, membranePhi: 30, membranePsi: 20 },
  ...{ membraneThickness: 2e-3, grabStiffness: 70, airDrag: 3, bendingDamping: 1e-4 },
};
const SEEDS = [1, 2, 3];

/** −(f(x, v) − f(x, 0))·v, W: the power of damping. */
function powerOfDamping(force: Force, { model }: MutableWorld, state: State): number {
  const [moving, resting] = [0, 1].map(() => new Float64Array(4 * model.particleCount));
  force.addForce?.(moving, state);
  force.addForce?.(resting, { ...state, velocities: new Float64Array(state.velocities.length) });
  return -moving.reduce((sum, f, i) => sum + (f - resting[i]) * state.velocities[i], 0);
}

/** True for forces whose damping is heat: not the grab, and not the wind. */
const makesHeat = ({ account }: Pick<ForceDefinition, 'account'>) =>
  account === 'elastic' || account === 'gravity' || account === 'heat';

for (const definition of FORCES.filter((one) => one.create && makesHeat(one))) {
  test(`the heat of the force ${definition.id} is its power of damping`, () => {
    for (const seed of SEEDS) {
      const { world, state } = worldOf(randomCloth(seed, { membrane: true }), { forces: [definition], params: PARAMS });
      const [force] = world.forces;
      const power = powerOfDamping(force, world, state);
      expect(Math.abs((force.heat?.(state) ?? 0) - power)).toBeLessThan(1e-11 * (1 + power));
      if (['spring', 'drag', 'air-drag', 'membrane', 'bending'].includes(definition.id))
        expect(power).toBeGreaterThan(1e-6);
    }
  });
}

for (const definition of LISTED_FORCES.filter(makesHeat)) {
  test(`the heat of the listed force ${definition.type} is its power of damping`, () => {
    for (const seed of SEEDS) {
      const { world, state } = worldOf(randomCloth(seed), { forces: [], constraints: [] });
      const particles = definition.particles === 'two' ? [5, 6] : [1, 2, 5, 9];
      const values = valuesOf(definition.fields, seed);
      const forces = [{ type: definition.type, particles, ...values }];
      world.applySettings({ params: world.params, environment: { ...EMPTY_ENVIRONMENT, forces } });
      const [force] = world.forces;
      const power = powerOfDamping(force, world, state);
      expect(Math.abs((force.heat?.(state) ?? 0) - power)).toBeLessThan(1e-11 * (1 + power));
      if (['spring', 'drag', 'anchor'].includes(definition.type)) expect(power).toBeGreaterThan(1e-6);
    }
  });
}
