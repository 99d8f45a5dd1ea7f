import type { Copy } from './copy';
import type { State } from './model';
import { rerunFrom } from './rerun';
import { advanceAlong, follow } from './rewind';
import type { Run } from './run';
import { diagonal, isFiniteState } from './state';

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
  follow(again);
  const to = run.blowUp.step;
  const { particleCount } = run.stage.model;
  const room = SPREAD * diagonal(start.state, particleCount);

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
        if (again.stepCount >= to + AFTERMATH) return false;
        advanceAlong(again);
        const { state } = again.stage;
        if (!isFiniteState(state) || diagonal(state, particleCount) > room) return false;
      }
      return true;
    },
  };
}

/** The newest quiet copy since the last edit. */
function firstRipple({ stage, edits }: Run): Copy {
  const { copies } = stage.recording;
  let i = copies.length - 1;
  const last = Math.max(0, copies.length - COPIES);
  while (i > last && copies[i - 1].edits === edits && !(copies[i].calm && copies[i].strain <= QUIET)) i--;
  return copies[i];
}
