import { setCuts } from '../model/cuts';
import type { Checkpoint } from './checkpoint';
import type { Run } from './run';
import { memoriesOf, refreshSceneInstance, type SceneInstance, useIntegrator } from './scene-instance';

/**
 * Copies the run as it stands into its record.
 * @param leap whether a command led here that can't be done again
 */
export function saveCheckpoint(run: Run, calm: boolean, strain: number, leap = false): Checkpoint {
  run.ledger?.keep(run.stepCount);
  const { instance, control } = run;
  const { state, model, material, world, kept, watch, recording } = instance;
  const memories = memoriesOf(instance);
  let size = 0;
  for (const memory of memories) size += memory.length;
  const copy = recording.add(run.stepCount, size, leap);
  copy.state.positions.set(state.positions);
  copy.state.velocities.set(state.velocities);
  copy.state.time = state.time;
  copy.origin = run.origin;
  copy.params = run.params;
  copy.integrator = run.integrator;
  copy.preconditioner = run.preconditioner;
  copy.held = control.held;
  copy.target.set(control.target);
  copy.push.set(control.push);
  copy.environment = world.environment;
  copy.masses = material.masses;
  copy.pinned.set(model.pinned);
  copy.cut.set(model.cut);
  copy.kept = [...kept];
  let at = 0;
  for (const memory of memories) {
    copy.memory.set(memory, at);
    at += memory.length;
  }
  Object.assign(copy.watch, watch.memory);
  Object.assign(copy.report, run.report);
  copy.equilibrium = run.equilibrium;
  copy.edits = run.edits;
  copy.calm = calm;
  copy.strain = strain;
  return copy;
}

/** Makes a run of the same scene what it was when the copy was made; `speed` is the watcher's, and stays. */
export function restoreCheckpoint(run: Run, copy: Checkpoint): void {
  const { instance, control } = run;
  const { model, world, kept, material } = instance;
  run.params = { ...copy.params, speed: run.params.speed };
  world.params = run.params;
  control.held = copy.held;
  control.target.set(copy.target);
  control.push.set(copy.push);
  if (world.environment !== copy.environment) world.furnish(copy.environment);
  material.masses = copy.masses;
  model.pinned.set(copy.pinned);
  kept.clear();
  for (const [particle, velocity] of copy.kept) kept.set(particle, velocity);
  run.integrator = copy.integrator;
  run.preconditioner = copy.preconditioner;
  run.report = { ...copy.report };
  run.equilibrium = copy.equilibrium;
  run.edits = copy.edits;
  run.blowUp = null;
  restoreState(run, copy);
  remember(instance, copy);
  instance.watch.restart(instance.state);
  Object.assign(instance.watch.memory, copy.watch);
}

/** State, cuts and time of a copy; parameters, method and hand stay what they are. */
export function restoreState(run: Run, { state: copy, stepCount, origin, params, cut }: Checkpoint): void {
  const { state, model } = run.instance;
  state.positions.set(copy.positions);
  state.velocities.set(copy.velocities);
  state.time = copy.time;
  setCuts(model, cut);
  refreshSceneInstance(run.instance);
  run.stepCount = run.checkedAt = stepCount;
  run.origin = params.dt === run.params.dt ? origin : { time: copy.time, step: stepCount };
  useIntegrator(run.instance, run);
}

/** What has come to the world since the copy was made has nothing to remember yet. */
function remember(stage: SceneInstance, { memory: copy }: Checkpoint): void {
  let at = 0;
  for (const memory of memoriesOf(stage)) {
    memory.fill(0);
    memory.set(copy.subarray(at, at + memory.length));
    at += memory.length;
  }
}
