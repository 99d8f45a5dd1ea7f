import type { State } from '../model/model';
import { createEnergyBalance, type EnergyBalance } from '../solvers/energy-balance';
import { createImpactSolver, type ImpactSolver } from '../solvers/impact-step';
import { COUNTS, type Correction, countStep, type FirstStage } from '../world/integrator';
import type { World } from '../world/world';
import type { NewtonStages } from './newton-stages';

/** M(v⁺ − v) = h f(x⁺, v⁺),  x⁺ = x + h v⁺. */
export const BACKWARD: FirstStage = { start: 0, end: 1 };

/** Steps of backward Euler by Newton's method that respect impacts and create no energy. */
export interface GuardedBackwardEuler {
  readonly memory: Float64Array;
  readonly balance: EnergyBalance;
  readonly impacts: ImpactSolver;
  /** Solves a step from the state to `stage.end`, after `stages.start`. */
  solve(state: State, h: number): void;
  /** After each step, with the correction that was made before `solve`. */
  count(before?: Correction): void;
}

/** Backward Euler can gain energy where springs buckle, or where Newton's method ends early: such a step is scaled down.
 *  @param shift as in `Impacts.find`, of the method that takes these steps */
export function createGuardedBackwardEuler(world: World, stages: NewtonStages, shift: number): GuardedBackwardEuler {
  const { stage, report } = stages;
  const memory = world.arena.doubles(1 + COUNTS);
  const counts = memory.subarray(1);
  const balance = createEnergyBalance(world, memory.subarray(0, 1));
  const impacts = createImpactSolver(world, stage, balance, shift);
  return {
    memory,
    balance,
    impacts,
    solve(state, h) {
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
    count(before) {
      countStep(report, counts, report.correction ?? before);
      balance.end();
    },
  };
}
