import type { Integrator, IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';
import { OTHER_FORCES, SPRING_PARAMS } from './springs/params';
import { createSplitStep } from './springs/split-step';
import { COEFFICIENTS, createSpringSweeps } from './springs/spring-sweeps';

/** XPBD, order 1: backward Euler for the springs, by `iterations` Gauss–Seidel sweeps over them. With W = 1/A_a + 1/A_b and the
 *  impulse μ of a spring, which is 0 at the start of a step and kept from sweep to sweep (λ/h in the paper):
 *
 *    Δμ = −(h k C + h k_d u + μ) / (1 + (h² k + h k_d) W)
 *
 *  This is the paper's Δλ with α̃ = 1/(h² k), multiplied by h k: so k = 0 needs no case of its own. Its damping term has β = k_d of
 *  the spring's own dashpot. On one spring a single sweep is exact. On a straight chain the sweeps converge to the step of backward
 *  Euler. Where springs turn within the step, a sweep leaves the directions of the impulses before it as they were: the
 *  limit is then another: 1 to 8 % of Δv away on crumpled and on stretched nets of 5 × 5 at 1/240 and 1/60 s. It keeps momentum, and its
 *  moment but for this turning: up to 7e-4 of Σ m|x||v| a step in a crumpled net at 5 ms, PBD too.
 *  Sources: Macklin, Müller, Chentanez, XPBD, 2016, equations 18 and 26; Macklin et al., Small Steps in Physics Simulation, 2019
 *  (one sweep in each of many substeps). */
export const xpbd: IntegratorDefinition = {
  id: 'xpbd',
  label: 'XPBD',
  order: 1,
  summary: `Extended position-based dynamics: moves the ends of one spring after the other. With few iterations springs are softer than set, and very stiff, light cloth never rests; with many, where springs turn, Δv ends 1–8 % from implicit Euler’s on small nets. What rests on an obstacle is part of the sweeps; layers of cloth are not. ${OTHER_FORCES}`,
  solvesSprings: true,
  params: SPRING_PARAMS,
  create: createXpbd,
};

function createXpbd(world: World): Integrator {
  const { model } = world;
  const { coefficients, iterate } = createSpringSweeps(world);
  return createSplitStep(world, (state, w, h, weights, contacts) => {
    const { springs, springCount, stiffness, damping } = model;
    for (let j = 0, r = 0; j < springCount; j++, r += COEFFICIENTS) {
      const W = weights[springs[2 * j]] + weights[springs[2 * j + 1]];
      coefficients[r] = h * stiffness[j];
      coefficients[r + 1] = h * damping[j];
      coefficients[r + 2] = 1 / (1 + (h * coefficients[r] + coefficients[r + 1]) * W);
      coefficients[r + 3] = 0;
    }
    iterate(state, w, h, weights, contacts, true);
  });
}
