import { findStabilityLimit } from '../../analysis/stability/stability-limit';
import { isFiniteState, squaredDistance } from '../../model/state';
import { methodOf } from '../../registry';
import type { Simulation } from '../../simulation';
import type { BlowUp } from '../blow-up-detector';
import { createOnsetTracker, jitters } from './instability-onset';

/** Data of a blow-up, from a rerun. */
export interface Evidence extends ReturnType<typeof gatherEvidence> {
  /** s; a shorter dt that is tried before others; 0: none. */
  readonly proposedStep: number;
}

/** Largest number of steps of the rerun. */
const MAX_STEPS = 4096;

/** Where and how a blow-up began; `again` is a rerun at the step after the onset. @param simulation one at a blow-up */
function locateOnset(simulation: Simulation, blowUp: BlowUp) {
  const from = Math.max(simulation.replay()?.from ?? simulation.timeline.first.step, blowUp.step - MAX_STEPS);
  const { onsetStep, growth, unsolved } = findOnset(simulation, from, blowUp.step);
  const again = simulation.rerun(Math.max(from, onsetStep - 2));
  const tracker = createOnsetTracker(again.world);
  // Three consecutive states; the last one is after the onset step.
  tracker.add(again.state);
  for (let i = 0; i < 2; i++) {
    again.step();
    tracker.add(again.state);
  }
  return { from, onsetStep, growth, unsolved, again, onset: tracker.onset() };
}

/** Where the blow-up began, and the mode that grew; null without a blow-up. */
export function onsetOf(simulation: Simulation) {
  if (!simulation.blowUp) return null;
  const { onsetStep, growth, onset, again } = locateOnset(simulation, simulation.blowUp);
  return { ...onset, step: onsetStep, growth, dt: again.params.dt };
}

/** @param simulation a simulation at a blow-up */
export function gatherEvidence(simulation: Simulation, blowUp: BlowUp) {
  const { from, onsetStep, growth, unsolved, again, onset } = locateOnset(simulation, blowUp);
  const start = simulation.rerun(from);
  const method = methodOf(again.integrator, again.definitions);
  const { kinetic, elastic } = again.energy();
  return {
    simulation,
    blowUp,
    method,
    /** A quiet step before it, where the rerun starts. */
    from,
    /** The first unstable step: from it on, the integrator has created more energy than was put in. */
    onsetStep,
    /** s. */
    time: again.time,
    /** J; kinetic + elastic, at that step. */
    energy: kinetic + elastic,
    /** Median growth factor of the motion per step after the onset, from the created energy; 1 if unknown. */
    growth,
    /** The unstable motion at the onset. */
    onset,
    /** s; dt at the onset, and the stability limits for small motion at the quiet step and at the onset. */
    dt: again.params.dt,
    limitBefore: findStabilityLimit(start.world, start.state, methodOf(start.integrator, start.definitions)),
    limitAtOnset: findStabilityLimit(again.world, again.state, method),
    /** Springs of nearly zero length at the quiet step, or at the onset. */
    short: [...new Set([...shortSprings(start), ...[onset.spring, blowUp.spring].filter((j) => isShort(again, j))])],
    /** True if a solve did not converge before the onset. */
    unsolved,
    /** The commands before the onset, the newest first. */
    commands: simulation.recorded.filter(({ stepCount }) => stepCount < onsetStep).toReversed(),
  };
}

/** Relative to the mean rest length: a shorter spring can reverse its direction in a step. */
const MIN_LENGTH = 1e-2;

function shortSprings(simulation: Simulation): number[] {
  const { springCount } = simulation.model;
  return Array.from({ length: springCount }, (_, j) => j).filter((j) => isShort(simulation, j));
}

function isShort({ model, state: { positions: x } }: Simulation, j: number | null): j is number {
  if (j === null || model.stiffness[j] === 0) return false;
  const minLength = MIN_LENGTH * model.meanLength;
  const squared = squaredDistance(x, model.springs[2 * j], model.springs[2 * j + 1]);
  return model.restLengths[j] < minLength || squared < minLength * minLength;
}

/** Repeats the run, and finds the start of its last unstable interval. */
function findOnset(simulation: Simulation, from: number, foundAt: number) {
  const again = simulation.rerun(from);
  const start = again.energy();
  again.energyLedger();
  let onsetStep = from + 1;
  let unsolved = false;
  /** True if a solve did not converge before the onset step. */
  let unsolvedAtOnset = false;
  /** Energy created by the integrator after each step of the present interval, J. */
  let created: number[] = [];
  let budget = start.kinetic + start.elastic;
  while (again.stepCount < foundAt) {
    again.step();
    unsolved ||= !again.report.converged;
    const { numerical, hand, parameters, gravity } = again.energyLedger();
    budget = Math.max(budget, start.kinetic + start.elastic + hand + parameters - gravity);
    const isStable = isFiniteState(again.state) && numerical <= budget;
    if (isStable && !jitters(again)) {
      onsetStep = again.stepCount + 1;
      created = [];
      unsolvedAtOnset = unsolved;
    } else if (Number.isFinite(numerical)) created.push(numerical);
    if (!isFiniteState(again.state)) break;
  }
  return {
    onsetStep: Math.min(onsetStep, foundAt),
    growth: medianRatio(created),
    unsolved: unsolvedAtOnset || (unsolved && created.length < 2),
  };
}

/** Square root of the median ratio of consecutive energies: the growth of the motion per step. */
function medianRatio(created: readonly number[]): number {
  const ratios = created
    .slice(1)
    .map((value, i) => value / created[i])
    .filter((ratio) => ratio > 0)
    .sort((a, b) => a - b);
  return ratios.length > 0 ? Math.sqrt(ratios[Math.floor(ratios.length / 2)]) : 1;
}
