import { diagonal, isFiniteState } from '../model/state';
import { quote } from '../model/validate';
import { advance, checkForBlowUp } from '../run/advance';
import type { Checkpoint } from '../run/checkpoint';
import { createRecording, MEMORY } from '../run/recording';
import type { Run } from '../run/run';
import { restoreCheckpoint, saveCheckpoint } from '../run/save-checkpoint';
import { fork } from '../run/start-run';

/** A moment of a run. */
export interface Moment {
  /** Steps since the scene began or was reset. */
  step: number;
  /** s. */
  time: number;
}

/** The recorded part of a run: the command `rewind` goes to any of its steps. @interface */
export type Timeline = Readonly<ReturnType<typeof timelineOf>>;

export function timelineOf({ recording, state, stepCount, replayCount, blowUp }: Run) {
  const { checkpoints, future, commandCount, bytes } = recording;
  const [start] = checkpoints;
  const first: Moment = { step: start.stepCount, time: start.state.time };
  const last: Moment = future ? { step: future.step, time: future.time } : { step: stepCount, time: state.time };
  return {
    /** The start of the recording. */
    first,
    /** The end of the recording; for a blow-up the step at which the detector found it, later than the step of the run. */
    last,
    /** The blow-up at its end, or null. */
    blowUp: future?.blowUp ?? null,
    /** True if the run is before the end of its recording: steps then repeat the recording. */
    past: future !== null && blowUp === null,
    /** Number of commands since the recording began. */
    commandCount,
    /** Number of commands that replay has applied again, and of checkpoints that it has restored. */
    replayCount,
    /** Size of the recording, bytes. */
    bytes,
    /** Largest size of the recording, bytes. */
    maxBytes: MEMORY,
  };
}

/**
 * Goes to a recorded step, to the bit: restores the newest checkpoint before it, and repeats the steps and commands since.
 * The recording after the step stays. A ledger that began on the way begins there again, else at the step itself.
 * @throws RangeError for a step that is not recorded
 */
export function rewind(run: Run, step: number): void {
  checkRecorded(run, step);
  const { recording, ledger } = run;
  const ledgerStart = ledger?.since;
  let ledgerIsLost = false;
  recording.future ??= { step: run.stepCount, time: run.state.time, blowUp: run.blowUp };
  const checkpoint = recording.checkpointBefore(step);
  // A step ahead may be nearer from the present step than from its checkpoint.
  if (run.blowUp || step < run.stepCount || checkpoint.stepCount > run.stepCount) {
    restoreCheckpoint(run, checkpoint);
    run.replayCount++;
    recording.stoppedHistory = null;
    recording.nextCommand = checkpoint.commandCount;
    ledgerIsLost = ledger?.restore(run.stepCount) === false;
  }
  replayCommands(run);
  while (run.stepCount < step && !run.blowUp) {
    stepWithReplay(run);
    if (!ledgerIsLost || run.state.time !== ledgerStart) continue;
    ledger?.reset();
    ledgerIsLost = false;
  }
  if (ledgerIsLost) ledger?.reset();
}

/** @throws RangeError for a step that is not recorded */
export function checkRecorded(run: Run, step: number): void {
  const { first, last } = timelineOf(run);
  if (Number.isInteger(step) && step >= first.step && step <= last.step) return;
  throw new RangeError(`rewind.step: ${quote(step)} is not a recorded step (${first.step}–${last.step})`);
}

/** One step of dt. Before the end of the recording, also the commands that were recorded at the new step. */
export function stepWithReplay(run: Run): void {
  advance(run);
  if (run.recording.future && !run.blowUp) replayCommands(run);
}

/** Applies the commands that were recorded at this step. At the end of the recording, recording continues. */
export function replayCommands(run: Run): void {
  const { recording } = run;
  const { future } = recording;
  for (;;) {
    const entry = recording.entry(recording.nextCommand);
    if (!entry || entry.stepCount > run.stepCount) break;
    const { command, result } = entry;
    recording.nextCommand++;
    run.replayCount++;
    if (result) {
      restoreCheckpoint(run, result);
      run.ledger?.addChange('parameters');
    } else run.reapply(run, command);
    if (run.blowUp) return;
  }
  if (!future || run.stepCount < future.step) return;
  // The detector may have found the blow-up before a command, which was then not recorded.
  if (future.blowUp) checkForBlowUp(run);
  if (!run.blowUp) recording.future = null;
}

/** Drops the recording after the present step: a new command changes what follows. */
export function truncateFuture(run: Run): void {
  const { recording } = run;
  recording.truncate(run.stepCount);
  const last = recording.checkpoints[recording.checkpoints.length - 1];
  if (last.stepCount < run.stepCount && run.checkedAt === run.stepCount) saveCheckpoint(run, last);
}

/** Repeats a recorded blow-up: same start, same commands, same bits. @interface */
export type Replay = NonNullable<ReturnType<typeof replayBlowUp>>;

/** Energy over its budget below which a replay may start. */
const QUIET_RATIO = 2;
/** Number of checkpoints that are searched for a quiet one. */
const SEARCHED = 64;
/** Steps after the one at which the detector found the blow-up. */
const STEPS_AFTER = 16;
/** Largest size of the shown scene over its size at the start: beyond it there is nothing to see, and drawing is slow. */
export const SPREAD = 4;

/** @param run a run at a blow-up; commands since then are no part of the replay */
export function replayBlowUp(run: Run) {
  if (!run.blowUp) return null;
  const start = lastQuietCheckpoint(run);
  const again = rerunFrom(run, start);
  replayCommands(again);
  const to = run.blowUp.step;
  const largest = SPREAD * diagonal(start.state, start.pinned.length);

  return {
    /** The first step. */
    from: start.stepCount,
    /** The step at which the detector found the blow-up. The replay may end before that step, or a little later. */
    to,
    /** Present positions and velocities. */
    get state() {
      return again.state;
    },
    /** Present step, counted as in the recording. */
    get stepCount() {
      return again.stepCount;
    },
    /** Advances by at most `count` steps. False at the end: `state` is then not fit to be shown. */
    step(count: number) {
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
