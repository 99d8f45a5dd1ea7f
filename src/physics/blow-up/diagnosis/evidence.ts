import { findStabilityLimit, type StabilityLimit } from '../../analysis/stability/stability-limit';
import type { LoggedCommand } from '../../commands/apply-command';
import { isFiniteState, squaredDistance } from '../../model/state';
import { methodOf } from '../../registry';
import type { Simulation } from '../../simulation';
import type { IntegratorDefinition } from '../../world/integrator';
import { type BlowUp, JITTER } from '../blow-up-detector';
import { springJitter } from '../jitter';
import { createMotionWatch, type InstabilityOnset } from './instability-onset';

/** What is known of a blow-up: how it went when it was run once more. */
export interface Evidence {
  readonly simulation: Simulation;
  readonly blowUp: BlowUp;
  readonly method: IntegratorDefinition;
  /** A quiet step ahead of it, from which it was run again. */
  readonly from: number;
  /** The first step that went bad: from it on the method had made more energy than was ever put in. */
  readonly bad: number;
  /** s. */
  readonly time: number;
  /** J; kinetic + elastic, at that step. */
  readonly energy: number;
  /** By how much the energy that the method made grew in a step from then on, at the median; 1 where that can't be said. */
  readonly growth: number;
  /** Where and how it moved then. */
  readonly outbreak: InstabilityOnset;
  /** s; dt then, and the limits for small motion at the quiet step and then. */
  readonly dt: number;
  readonly limitBefore: StabilityLimit;
  readonly limitThen: StabilityLimit;
  /** Springs that had next to no length of their own at the quiet step, or where it began. */
  readonly short: readonly number[];
  /** Whether a solve ended above its tolerance by then. */
  readonly unsolved: boolean;
  /** What was done up to then, the newest first. */
  readonly commands: readonly LoggedCommand[];
}

/** Steps that are watched again, at most. */
const MOST = 4096;

/** @param simulation rests at a blow-up */
export function gatherEvidence(simulation: Simulation, blowUp: BlowUp): Evidence {
  const from = Math.max(simulation.replay()?.from ?? simulation.timeline.first.step, blowUp.step - MOST);
  const { bad, growth, unsolved } = findBadStep(simulation, from, blowUp.step);
  const start = simulation.rerun(from);
  const again = simulation.rerun(Math.max(from, bad - 2));
  const watch = createMotionWatch(again.world);
  // Three states in a row, the last of them after the bad step unless that is no longer one of numbers.
  watch.see(again.state);
  for (let i = 0; i < 2; i++) {
    again.step();
    watch.see(again.state);
  }
  const method = methodOf(again.integrator, again.definitions);
  const { kinetic, elastic } = again.energy();
  const outbreak = watch.outbreak();
  return {
    simulation,
    blowUp,
    method,
    from,
    bad,
    time: again.time,
    energy: kinetic + elastic,
    growth,
    outbreak,
    dt: again.params.dt,
    limitBefore: findStabilityLimit(start.world, start.state, methodOf(start.integrator, start.definitions)),
    limitThen: findStabilityLimit(again.world, again.state, method),
    short: [...new Set([...shortSprings(start), ...[outbreak.spring, blowUp.spring].filter((j) => isShort(again, j))])],
    unsolved,
    commands: simulation.recorded.filter(({ stepCount }) => stepCount < bad).toReversed(),
  };
}

/** Of the mean rest length: a spring shorter than this turns round from step to step. */
const NO_LENGTH = 1e-2;

function shortSprings(simulation: Simulation): number[] {
  const { springCount } = simulation.model;
  return Array.from({ length: springCount }, (_, j) => j).filter((j) => isShort(simulation, j));
}

function isShort({ model, state: { positions: x } }: Simulation, j: number | null): j is number {
  if (j === null || model.stiffness[j] === 0) return false;
  const least = NO_LENGTH * model.meanLength;
  const squared = squaredDistance(x, model.springs[2 * j], model.springs[2 * j + 1]);
  return model.restLengths[j] < least || squared < least * least;
}

/** Runs it again, and looks for the last stretch in which all is bad. */
function findBadStep(simulation: Simulation, from: number, seen: number) {
  const again = simulation.rerun(from);
  const start = again.energy();
  again.energyLedger();
  let bad = from + 1;
  let unsolved = false;
  /** Whether a solve has failed by the bad step. */
  let unsolvedThen = false;
  /** What the method had made after each step of the present stretch, J. */
  let made: number[] = [];
  let paid = start.kinetic + start.elastic;
  while (again.stepCount < seen) {
    again.step();
    unsolved ||= !again.report.converged;
    const { numerical, hand, parameters, gravity } = again.energyLedger();
    paid = Math.max(paid, start.kinetic + start.elastic + hand + parameters - gravity);
    const sound = isFiniteState(again.state) && numerical <= paid;
    if (sound && springJitter(again.world, again.state, again.params.dt) <= JITTER) {
      bad = again.stepCount + 1;
      made = [];
      unsolvedThen = unsolved;
    } else if (Number.isFinite(numerical)) made.push(numerical);
    if (!isFiniteState(again.state)) break;
  }
  return {
    bad: Math.min(bad, seen),
    growth: medianRatio(made),
    unsolved: unsolvedThen || (unsolved && made.length < 2),
  };
}

/** Of the square roots, as energy is a square of the motion. */
function medianRatio(made: readonly number[]): number {
  const ratios = made
    .slice(1)
    .map((value, i) => value / made[i])
    .filter((ratio) => ratio > 0)
    .sort((a, b) => a - b);
  return ratios.length > 0 ? Math.sqrt(ratios[Math.floor(ratios.length / 2)]) : 1;
}
