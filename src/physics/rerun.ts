import type { Copy } from './copy';
import { fork } from './fork';
import { keepCopy, putBack } from './keep-copy';
import { advanceAlong, checkRecorded, follow, timelineOf } from './rewind';
import type { Run } from './run';

/**
 * A run of its own at a recorded step, whose steps repeat what is recorded from there on, to the same bits, and which no
 * blow-up stops.
 * @throws RangeError for a step that is not recorded
 */
export function rerun(run: Run, step: number): Run {
  checkRecorded(run, step);
  const again = rerunFrom(run, run.stage.recording.copyAt(step));
  follow(again);
  while (again.stepCount < step) advanceAlong(again);
  return again;
}

export function rerunFrom(run: Run, copy: Copy): Run {
  const { last, blowUp } = timelineOf(run);
  const again = fork(run);
  again.watched = false;
  putBack(again, copy);
  const { recording } = again.stage;
  recording.clear();
  keepCopy(again, copy.calm, copy.strain);
  recording.takeOver(run.stage.recording.entries(copy.noted), { ...last, blowUp });
  return again;
}
