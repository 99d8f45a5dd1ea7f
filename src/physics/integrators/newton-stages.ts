import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import { createImplicitStage, type ImplicitStage, type StageEquation } from '../solvers/implicit-stage';
import { blockJacobi } from '../solvers/preconditioners';
import { createStepReport, type FirstStage, type Integrator, type StepReport } from '../world/integrator';
import type { World } from '../world/world';

/** The stages of one step, each solved by Newton's method to its true residual. */
export interface NewtonStages {
  readonly stage: ImplicitStage;
  /** `iterations` is the number of all conjugate-gradient iterations of the step, `residual` the largest of its stages. */
  readonly report: StepReport;
  /** What `solve` solves; `solveFirst` sets it. The arrays are the caller's. */
  readonly equation: { -readonly [K in keyof StageEquation]: StageEquation[K] };
  /** Before a step: evaluates the forces at its start, which determine the contacts of the step. */
  start(state: State): void;
  /** Solves the first stage of a method from the first guess w = v; with the forces at the start where they have a weight. */
  solveFirst(state: State, h: number, first: FirstStage): void;
  /** Solves the equation from the present w. */
  solve(s: number, time: number): void;
}

/** @param known arrays for X and p of stages that use the forces at the start; 4n each */
export function createNewtonStages(world: World, known?: Record<'origin' | 'impulse', Float64Array>): NewtonStages {
  const stage = createImplicitStage(world, blockJacobi);
  const { forces, w } = stage;
  const report = createStepReport();
  const equation: NewtonStages['equation'] = { origin: forces, velocity: forces, impulse: null };
  const stages: NewtonStages = {
    stage,
    report,
    equation,
    start(state) {
      report.iterations = 0;
      report.fellBack = report.correction = undefined;
      world.computeForces(state, forces);
    },
    solveFirst({ positions: x, velocities: v, time }, h, { start, end }) {
      w.set(v);
      report.converged = true;
      report.residual = 0;
      equation.origin = x;
      equation.velocity = v;
      equation.impulse = null;
      if (known && start > 0) {
        const { origin, impulse } = known;
        for (let i = 0; i < origin.length; i++) {
          origin[i] = x[i] + start * h * v[i];
          impulse[i] = start * h * forces[i];
        }
        equation.origin = origin;
        equation.impulse = impulse;
      }
      stages.solve(end * h, time + (start + end) * h);
    },
    solve(s, time) {
      stage.begin(equation, s, time);
      for (let k = 0; k < world.params.newtonIterations && !stage.converged; k++) {
        if (!stage.iterate(report)) break;
      }
      report.converged = report.converged && stage.converged;
      report.residual = Math.max(report.residual, stage.relativeResidual);
    },
  };
  return stages;
}

/** A method with one stage, at the time t + ch with c = start + end; to the end of the step x and v continue on a straight line:
 *
 *    x_c = x + h(start·v + end·v_c),  M(v_c − v) = h[start·f(x, v, t) + end·f(x_c, v_c, t + ch)]
 *    x⁺ = x + (x_c − x)/c,  v⁺ = v + (v_c − v)/c
 *
 *  Nothing watches its energy: on springs that turn and buckle within a step such a method can gain energy.
 *  Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export function oneStageMethod(world: World, first: FirstStage): Integrator {
  const { doubles } = world.arena;
  const size = 4 * world.model.particleCount;
  const { start, end } = first;
  const c = start + end;
  const known = start > 0 ? { origin: doubles(size), impulse: doubles(size) } : undefined;
  const stages = createNewtonStages(world, known);
  const at = stages.stage.end;

  /** y := y + (y_c − y)/c. */
  function extend(y: Floats, middle: Floats): void {
    if (c === 1) y.set(middle);
    else for (let i = 0; i < size; i++) y[i] += (middle[i] - y[i]) / c;
  }

  return {
    step(state, h) {
      stages.start(state);
      world.audit?.(state, (start / c) * h);
      stages.solveFirst(state, h, first);
      world.audit?.(at, (end / c) * h);
      extend(state.positions, at.positions);
      extend(state.velocities, at.velocities);
      return stages.report;
    },
  };
}
