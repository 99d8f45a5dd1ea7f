import type { State } from '../model/model';
import { createImplicitStage, type StageEquation } from '../solvers/implicit-stage';
import { blockJacobi } from '../solvers/preconditioners';
import { createStepReport, type FirstStage } from '../world/integrator';
import type { World } from '../world/world';

/** The stages of one step, each solved by Newton's method to its true residual. */
export type NewtonStages = ReturnType<typeof createNewtonStages>;

/** @param known arrays for X and p of stages that use the forces at the start; 4n each */
export function createNewtonStages(world: World, known?: Record<'origin' | 'impulse', Float64Array>) {
  const stage = createImplicitStage(world, blockJacobi);
  const { forces, w } = stage;
  const report = createStepReport();
  const equation: { -readonly [K in keyof StageEquation]: StageEquation[K] } = {
    origin: forces,
    velocity: forces,
    impulse: null,
  };
  const stages = {
    stage,
    /** `iterations` is the number of all conjugate-gradient iterations of the step, `residual` the largest of its stages. */
    report,
    /** What `solve` solves; `solveFirst` sets it. The arrays are the caller's. */
    equation,
    /** Before a step: evaluates the forces at its start, which determine the contacts of the step. */
    start(state: State) {
      report.iterations = 0;
      report.fellBack = report.correction = undefined;
      world.computeForces(state, forces);
    },
    /** Solves the first stage of a method from the first guess w = v; with the forces at the start where they have a weight. */
    solveFirst({ positions: x, velocities: v, time }: State, h: number, { start, end }: FirstStage) {
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
    /** Solves the equation from the present w. */
    solve(s: number, time: number) {
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
