import type { BlowUp } from '../blow-up/blow-up-detector';
import { reapplyCommand } from '../commands/apply-command';
import { show } from '../model/validate';
import { MEMORY } from '../run/recording';
import { advance, checkForBlowUp, type Run } from '../run/run';
import { restoreCheckpoint } from '../run/save-checkpoint';

/** A moment of a run. */
export interface Moment {
  step: number;
  /** s. */
  time: number;
}

/** What is recorded of a run, and can be gone back to. */
export interface Timeline {
  readonly first: Moment;
  /** The end of the record; at a blow-up the step at which it was seen, beyond the one at which the run rests. */
  readonly last: Moment;
  /** That it ends with. */
  readonly blowUp: BlowUp | null;
  /** Whether the run is ahead of the end of its record: then steps repeat what is recorded. */
  readonly past: boolean;
  /** Commands noted since the record was begun, and repeated ever. */
  readonly noted: number;
  readonly repeated: number;
  /** What it takes, and may take at most, bytes. */
  readonly bytes: number;
  readonly most: number;
}

export function timelineOf({ instance, stepCount, repeats, blowUp }: Run): Timeline {
  const { copies, future, noted, bytes } = instance.recording;
  const [{ stepCount: step, state }] = copies;
  return {
    first: { step, time: state.time },
    last: future ? { step: future.step, time: future.time } : { step: stepCount, time: instance.state.time },
    blowUp: future?.blowUp ?? null,
    past: future !== null && blowUp === null,
    noted,
    repeated: repeats,
    bytes,
    most: MEMORY,
  };
}

/**
 * Puts the run to a recorded step, to the last bit: from the newest copy ahead of it, with the commands that acted up to
 * there. What comes after it stays recorded. Books that were opened on the way open there again, and where it ends short
 * of that, at its end.
 * @throws RangeError for a step that is not recorded
 */
export function rewind(run: Run, step: number): void {
  checkRecorded(run, step);
  const { recording, state } = run.instance;
  const opened = run.ledger?.since;
  let unbooked = false;
  recording.future ??= { step: run.stepCount, time: state.time, blowUp: run.blowUp };
  const copy = recording.copyAt(step);
  // What is ahead may be nearer from here.
  if (run.blowUp || step < run.stepCount || copy.stepCount > run.stepCount) {
    restoreCheckpoint(run, copy);
    run.repeats++;
    recording.next = copy.noted;
    unbooked = run.ledger?.goBack(run.stepCount) === false;
  }
  replayCommands(run);
  while (run.stepCount < step && !run.blowUp) {
    stepWithReplay(run);
    if (!unbooked || state.time !== opened) continue;
    run.ledger?.reopen();
    unbooked = false;
  }
  if (unbooked) run.ledger?.reopen();
}

/** @throws RangeError for a step that is not recorded */
export function checkRecorded(run: Run, step: number): void {
  const { first, last } = timelineOf(run);
  if (Number.isInteger(step) && step >= first.step && step <= last.step) return;
  throw new RangeError(`rewind.step: ${show(step)} is not a recorded step (${first.step}–${last.step})`);
}

/** One step of dt, in the past with the commands that acted after it. */
export function stepWithReplay(run: Run): void {
  advance(run);
  if (run.instance.recording.future && !run.blowUp) replayCommands(run);
}

/** Repeats the recorded commands that acted at this step. At the end of the record the run is live again. */
export function replayCommands(run: Run): void {
  const { recording } = run.instance;
  const { future } = recording;
  for (;;) {
    const entry = recording.entry(recording.next);
    if (!entry || entry.stepCount > run.stepCount) break;
    const { command, leap } = entry;
    recording.next++;
    if (leap) {
      run.repeats++;
      restoreCheckpoint(run, leap);
      run.ledger?.note('parameters');
    } else reapplyCommand(run, command);
    if (run.blowUp) return;
  }
  if (!future || run.stepCount < future.step) return;
  // It may have been seen ahead of a command, which is not recorded.
  if (future.blowUp) checkForBlowUp(run);
  if (!run.blowUp) recording.future = null;
}
