import type { IntegratorDefinition } from '../world/integrator';
import { BACKWARD, createGuardedBackwardEuler } from './guarded-backward-euler';
import { createNewtonStages } from './newton-stages';

/** Backward Euler, order 1; no limit on hω; numerical damping: growth 1/√(1 + (hω)²) per step.
 *    M(v⁺ − v) = h f(x⁺, v⁺)
 *    x⁺ = x + h v⁺
 *  Its first Newton iteration is the linearly-implicit step, except for the state at which K and D are evaluated.
 *  Sources: lecture slides Particle Dynamics; Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export const implicitEulerNewton: IntegratorDefinition = {
  id: 'implicit-euler-newton',
  label: 'Implicit Euler, Newton',
  order: 1,
  summary:
    'Implicit Euler solved by Newton’s method: it uses the forces at the end of the step instead of their linearization.',
  implicit: true,
  newton: BACKWARD,
  createsNoEnergy: true,
  create(world) {
    const stages = createNewtonStages(world);
    const backward = createGuardedBackwardEuler(world, stages, 0.5);
    const { end } = stages.stage;
    return {
      memory: backward.memory,
      step(state, h) {
        stages.start(state);
        backward.solve(state, h);
        backward.count();
        state.positions.set(end.positions);
        state.velocities.set(end.velocities);
        world.audit?.(end, h);
        return stages.report;
      },
    };
  },
};
