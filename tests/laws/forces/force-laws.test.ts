// @module-tag same-on-every-kernel
import { EigenvalueDecomposition } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { FORCES } from '../../../src/physics';
import { derivative } from '../../fixtures/derivatives';
import { clothUnder, FORCE_PARAMS, forceLaws } from '../../fixtures/force-laws';

for (const force of FORCES.filter(({ create }) => create)) forceLaws(force);

describe('unclamped', () => {
  test('a crumpled cloth makes the matrix indefinite: the clamp has an effect', () => {
    const [spring] = FORCES.filter(({ id }) => id === 'spring');
    const { world, state } = clothUnder(spring, 1, 0, 0.03);
    const minus = derivative(world, state, 1, 0).mul(-1);
    const { realEigenvalues } = new EigenvalueDecomposition(minus, { assumeSymmetric: true });
    expect(Math.min(...realEigenvalues)).toBeLessThan(-1);
  });
});

describe('the decay of velocities', () => {
  test('is e^(−h·r), whatever the method', () => {
    const [decay] = FORCES.filter(({ id }) => id === 'decay');
    const { world, state } = clothUnder(decay, 1, 1);
    const before = state.velocities.slice();
    world.forces[0].beforeStep?.(state, 0.05);
    for (let i = 0; i < before.length; i++) {
      expect(state.velocities[i]).toBeCloseTo(before[i] * Math.exp(-0.05 * FORCE_PARAMS.decay), 14);
    }
  });
});
