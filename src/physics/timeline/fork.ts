import { setCuts } from '../model/cuts';
import type { Control } from '../model/model';
import type { Run } from '../run/run';
import { saveCheckpoint } from '../run/save-checkpoint';
import { createSceneInstance, memoriesOf, refreshSceneInstance, type SceneInstance } from '../run/scene-instance';

/**
 * A run of its own that goes on from where this one is: the same steps and commands bring it to the same bits, and what
 * happens to the one is nothing to the other. Its books are not kept, and it goes back to no copy that was made before.
 */
export function fork(run: Run): Run {
  const control: Control = {
    held: run.control.held,
    target: run.control.target.slice(),
    push: run.control.push.slice(),
  };
  const copy: Run = { ...run, instance: copyStage(run, control), control, report: { ...run.report }, ledger: null };
  saveCheckpoint(copy, true, 0);
  return copy;
}

function copyStage(run: Run, control: Control): SceneInstance {
  const { instance } = run;
  const { home, material, model, state, world } = instance;
  const copy = createSceneInstance(home, material.at, { ...run, control }, world.environment);
  Object.assign(copy.material, material);
  copy.model.pinned.set(model.pinned);
  setCuts(copy.model, model.cut);
  copy.kept.clear();
  for (const [i, velocity] of instance.kept) copy.kept.set(i, [...velocity]);
  refreshSceneInstance(copy);
  copy.state.positions.set(state.positions);
  copy.state.velocities.set(state.velocities);
  copy.state.time = state.time;
  const memories = memoriesOf(copy);
  memoriesOf(instance).forEach((memory, i) => {
    memories[i].set(memory);
  });
  copy.watch.restart(copy.state);
  Object.assign(copy.watch.memory, instance.watch.memory);
  return copy;
}
