import { exp, log } from '../model/deterministic-math';
import type { Integrator, IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';
import { OTHER_FORCES, SPRING_PARAMS } from './springs/params';
import { createSplitStep } from './springs/split-step';
import { COEFFICIENTS, createSpringSweeps } from './springs/spring-sweeps';

/** Position-based dynamics, order 1. Each of n = `iterations` Gauss–Seidel sweeps removes a part κ of the stretch of every spring:
 *
 *    Δx_a = −κ C n/(A_a W),   κ = 1 − (1 − k')^(1/n),   1 − k' = 1/(1 + h²k W),   W = 1/A_a + 1/A_b
 *
 *  so that n sweeps leave of the stretch of one spring on its own what backward Euler leaves. (The paper has no unit of
 *  stiffness: its k' is a number from 0 to 1.) In a net the neighbours of a spring stretch it again, and a sweep knows nothing of
 *  what earlier ones did: stiffness depends on the number of iterations, on h and on the net. The dashpots act before, in one
 *  sweep over the velocities: Δμ = −h k_d u/(1 + h k_d W).
 *  Source: Müller, Heidelberger, Hennix, Ratcliff, Position Based Dynamics, 2007, 3.3 and 3.5. */
export const pbd: IntegratorDefinition = {
  id: 'pbd',
  label: 'PBD',
  order: 1,
  summary: `Position-based dynamics, the ancestor of XPBD: the stiffness that it shows depends on iterations, dt and net. What rests on an obstacle is part of the sweeps; layers of cloth are not. ${OTHER_FORCES}`,
  solvesSprings: true,
  params: SPRING_PARAMS,
  create: createPbd,
};

function createPbd(world: World): Integrator {
  const { model } = world;
  const { coefficients, sweep, iterate } = createSpringSweeps(world);
  /** m each; h²k W and κ of every spring, which seldom change. */
  const loads = world.arena.doubles(model.springCount);
  const parts = world.arena.doubles(model.springCount);
  let last = 0;
  return createSplitStep(world, (state, w, h, weights, contacts) => {
    const { springs, springCount, stiffness, damping } = model;
    const { iterations } = world.params;
    for (let j = 0, r = 0; j < springCount; j++, r += COEFFICIENTS) {
      const W = weights[springs[2 * j]] + weights[springs[2 * j + 1]];
      coefficients[r] = 0;
      coefficients[r + 1] = h * damping[j];
      coefficients[r + 2] = damping[j] === 0 ? 0 : 1 / (1 + h * damping[j] * W);
    }
    sweep(state, w, weights, 0, false);
    for (let j = 0, r = 0; j < springCount; j++, r += COEFFICIENTS) {
      const W = weights[springs[2 * j]] + weights[springs[2 * j + 1]];
      const load = h * h * stiffness[j] * W;
      if (load !== loads[j] || iterations !== last) {
        loads[j] = load;
        parts[j] = 1 - exp(-log(1 + load) / iterations);
      }
      coefficients[r] = 1;
      coefficients[r + 1] = 0;
      coefficients[r + 2] = load === 0 ? 0 : parts[j] / (h * W);
    }
    last = iterations;
    iterate(state, w, h, weights, contacts, false);
  });
}
