import type { State } from '../model/model';
import { createEnergyBalance } from '../solvers/energy-balance';
import { createImpactSolver } from '../solvers/impact-step';
import { COUNTS, type Correction, countStep, type FirstStage, type IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';
import { createNewtonStages, type NewtonStages } from './newton-stages';

/** M(v⁺ − v) = h f(x⁺, v⁺),  x⁺ = x + h v⁺. */
export const BACKWARD: FirstStage = { start: 0, end: 1 };

/**
 * Steps of backward Euler by Newton's method that respect impacts and create no energy. Backward Euler can gain energy where springs
 * buckle, or where Newton's method ends early: such a step is scaled down.
 * @param shift as in `Impacts.find`, of the method that takes these steps
 */
export function createGuardedBackwardEuler(world: World, stages: NewtonStages, shift: number) {
  const { stage, report } = stages;
  const memory = world.arena.doubles(1 + COUNTS);
  const counts = memory.subarray(1);
  const balance = createEnergyBalance(world, memory.subarray(0, 1));
  const impacts = createImpactSolver(world, stage, balance, shift);
  return {
    memory,
    balance,
    impacts,
    /** Solves a step from the state to `stage.end`, after `stages.start`. */
    solve(state: State, h: number) {
      const predicted = impacts.predict(state, h);
      if (!predicted) stages.solveFirst(state, h, BACKWARD);
      // Where particles hit something, the energy has been watched already.
      if (impacts.solve(state, h, world.params.newtonIterations, report, predicted)) return;
      if (world.params.lineSearch === 0) return;
      balance.begin(state);
      if (!balance.stageExceeds(stage, h)) return;
      balance.brake(stage, h);
      report.correction = 'braked';
    },
    /** After each step, with the correction that was made before `solve`. */
    count(before?: Correction) {
      countStep(report, counts, report.correction ?? before);
      balance.end();
    },
  };
}

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
