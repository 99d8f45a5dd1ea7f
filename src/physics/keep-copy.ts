import type { Copy } from './copy';
import { setCuts } from './cuts';
import type { Run } from './run';
import { memoriesOf, refreshStage, type Stage, useIntegrator } from './stage';

/**
 * Copies the run as it stands into its record.
 * @param leap whether a command led here that can't be done again
 */
export function keepCopy(run: Run, calm: boolean, strain: number, leap = false): Copy {
  run.ledger?.keep(run.stepCount);
  const { stage, control } = run;
  const { state, model, material, world, kept, watch, recording } = stage;
  const memories = memoriesOf(stage);
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
  copy.scenery = world.scenery;
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
export function putBack(run: Run, copy: Copy): void {
  const { stage, control } = run;
  const { model, world, kept, material } = stage;
  run.params = { ...copy.params, speed: run.params.speed };
  world.params = run.params;
  control.held = copy.held;
  control.target.set(copy.target);
  control.push.set(copy.push);
  if (world.scenery !== copy.scenery) world.furnish(copy.scenery);
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
  putBackState(run, copy);
  remember(stage, copy);
  stage.watch.restart(stage.state);
  Object.assign(stage.watch.memory, copy.watch);
}

/** State, cuts and time of a copy; parameters, method and hand stay what they are. */
export function putBackState(run: Run, { state: copy, stepCount, origin, params, cut }: Copy): void {
  const { state, model } = run.stage;
  state.positions.set(copy.positions);
  state.velocities.set(copy.velocities);
  state.time = copy.time;
  setCuts(model, cut);
  refreshStage(run.stage);
  run.stepCount = run.checkedAt = stepCount;
  run.origin = params.dt === run.params.dt ? origin : { time: copy.time, step: stepCount };
  useIntegrator(run.stage, run);
}

/** What has come to the world since the copy was made has nothing to remember yet. */
function remember(stage: Stage, { memory: copy }: Copy): void {
  let at = 0;
  for (const memory of memoriesOf(stage)) {
    memory.fill(0);
    memory.set(copy.subarray(at, at + memory.length));
    at += memory.length;
  }
}
