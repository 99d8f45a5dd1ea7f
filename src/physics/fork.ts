import { setCuts } from './cuts';
import { keepCopy } from './keep-copy';
import type { Control } from './model';
import type { Run } from './run';
import { createStage, memoriesOf, refreshStage, type Stage } from './stage';

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
  const copy: Run = { ...run, stage: copyStage(run, control), control, report: { ...run.report }, ledger: null };
  keepCopy(copy, true, 0);
  return copy;
}

function copyStage(run: Run, control: Control): Stage {
  const { stage } = run;
  const { home, material, model, state, world } = stage;
  const copy = createStage(home, material.at, { ...run, control }, world.scenery);
  Object.assign(copy.material, material);
  copy.model.pinned.set(model.pinned);
  setCuts(copy.model, model.cut);
  copy.kept.clear();
  for (const [i, velocity] of stage.kept) copy.kept.set(i, [...velocity]);
  refreshStage(copy);
  copy.state.positions.set(state.positions);
  copy.state.velocities.set(state.velocities);
  copy.state.time = state.time;
  const memories = memoriesOf(copy);
  memoriesOf(stage).forEach((memory, i) => {
    memories[i].set(memory);
  });
  copy.watch.restart(copy.state);
  Object.assign(copy.watch.memory, stage.watch.memory);
  return copy;
}
