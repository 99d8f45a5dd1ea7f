import type { BlowUpCheck } from '../blow-up/blow-up-detector';
import { setCuts } from '../model/cuts';
import { createControl, moveHands, setControl } from '../model/model';
import { type Checkpoint, createCheckpoint, type SavedRun } from './checkpoint';
import { createRecording } from './recording';
import type { Run } from './run';
import {
  changeSettings,
  createSceneInstance,
  memoriesOf,
  refreshInstance,
  resetIntegrator,
  updateInverseMasses,
} from './run';
import { restoreSlits } from './slits';

/** The rating of a state without a check: a run may return to it. */
export const GOOD = { isGood: true, energyRatio: 0 };

/** Adds a copy of the run to its recording. @param isJumpResult true after a command that replay does not apply again */
export function saveCheckpoint(
  run: Run,
  { isGood, energyRatio }: Omit<BlowUpCheck, 'cause'> = GOOD,
  isJumpResult = false,
): Checkpoint {
  run.ledger?.save(run.stepCount);
  const checkpoint = run.recording.addCheckpoint(run.stepCount, memorySize(run), isJumpResult);
  writeCheckpoint(run, checkpoint);
  checkpoint.isGood = isGood;
  checkpoint.energyRatio = energyRatio;
  return checkpoint;
}

/** Length of `Checkpoint.memory`. */
export function memorySize(run: Run): number {
  return memoriesOf(run).reduce((sum, { length }) => sum + length, 0);
}

/** Copies the run into a checkpoint of its size. */
export function writeCheckpoint(run: Run, checkpoint: Checkpoint): void {
  const { state, model, control } = run;
  checkpoint.stepCount = run.stepCount;
  checkpoint.state.positions.set(state.positions);
  checkpoint.state.velocities.set(state.velocities);
  checkpoint.state.time = state.time;
  checkpoint.timeOrigin = run.timeOrigin;
  checkpoint.settings = run.settings;
  checkpoint.slits = run.slits;
  setControl(checkpoint, control);
  checkpoint.masses = run.coefficients.masses;
  checkpoint.pinned.set(model.pinned);
  // Zeros over zeros would take physical memory for an array that nothing has written to.
  if (model.cuts.count > 0 || checkpoint.cut.includes(1)) checkpoint.cut.set(model.cut);
  checkpoint.velocitiesWhenFreed = [...run.velocitiesWhenFreed];
  let at = 0;
  for (const memory of memoriesOf(run)) {
    checkpoint.memory.set(memory, at);
    at += memory.length;
  }
  Object.assign(checkpoint.detectorMemory, run.detector.memory);
  Object.assign(checkpoint.report, run.report);
  checkpoint.equilibrium = run.equilibrium;
  checkpoint.editCount = run.editCount;
}

/** Restores a run of the same scene from a checkpoint. Only the playback speed stays. */
export function restoreCheckpoint(run: Run, checkpoint: Checkpoint): void {
  const { settings } = checkpoint;
  const restored = { ...settings, params: { ...settings.params, speed: run.settings.params.speed } };
  if (checkpoint.slits !== run.slits) restoreSlits(run, checkpoint.slits, restored);
  changeSettings(run, restored);
  const { model, control, velocitiesWhenFreed } = run;
  setControl(control, checkpoint);
  run.coefficients.masses = checkpoint.masses;
  model.pinned.set(checkpoint.pinned);
  velocitiesWhenFreed.clear();
  for (const [particle, velocity] of checkpoint.velocitiesWhenFreed) velocitiesWhenFreed.set(particle, velocity);
  run.report = { ...checkpoint.report };
  run.equilibrium = checkpoint.equilibrium;
  run.editCount = checkpoint.editCount;
  run.blowUp = null;
  restoreState(run, checkpoint);
  restoreMemories(run, checkpoint);
  run.detector.restart(run.state, checkpoint.detectorMemory);
}

/** Restores state, cuts and time; settings and grab stay as they are. */
export function restoreState(
  run: Run,
  { state, stepCount, timeOrigin, settings, slits, masses, cut }: Checkpoint,
): void {
  if (slits !== run.slits) restoreSlits(run, slits, run.settings);
  run.coefficients.masses = masses;
  run.state.positions.set(state.positions);
  run.state.velocities.set(state.velocities);
  run.state.time = state.time;
  setCuts(run.model, cut);
  refreshInstance(run);
  run.stepCount = run.checkedAt = stepCount;
  const sameDt = settings.params.dt === run.settings.params.dt;
  run.timeOrigin = sameDt ? timeOrigin : { time: state.time, step: stepCount };
  resetIntegrator(run);
}

function restoreMemories(run: Run, { memory: saved }: Checkpoint): void {
  run.movingOrigin.isAway = false;
  run.movingOrigin.isAway = saved.length > memorySize(run);
  let at = 0;
  for (const memory of memoriesOf(run)) {
    memory.fill(0);
    memory.set(saved.subarray(at, at + memory.length));
    at += memory.length;
  }
}

// A whole run as it is, which can be restored also after its particles were replaced.

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
