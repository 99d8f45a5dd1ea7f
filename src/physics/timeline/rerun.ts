import type { Checkpoint } from '../run/checkpoint';
import type { Run } from '../run/run';
import { restoreCheckpoint, saveCheckpoint } from '../run/save-checkpoint';
import { fork } from './fork';
import { checkRecorded, replayCommands, stepWithReplay, timelineOf } from './rewind';

/**
 * A run of its own at a recorded step, whose steps repeat what is recorded from there on, to the same bits, and which no
 * blow-up stops.
 * @throws RangeError for a step that is not recorded
 */
export function rerun(run: Run, step: number): Run {
  checkRecorded(run, step);
  const again = rerunFrom(run, run.instance.recording.copyAt(step));
  replayCommands(again);
  while (again.stepCount < step) stepWithReplay(again);
  return again;
}

export function rerunFrom(run: Run, copy: Checkpoint): Run {
  const { last, blowUp } = timelineOf(run);
  const again = fork(run);
  again.watched = false;
  restoreCheckpoint(again, copy);
  const { recording } = again.instance;
  recording.clear();
  saveCheckpoint(again, copy.calm, copy.strain);
  recording.takeOver(run.instance.recording.entries(copy.noted), { ...last, blowUp });
  return again;
}
