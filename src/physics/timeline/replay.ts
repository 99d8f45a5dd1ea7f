import type { State } from '../model/model';
import { diagonal, isFiniteState } from '../model/state';
import type { Checkpoint } from '../run/checkpoint';
import type { Run } from '../run/run';
import { rerunFrom } from './rerun';
import { replayCommands, stepWithReplay } from './rewind';

/** A blow-up, run once more from the record: same start, same commands, same bits. */
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
/** Copies that are looked through for a quiet one. */
const COPIES = 64;
/** Steps that are shown beyond the one at which the blow-up was seen. */
const AFTERMATH = 16;
/** Size, in that of the first picture, beyond which there is nothing left to see, and no end of triangles to fill. */
export const SPREAD = 4;

/** @param run rests after a blow-up, and no command has come since */
export function replayBlowUp(run: Run): Replay | null {
  if (!run.blowUp) return null;
  const start = firstRipple(run);
  const again = rerunFrom(run, start);
  replayCommands(again);
  const to = run.blowUp.step;
  const { particleCount } = run.instance.model;
  const room = SPREAD * diagonal(start.state, particleCount);

  return {
    from: start.stepCount,
    to,
    get state() {
      return again.instance.state;
    },
    get stepCount() {
      return again.stepCount;
    },
    step(count) {
      for (let i = 0; i < count; i++) {
        if (again.stepCount >= to + AFTERMATH) return false;
        stepWithReplay(again);
        const { state } = again.instance;
        if (!isFiniteState(state) || diagonal(state, particleCount) > room) return false;
      }
      return true;
    },
  };
}

/** The newest quiet copy since the last edit. */
function firstRipple({ instance, edits }: Run): Checkpoint {
  const { copies } = instance.recording;
  let i = copies.length - 1;
  const last = Math.max(0, copies.length - COPIES);
  while (i > last && copies[i - 1].edits === edits && !(copies[i].calm && copies[i].strain <= QUIET)) i--;
  return copies[i];
}
