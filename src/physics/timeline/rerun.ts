import type { Checkpoint } from '../run/checkpoint';
import { fork } from '../run/fork';
import { createRecording } from '../run/recording';
import type { Run } from '../run/run';
import { restoreCheckpoint, saveCheckpoint } from '../run/save-checkpoint';
import { checkRecorded, replayCommands, stepWithReplay, timelineOf } from './rewind';

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

export function rerunFrom(run: Run, checkpoint: Checkpoint): Run {
  const { last, blowUp } = timelineOf(run);
  const again = fork(run);
  again.detectsBlowUps = false;
  restoreCheckpoint(again, checkpoint);
  again.recording = createRecording(again.model, again.settings.precision);
  saveCheckpoint(again, checkpoint);
  again.recording.setFuture(run.recording.entriesFrom(checkpoint.commandCount), { ...last, blowUp });
  return again;
}
