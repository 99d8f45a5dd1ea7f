import { exp } from '../model/deterministic-math';
import type { ForceDefinition } from '../world/force';

/** Exponential decay: v ← v·e^(−h·r) before a step of h seconds, whatever the method.
 *  Not a force but an operator on the state: the exact solution of v̇ = −r v.
 *  Source: the mass–spring demo for Taichi, 物理模拟学习01 (Mass-Spring Systems). */
export const decay: ForceDefinition = {
  id: 'decay',
  label: 'Velocity decay',
  account: 'heat',
  summary: 'Multiplies every velocity by the same factor before each step.',
  isRelative: true,
  create(world) {
    return {
      beforeStep(state, h) {
        const rate = world.params.decay;
        if (rate === 0) return;
        world.kernel.scale(state.velocities, exp(-h * rate));
      },
    };
  },
};
