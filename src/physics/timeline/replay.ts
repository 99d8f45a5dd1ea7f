import type { State } from '../model/model';
import { diagonal, isFiniteState } from '../model/state';
import type { Checkpoint } from '../run/checkpoint';
import { createRecording } from '../run/recording';
import type { Run } from '../run/run';
import { restoreCheckpoint, saveCheckpoint } from '../run/save-checkpoint';
import { fork } from '../run/start-run';
import { checkRecorded, replayCommands, stepWithReplay, timelineOf } from './rewind';

/** Repeats a recorded blow-up: same start, same commands, same bits. */
export interface Replay {
  /** The first step. */
  readonly from: number;
  /** The step at which the detector found the blow-up. The replay may end before that step, or a little later. */
  readonly to: number;
  /** Present positions and velocities. */
  readonly state: State;
  /** Present step, counted as in the recording. */
  readonly stepCount: number;
  /** Advances by at most `count` steps. False at the end: `state` is then not fit to be shown. */
  step(count: number): boolean;
}

/** Energy over its budget below which a replay may start. */
const QUIET_RATIO = 2;
/** Number of checkpoints that are searched for a quiet one. */
const SEARCHED = 64;
/** Steps after the one at which the detector found the blow-up. */
const STEPS_AFTER = 16;
/** Largest size of the shown scene over its size at the start: beyond it there is nothing to see, and drawing is slow. */
export const SPREAD = 4;

/** @param run a run at a blow-up; commands since then are no part of the replay */
export function replayBlowUp(run: Run): Replay | null {
  if (!run.blowUp) return null;
  const start = lastQuietCheckpoint(run);
  const again = rerunFrom(run, start);
  replayCommands(again);
  const to = run.blowUp.step;
  const largest = SPREAD * diagonal(start.state, start.pinned.length);

  return {
    from: start.stepCount,
    to,
    get state() {
      return again.state;
    },
    get stepCount() {
      return again.stepCount;
    },
    step(count) {
      for (let i = 0; i < count; i++) {
        if (again.stepCount >= to + STEPS_AFTER) return false;
        stepWithReplay(again);
        if (!isFiniteState(again.state) || diagonal(again.state, again.model.particleCount) > largest) return false;
      }
      return true;
    },
  };
}

/** The newest quiet checkpoint since the last edit before the blow-up. */
function lastQuietCheckpoint({ recording: { checkpoints } }: Run): Checkpoint {
  let i = checkpoints.length - 1;
  const { editCount } = checkpoints[i];
  const oldest = Math.max(0, checkpoints.length - SEARCHED);
  const isQuiet = ({ isGood, energyRatio }: Checkpoint) => isGood && energyRatio <= QUIET_RATIO;
  while (i > oldest && checkpoints[i - 1].editCount === editCount && !isQuiet(checkpoints[i])) i--;
  return checkpoints[i];
}

/**
 * An independent run at a recorded step. Its steps repeat the recording to the same bits, and no blow-up stops it.
 * @throws RangeError for a step that is not recorded
 */
export function rerun(run: Run, step: number): Run {
  checkRecorded(run, step);
  const again = rerunFrom(run, run.recording.checkpointBefore(step));
  replayCommands(again);
  while (again.stepCount < step) stepWithReplay(again);
  return again;
}

function rerunFrom(run: Run, checkpoint: Checkpoint): Run {
  const { last, blowUp } = timelineOf(run);
  const again = fork(run);
  again.detectsBlowUps = false;
  restoreCheckpoint(again, checkpoint);
  again.recording = createRecording(again.model, again.settings.precision);
  saveCheckpoint(again, checkpoint);
  again.recording.setFuture(run.recording.entriesFrom(checkpoint.commandCount), { ...last, blowUp });
  return again;
}
