import type { Command, LoggedCommand } from '../../commands/apply-command';
import { isFiniteState } from '../../model/state';
import type { Simulation } from '../../simulation';
import { CHECK_EVERY, JITTER } from '../blow-up-detector';
import { springJitter } from '../jitter';
import type { Evidence } from './evidence';

/** What was done by the hand: it goes on during a trial as it last was. */
const OF_THE_HAND: readonly LoggedCommand['command']['type'][] = ['grab', 'move', 'release', 'push'];
/** Energy, in that of the step that went bad, up to which a trial counts as held. */
const HELD = 10;
/** Steps of a trial, at most, and how much longer than the blow-up took it may last. */
const MOST = 600;
const LONGER = 1.5;
/** Steps beyond that: what only jitters shows it late. */
const BEYOND = 8 * CHECK_EVERY;

/** A change, and whether the run would have held with it. */
export interface Trial {
  readonly commands: readonly Command[];
  readonly holds: boolean;
}

/** The first of several changes with which it would have held, or else the last; null where there is none. */
export function firstThatHolds(evidence: Evidence, changes: readonly (readonly Command[])[]): Trial | null {
  let tried = '';
  let trial: Trial | null = null;
  for (const commands of changes) {
    const now = JSON.stringify(commands);
    if (now !== tried) trial = { commands, holds: wouldHold(evidence, commands) };
    if (trial?.holds) break;
    tried = now;
  }
  return trial;
}

/**
 * Whether it would have held with a change: the run once more from the last deed ahead of the step that went bad, with the
 * change made there, for as long as the blow-up took and half of that again.
 */
function wouldHold(evidence: Evidence, change: readonly Command[]): boolean {
  const { blowUp, energy } = evidence;
  const trial = trialOf(evidence);
  const end = trial.time + LONGER * (blowUp.time - trial.time) + BEYOND * trial.params.dt;
  try {
    for (const command of change) trial.apply(command);
  } catch {
    return false;
  }
  const { kinetic, elastic, gravity } = trial.energy();
  const most = HELD * Math.max(energy, kinetic + elastic);
  for (let i = 0; i < MOST && trial.time < end; i++) {
    trial.step();
    const now = trial.energy();
    // What it gains by falling is its own.
    const held = now.kinetic + now.elastic + Math.min(0, now.gravity - gravity) <= most;
    if (!held || !isFiniteState(trial.state)) return false;
  }
  return springJitter(trial.world, trial.state, trial.params.dt) <= JITTER;
}

function trialOf({ simulation, from, bad, commands }: Evidence): Simulation {
  const last = commands.find(({ command }) => !OF_THE_HAND.includes(command.type));
  return simulation.rerun(Math.max(from, Math.min(last?.stepCount ?? from, bad - 1)));
}
