import type { State } from '../model/model';
import type { Impacts } from '../world/constraint';
import type { Correction, StepReport } from '../world/integrator';
import type { World } from '../world/world';
import type { EnergyBalance } from './energy-balance';
import type { ImplicitStage, StageEquation } from './implicit-stage';

/** Solves, by backward Euler, the steps in which particles hit something. */
export interface ImpactSolver {
  /** Guesses what particles hit, before the first solve. @returns true if they hit something: a solve without it is not needed */
  predict(start: State, h: number): boolean;
  /**
   * Solves a step again until it respects all impacts; `stage.end` is its end without them, unless they were predicted. Says in
   * the report how the step was corrected.
   * @param start of the step
   * @param iterations of Newton's method once it is known what holds the particles; more only while energy would be created
   * @returns false if there are none: nothing has changed then
   */
  solve(start: State, h: number, iterations: number, report: StepReport, predicted: boolean): boolean;
}

/** What holds the particles is found by solves of one iteration each. They start at x⁺ = x with the velocities that the impacts
 *  prescribe, which a solution cannot exceed in its objective:
 *
 *    ½|v⁺ − v|²_M + V(x + h v⁺) ≤ ½|v|²_M + V(x) + the same of the prescribed velocities alone.
 *
 *  Newton's method continues from there. If the energy rises still, the whole motion is scaled down.
 *  @param shift as in `Impacts.find` */
export function createImpactSolver(
  world: World,
  stage: ImplicitStage,
  balance: EnergyBalance,
  shift: number,
): ImpactSolver {
  const { inverseMasses } = world.model;
  const { end, forces, w } = stage;
  /** N·s and m/s, 4n; allocated at the first impact, as most worlds have none. */
  let scratch: { readonly impulse: Float64Array; readonly guess: Float64Array } | null = null;
  const equation: { -readonly [K in keyof StageEquation]: StageEquation[K] } = {
    origin: forces,
    velocity: forces,
    impulse: null,
  };

  /** Begins the step with what the impacts hold now, at w. */
  function begin(impacts: Impacts, impulse: Float64Array, seconds: number): void {
    impacts.prescribe(w);
    impulse.fill(0);
    impacts.addFriction(impulse);
    stage.begin(equation, seconds, end.time);
  }

  /** @param k iterations so far @returns true if there were more */
  function iterate(k: number, iterations: number, h: number, report: StepReport): boolean {
    const before = k;
    while (
      k < world.params.newtonIterations &&
      !stage.converged &&
      (k < iterations || balance.stageExceeds(stage, h))
    ) {
      if (!stage.iterate(report)) break;
      k++;
    }
    return k > before;
  }

  return {
    predict({ positions: x, velocities: v, time }, h) {
      const impacts = impactsOf(world);
      if (!impacts) return false;
      for (let i = 0; i < w.length; i++) {
        end.velocities[i] = v[i];
        end.positions[i] = x[i] + h * v[i];
      }
      end.time = time + h;
      return impacts.predict(end);
    },
    solve(start, h, iterations, report, predicted) {
      const impacts = impactsOf(world);
      if (!impacts || !(predicted || impacts.find(end, forces, shift))) return false;
      const { arena } = world;
      scratch ??= { impulse: arena.doubles(w.length), guess: arena.doubles(w.length) };
      const { impulse, guess } = scratch;
      balance.begin(start);
      equation.origin = start.positions;
      equation.velocity = start.velocities;
      equation.impulse = impulse;
      end.time = start.time + h;
      if (predicted) {
        report.iterations = 0;
        report.fellBack = undefined;
      }
      do {
        guess.set(end.velocities);
        for (let i = 0; i < w.length; i++) w[i] = inverseMasses[i >> 2] === 0 ? start.velocities[i] : 0;
        begin(impacts, impulse, h);
        if (!stage.converged) stage.iterate(report, guess);
      } while (impacts.find(end, forces, shift));
      let corrected: Correction | undefined;
      for (let k = 1; iterate(k, iterations, h, report); k = 0) {
        if (iterations === 1) corrected = 'repeated';
        if (!impacts.find(end, forces, shift)) break;
        begin(impacts, impulse, h);
      }
      if (balance.stageExceeds(stage, h)) {
        balance.brake(stage, h);
        corrected = 'braked';
      }
      report.correction = corrected;
      report.converged = iterations === 1 ? stage.lastSolve.converged : stage.converged;
      report.residual = iterations === 1 ? stage.lastSolve.residual : stage.relativeResidual;
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
