import { setCuts } from './cuts';
import type { Keyframe } from './keyframes';
import type { State } from './model';
import { perform } from './perform';
import { advance, beginRun, type Run } from './run';
import { snapshot } from './snapshot';
import { refreshStage } from './stage';
import { diagonal, isFiniteState } from './state';

/**
 * A blow-up, run once more from the copies that its detection kept: same start, same commands, and under explicit methods
 * the same bits; an implicit one starts its solves afresh, and agrees to their tolerance.
 */
export interface Replay {
  /** The first step that is shown, and the one at which the blow-up was seen; it may burst before, or a little later. */
  readonly from: number;
  readonly to: number;
  readonly state: State;
  readonly stepCount: number;
  /** Advances by at most `count` steps; false when the burst is over and `state` no longer fit to be shown. */
  step(count: number): boolean;
}

/** Energy, in budgets, below which a run is still quiet. */
const QUIET = 2;
/** Steps that are shown beyond the one at which the blow-up was seen. */
const AFTERMATH = 16;
/** Size, in that of the first picture, beyond which there is nothing left to see, and no end of triangles to fill. */
const SPREAD = 4;

/** @param run rests after a blow-up, and no command has come since */
export function replayBlowUp(run: Run): Replay | null {
  if (!run.blowUp) return null;
  const start = firstRipple(run);
  const again = runFrom(run, start);
  const commands = run.stage.keyframes.commandsSince(start);
  const to = run.blowUp.step;
  const { particleCount } = run.stage.model;
  const room = SPREAD * diagonal(start.state, particleCount);
  let next = 0;

  return {
    from: start.stepCount,
    to,
    get state() {
      return again.stage.state;
    },
    get stepCount() {
      return again.stepCount;
    },
    step(count) {
      for (let i = 0; i < count; i++) {
        while (next < commands.length && commands[next].stepCount <= again.stepCount) {
          perform(again, commands[next++].command);
        }
        if (again.stepCount >= to + AFTERMATH) return false;
        advance(again);
        const { state } = again.stage;
        if (!isFiniteState(state) || diagonal(state, particleCount) > room) return false;
      }
      return true;
    },
  };
}

/** The newest quiet copy. */
function firstRipple({ stage }: Run): Keyframe {
  const { keyframes } = stage;
  let i = keyframes.count - 1;
  while (i > 0 && !(keyframes.at(i).calm && keyframes.at(i).strain <= QUIET)) i--;
  return keyframes.at(i);
}

/** A run of its own that goes on from a keyframe and is not stopped. */
function runFrom(
  run: Run,
  { state, stepCount, origin, params, integrator, held, target, push, scenery, cut }: Keyframe,
): Run {
  const { stage, name, definition, precision } = run;
  const data = { ...snapshot({ ...stage, state }), scenery };
  const again = beginRun(
    { name, definition, data, at: stage.material.at, integrator, params },
    integrator,
    precision,
    false,
  );
  again.stepCount = stepCount;
  again.origin = origin;
  again.control.held = held;
  again.control.target.set(target);
  again.control.push.set(push);
  setCuts(again.stage.model, cut);
  refreshStage(again.stage);
  return again;
}
