import type { Command, LoggedCommand } from '../../commands/apply-command';
import { isFiniteState } from '../../model/state';
import type { Simulation } from '../../simulation';
import { CHECK_EVERY } from '../blow-up-detector';
import type { Evidence } from './evidence';
import { jitters } from './instability-onset';

/** Commands of the pointer: during a trial, grab and push stay as they were. */
const POINTER_COMMANDS: readonly LoggedCommand['command']['type'][] = ['grab', 'move', 'release', 'push'];
/** Largest energy of a stable trial, relative to the energy at the onset. */
const STABLE_RATIO = 10;
/** Largest number of steps of a trial, and its duration relative to that of the blow-up. */
const MAX_STEPS = 600;
const DURATION_FACTOR = 1.5;
/** Additional steps: jitter takes longer to show. */
const EXTRA_STEPS = 8 * CHECK_EVERY;

/** A change that was tried in a rerun. */
export interface Trial {
  /** The change, applied at the last command before the onset. */
  readonly commands: readonly Command[];
  /** True if the rerun stayed stable. */
  readonly holds: boolean;
}

/** The first of several changes that keeps the run stable, else the last; null without changes. */
export function firstThatHolds(evidence: Evidence, changes: readonly (readonly Command[])[]): Trial | null {
  let tried = '';
  let trial: Trial | null = null;
  for (const commands of changes) {
    const now = JSON.stringify(commands);
    if (now !== tried) trial = { commands, holds: isStable(evidence, commands) };
    if (trial?.holds) break;
    tried = now;
  }
  return trial;
}

/**
 * True if a rerun stays stable with a change, which is made at the last command before the onset. It lasts 1.5 times as
 * long as the blow-up took.
 */
function isStable(evidence: Evidence, change: readonly Command[]): boolean {
  const { blowUp, energy } = evidence;
  const trial = trialOf(evidence);
  const end = trial.time + DURATION_FACTOR * (blowUp.time - trial.time) + EXTRA_STEPS * trial.params.dt;
  try {
    for (const command of change) trial.apply(command);
  } catch {
    return false;
  }
  const { kinetic, elastic, gravity } = trial.energy();
  const largest = STABLE_RATIO * Math.max(energy, kinetic + elastic);
  for (let i = 0; i < MAX_STEPS && trial.time < end; i++) {
    trial.step();
    const now = trial.energy();
    // Energy gained by falling does not count.
    const isLow = now.kinetic + now.elastic + Math.min(0, now.gravity - gravity) <= largest;
    if (!isLow || !isFiniteState(trial.state)) return false;
  }
  return !jitters(trial);
}

function trialOf({ simulation, from, onsetStep, commands }: Evidence): Simulation {
  const last = commands.find(({ command }) => !POINTER_COMMANDS.includes(command.type));
  return simulation.rerun(Math.max(from, Math.min(last?.stepCount ?? from, onsetStep - 1)));
}
