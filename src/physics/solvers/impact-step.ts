import type { State } from '../model/model';
import type { Impacts } from '../world/constraint';
import type { StepReport } from '../world/integrator';
import type { World } from '../world/world';
import type { EnergyBalance } from './energy-balance';
import type { ImplicitStage, StageEquation } from './implicit-stage';

/** Solves, by backward Euler, the steps in which particles hit something. */
export interface ImpactSolver {
  /**
   * Solves a step again until it respects all impacts; `stage.end` is its end without them.
   * @param start of the step
   * @param iterations of Newton's method for each solve; more only while energy would be created
   * @returns false if there are none: nothing has changed then
   */
  solve(start: State, h: number, iterations: number, report: StepReport): boolean;
}

/** Each solve starts at x⁺ = x with the velocities that the impacts prescribe, which a solution cannot exceed in its objective:
 *
 *    ½|v⁺ − v|²_M + V(x + h v⁺) ≤ ½|v|²_M + V(x) + the same of the prescribed velocities alone.
 *
 *  If its energy rises still, the whole motion is scaled down.
 *  @param shift as in `Impacts.find` */
export function createImpactSolver(
  world: World,
  stage: ImplicitStage,
  balance: EnergyBalance,
  shift: number,
): ImpactSolver {
  const { inverseMasses, particleCount } = world.model;
  const { end, forces, w } = stage;
  /** N·s, 4n; allocated at the first impact, as most worlds have none. */
  let impulse: Float64Array | null = null;
  const equation: { -readonly [K in keyof StageEquation]: StageEquation[K] } = {
    origin: forces,
    velocity: forces,
    impulse: null,
  };

  /** Solves the step with what the impacts hold now. */
  function solveOnce(impacts: Impacts, { velocities, time }: State, h: number, iterations: number, report: StepReport) {
    for (let i = 0; i < w.length; i++) w[i] = inverseMasses[i >> 2] === 0 ? velocities[i] : 0;
    impacts.prescribe(w);
    impulse ??= world.arena.doubles(4 * particleCount);
    impulse.fill(0);
    impacts.addFriction(impulse);
    equation.impulse = impulse;
    stage.begin(equation, h, time + h);
    for (let k = 0; k < world.params.newtonIterations && !stage.converged; k++) {
      if (k >= iterations && !balance.stageExceeds(stage, h)) break;
      if (!stage.iterate(report)) break;
    }
  }

  return {
    solve(start, h, iterations, report) {
      const impacts = impactsOf(world);
      if (!impacts?.find(end, forces, shift)) return false;
      balance.begin(start);
      equation.origin = start.positions;
      equation.velocity = start.velocities;
      do solveOnce(impacts, start, h, iterations, report);
      while (impacts.find(end, forces, shift));
      if (balance.stageExceeds(stage, h)) balance.brake(stage, h);
      return true;
    },
  };
}

function impactsOf({ constraints }: World): Impacts | undefined {
  for (let i = 0; i < constraints.length; i++) {
    const { impacts } = constraints[i];
    if (impacts) return impacts;
  }
  return undefined;
}
