import type { State } from '../model/model';
import { createEnergyBalance } from '../solvers/energy-balance';
import { createImpactSolver } from '../solvers/impact-step';
import { createImplicitStage, type StageEquation } from '../solvers/implicit-stage';
import { blockJacobi } from '../solvers/preconditioners/block-jacobi';
import { COUNTS, countStep, createStepReport, type Integrator } from '../world/integrator';
import type { World } from '../world/world';

/** The θ-method, solved by Newton's method to its true residual; θ = 1 is backward Euler, θ = ½ the trapezoidal rule.
 *
 *    x⁺(v⁺) = x + h[(1 − θ)v + θ v⁺]
 *    r(v⁺) = S{ M(v⁺ − v) − h[(1 − θ) f(x, v, t) + θ f(x⁺, v⁺, t + h)] } = 0
 *
 *  starting from v⁺ = v: a stage of length s = θh from X = x + (1 − θ)h v with the impulse p = (1 − θ)h f(x, v, t). Backward Euler
 *  can gain energy where springs buckle, or where Newton's method ends early: such a step is scaled down. The trapezoidal rule is
 *  left as it is.
 *
 *  `iterations` in the report is the total of all conjugate-gradient iterations.
 *  Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export function newtonStep(world: World, theta: number): Integrator {
  const { doubles } = world.arena;
  const size = 4 * world.model.particleCount;
  const stage = createImplicitStage(world, blockJacobi);
  const { w, end, forces } = stage;
  const isBackward = theta === 1;
  const known = isBackward ? null : { origin: doubles(size), impulse: doubles(size) };
  const equation: { -readonly [K in keyof StageEquation]: StageEquation[K] } = {
    origin: known?.origin ?? forces,
    velocity: forces,
    impulse: known?.impulse ?? null,
  };
  const memory = doubles(isBackward ? 1 + COUNTS : 0);
  const balance = createEnergyBalance(world, memory.subarray(0, 1));
  const counts = memory.subarray(1);
  const impacts = isBackward ? createImpactSolver(world, stage, balance) : null;
  const report = createStepReport();

  function begin({ positions: x, velocities: v, time }: State, h: number): void {
    w.set(v);
    equation.velocity = v;
    if (isBackward) equation.origin = x;
    if (known) {
      for (let i = 0; i < size; i++) {
        known.origin[i] = x[i] + (1 - theta) * h * v[i];
        known.impulse[i] = (1 - theta) * h * forces[i];
      }
    }
    stage.begin(equation, theta * h, time + h);
  }

  return {
    memory: isBackward ? memory : undefined,
    step(state, h) {
      report.iterations = 0;
      report.fellBack = undefined;
      // Contacts are determined by the forces at the start, even if θ = 1.
      world.computeForces(state, forces);
      begin(state, h);
      world.audit?.(state, (1 - theta) * h);
      for (let k = 0; k < world.params.newtonIterations && !stage.converged; k++) {
        if (!stage.iterate(report)) break;
      }
      report.converged = stage.converged;
      report.residual = stage.relativeResidual;
      if (impacts) {
        // Where particles hit something, the energy has been watched already.
        const hit = impacts.solve(state, h, world.params.newtonIterations, report);
        if (!hit) balance.begin(state);
        const exceeds = !hit && balance.stageExceeds(stage, h);
        if (exceeds) balance.brake(stage, h);
        balance.end();
        countStep(report, counts, exceeds ? 'braked' : undefined);
      }
      state.positions.set(end.positions);
      state.velocities.set(end.velocities);
      world.audit?.(end, theta * h);
      return report;
    },
  };
}
