/** Saves a run as it is, and restores it, also after its particles were replaced. */
import type { Control } from '../model/model';
import { createCheckpoint } from './checkpoint';
import type { SavedRun } from './history';
import { createRecording } from './recording';
import type { Run } from './run';
import { memorySize, restoreCheckpoint, saveCheckpoint, writeCheckpoint } from './save-checkpoint';
import { createSceneInstance, updateInverseMasses } from './scene-instance';

export function saveRun(run: Run): SavedRun {
  const { name, definition, source, loadNumber, initial, material, model, settings } = run;
  const checkpoint = createCheckpoint(model, settings.precision, memorySize(run));
  writeCheckpoint(run, checkpoint);
  return { name, definition, source, loadNumber, initial, material: { ...material }, checkpoint };
}

/** Bytes of a saved run. */
export function sizeOfSaved({ checkpoint: { state, pinned, cut, memory } }: SavedRun): number {
  return 2 * state.positions.byteLength + pinned.length + cut.length + memory.byteLength;
}

/**
 * Restores a saved run, to the bit. Only grab, push and playback speed stay. If time or particles change, a new recording begins.
 */
export function restoreRun(run: Run, saved: SavedRun): void {
  const { name, definition, source, loadNumber, initial, material, checkpoint } = saved;
  const { settings } = checkpoint;
  const { stepCount, editCount } = run;
  const { time } = run.state;
  const sameParticles = run.initial === initial && run.settings.precision === settings.precision;
  const sameTime = stepCount === checkpoint.stepCount && time === checkpoint.state.time;
  const held = sameParticles ? run.control.held : -1;
  const [target, push] = [run.control.target.slice(), run.control.push.slice()];

  if (run.blowUp) run.recording.truncate(stepCount);
  if (!sameParticles) {
    const control: Control = { held, target: new Float64Array(3), push: new Float64Array(3) };
    Object.assign(run, createSceneInstance(initial, material.at, { settings, control }));
    Object.assign(run.material, material);
  }
  restoreCheckpoint(run, checkpoint);
  Object.assign(run, { name, definition, source, loadNumber, editCount });
  run.control.held = held < run.model.particleCount ? held : -1;
  run.control.target.set(target);
  run.control.push.set(push);
  updateInverseMasses(run.world);
  if (sameParticles && sameTime) return;
  run.recording = createRecording(run.model, settings.precision);
  saveCheckpoint(run);
  if (!sameTime) run.ledger?.clear();
}
