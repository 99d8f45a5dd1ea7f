/** Saves a run as it is, and restores it, also after its particles were replaced. */
import { createControl, moveHands, setControl } from '../model/model';
import { createCheckpoint } from './checkpoint';
import type { SavedRun } from './history';
import { createRecording } from './recording';
import type { Run } from './run';
import { memorySize, restoreCheckpoint, saveCheckpoint, writeCheckpoint } from './save-checkpoint';
import { createSceneInstance, updateInverseMasses } from './scene-instance';

export function saveRun(run: Run): SavedRun {
  const { name, definition, source, loadNumber, initial, coefficients, model, settings } = run;
  const checkpoint = createCheckpoint(model, settings.precision, memorySize(run));
  writeCheckpoint(run, checkpoint);
  return { name, definition, source, loadNumber, initial, coefficients: { ...coefficients }, checkpoint };
}

/** Bytes of a saved run. */
export function sizeOfSaved({ checkpoint: { state, pinned, cut, memory } }: SavedRun): number {
  return 2 * state.positions.byteLength + pinned.length + cut.length + memory.byteLength;
}

/**
 * Restores a saved run, to the bit. Only grab, push and playback speed stay. If time or particles change, a new recording begins.
 */
export function restoreRun(run: Run, saved: SavedRun): void {
  const { name, definition, source, loadNumber, initial, coefficients, checkpoint } = saved;
  const { settings } = checkpoint;
  const { stepCount, editCount } = run;
  const { time } = run.state;
  const sameParticles = run.initial === initial && run.settings.precision === settings.precision;
  const sameTime = stepCount === checkpoint.stepCount && time === checkpoint.state.time;
  const present = createControl();
  setControl(present, run.control);
  if (!sameParticles) for (const hand of present.hands) hand.held = -1;

  if (run.blowUp) run.recording.truncate(stepCount);
  if (!sameParticles) {
    Object.assign(run, createSceneInstance(initial, coefficients.at, { settings, control: createControl() }));
    Object.assign(run.coefficients, coefficients);
  }
  restoreCheckpoint(run, checkpoint);
  Object.assign(run, { name, definition, source, loadNumber, editCount });
  moveHands(present, (i) => (i < run.model.particleCount ? i : -1));
  setControl(run.control, present);
  updateInverseMasses(run.world);
  if (sameParticles && sameTime) return;
  run.recording = createRecording(run.model, settings.precision);
  saveCheckpoint(run);
  if (!sameTime) run.ledger?.clear();
}
