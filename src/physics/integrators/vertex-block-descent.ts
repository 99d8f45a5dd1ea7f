import type { Integrator, IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';
import { createBlockSweep } from './springs/block-sweep';
import { createChebyshev } from './springs/chebyshev';
import { createFirstGuess } from './springs/first-guess';
import { ACCELERATION, OTHER_FORCES, SPRING_PARAMS } from './springs/params';
import { createRestoreMomentum } from './springs/restore-momentum';
import { createSplitStep } from './springs/split-step';

/**
 * Vertex block descent, order 1: backward Euler for the springs, one particle after the other, color by color, in `iterations` sweeps. With
 * the springs at x + h w, and w̃ the velocities without them, each particle makes one Newton step with all others held:
 *
 *     r = A(w̃ − w) − h Σ [k(l − L₀) + k_d u] n
 *     H = A I + Σ (h²k[n nᵀ + c(I − n nᵀ)] + h k_d n nᵀ),   c = max(0, 1 − L₀/l)
 *     w += H⁻¹r
 *
 * r = 0 is the equation of backward Euler itself, so that the sweeps converge to its step, at any stiffness and in any direction. The first
 * guess is w = v, the paper's “inertia”, or a part of it, see `first-guess.ts`: what rests stays at rest, however few the sweeps. (Its
 * “adaptive” guess, which keeps a part of the last Δv, makes a chain swing for ever with one sweep.) Sweeps carry momentum only slowly from
 * particle to particle: what nothing holds gets it before and after them, see `restore-momentum.ts`. A particle at an obstacle gets its
 * impulses after its step. `acceleration` over-relaxes the sweeps. Source: Chen, Liu, Yang, Yuksel, Vertex Block Descent, 2024, 3.2 to 3.8.
 */
export const vertexBlockDescent: IntegratorDefinition = {
  id: 'vertex-block-descent',
  label: 'Vertex block descent',
  order: 1,
  summary: `Implicit Euler for springs, solved one particle after the other. What rests has the stiffness set, and what nothing holds keeps its momentum; with few iterations, other motion is slowed. What rests on an obstacle is part of the sweeps; layers of cloth are not. ${OTHER_FORCES}`,
  solvesSprings: true,
  params: { ...SPRING_PARAMS, acceleration: ACCELERATION },
  create: createVertexBlockDescent,
};

function createVertexBlockDescent(world: World): Integrator {
  const target = world.arena.doubles(4 * world.model.particleCount);
  const guess = createFirstGuess(world);
  const sweep = createBlockSweep(world);
  const chebyshev = createChebyshev(world);
  const restoreMomentum = createRestoreMomentum(world);

  return createSplitStep(world, (state, w, h, weights, contacts) => {
    const { positions: x } = state;
    target.set(w);
    guess.set(state, w, target, h, weights);
    if (!contacts?.rests) restoreMomentum(x, w, target, h, weights);
    chebyshev.begin(w);
    for (let k = 0; k < world.params.iterations; k++) {
      sweep(state, w, target, h, weights, contacts);
      chebyshev.overRelax(w, k);
    }
    if (!contacts?.touches) restoreMomentum(x, w, target, h, weights);
  });
}
