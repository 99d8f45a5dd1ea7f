import type { State } from '../model/model';
import type { Impacts } from '../world/constraint';
import { freePartOf } from '../world/force';
import type { Correction, StepReport } from '../world/integrator';
import type { World } from '../world/world';
import type { EnergyBalance } from './energy-balance';
import type { ImplicitStage, StageEquation } from './implicit-stage';

/** Iterations of Newton's method at most that keep layers apart. A method of one solve a step ends them where so much of the way to a
 *  solution is left: pairs of features begin and cease to be the nearest ones, so that the residual of pressed layers need not become
 *  small. */
const APART = 30;
const LEFT = 0.1;

/**
 * Solves, by backward Euler, the steps in which particles hit something, or layers are pressed together.
 * What holds the particles is found by solves of one iteration each. They start at x⁺ = x with the velocities that the impacts
 * prescribe, which a solution cannot exceed in its objective:
 *
 *    ½|v⁺ − v|²_M + V(x + h v⁺) ≤ ½|v|²_M + V(x) + the same of the prescribed velocities alone.
 *
 * Newton's method continues from there. If the energy rises still, the whole motion is scaled down.
 *
 * The push between layers is that of the pairs which were near where the step began. Where others come near on its way, or springs press a
 * pair harder than the linear push can hold, Newton's method starts at x⁺ = x again: each iteration goes only so far that layers stay
 * apart, and sees all pairs that are then near. So springs pay for the push, and the impacts that end a step have nothing to add.
 * Source: Li et al., Incremental Potential Contact.
 * @param shift as in `Impacts.find`
 */
export function createImpactSolver(world: World, stage: ImplicitStage, balance: EnergyBalance, shift: number) {
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
  function begin(impacts: Impacts | undefined, impulse: Float64Array, seconds: number): void {
    impacts?.prescribe(w);
    impulse.fill(0);
    impacts?.addFriction(impulse);
    stage.begin(equation, seconds, end.time);
  }

  /** The same at x⁺ = x. */
  function restart(
    { velocities: v }: State,
    impacts: Impacts | undefined,
    impulse: Float64Array,
    seconds: number,
  ): void {
    for (let i = 0; i < w.length; i++) w[i] = inverseMasses[i >> 2] === 0 ? v[i] : 0;
    begin(impacts, impulse, seconds);
  }

  /** True if layers come closer on the way to the end of the step than the push between them has been solved for. */
  function isPressed({ positions: x }: State): boolean {
    return freePartOf(world.forces, x, end.positions) < 1;
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
    /** Guesses what particles hit, before the first solve. @returns true if they hit something: a solve without it is not needed */
    predict({ positions: x, velocities: v, time }: State, h: number): boolean {
      const impacts = impactsOf(world);
      if (!impacts || impacts.areOutOfReach(v)) return false;
      for (let i = 0; i < w.length; i++) {
        end.velocities[i] = v[i];
        end.positions[i] = x[i] + h * v[i];
      }
      end.time = time + h;
      return impacts.predict(end);
    },
    /**
     * Solves a step again until it respects all impacts, and all layers that come near each other in it; `stage.end` is its end without
     * them, unless impacts were predicted. Says in the report how the step was corrected.
     * @param start of the step
     * @param iterations of Newton's method once it is known what holds the particles; more only while energy would be created
     * @returns false if there are none: nothing has changed then
     */
    solve(start: State, h: number, iterations: number, report: StepReport, predicted: boolean): boolean {
      const impacts = impactsOf(world);
      const hits = impacts !== undefined && (predicted || impacts.find(end, forces, shift));
      if (!hits && !isPressed(start)) return false;
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
      let corrected: Correction | undefined;
      if (hits) {
        do {
          guess.set(end.velocities);
          restart(start, impacts, impulse, h);
          if (!stage.converged) stage.iterate(report, guess);
        } while (impacts.find(end, forces, shift));
        for (let k = 1; iterate(k, iterations, h, report); k = 0) {
          if (iterations === 1) corrected = 'repeated';
          if (!impacts.find(end, forces, shift)) break;
          begin(impacts, impulse, h);
        }
      }
      if (!hits || isPressed(start)) {
        do {
          for (let o = 0; o < guess.length; o++) guess[o] = (end.positions[o] - start.positions[o]) / h;
          restart(start, impacts, impulse, h);
          const isOneSolve = iterations === 1;
          let left = 1;
          for (let k = 1; k <= APART && !stage.converged; k++) {
            if (!stage.iterate(report, k === 1 ? guess : null, true, !isOneSolve)) break;
            left *= 1 - stage.freePart;
            if (isOneSolve && left < LEFT && !balance.stageExceeds(stage, h)) break;
          }
        } while (impacts?.find(end, forces, shift));
        // Their energy is measured on the way to the end.
        isPressed(start);
        corrected = 'repeated';
      }
      if (balance.stageExceeds(stage, h)) {
        corrected = balance.brake(stage, h, impacts);
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
