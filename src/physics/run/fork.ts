import { setCuts } from '../model/cuts';
import { createControl, setControl } from '../model/model';
import type { Run } from './run';
import { saveCheckpoint } from './save-checkpoint';
import { createSceneInstance, memoriesOf, refreshInstance, type SceneInstance } from './scene-instance';

/**
 * An independent copy of a run: the same steps and commands give the same bits. It has no ledger, and its recording begins
 * at the present step.
 */
export function fork(run: Run): Run {
  const copy: Run = { ...run, ...copyInstance(run), report: { ...run.report }, ledger: null };
  saveCheckpoint(copy);
  return copy;
}

function copyInstance(run: Run): SceneInstance {
  const { initial, present, slits, coefficients, model, state, settings } = run;
  const control = createControl();
  setControl(control, run.control);
  const copy = createSceneInstance(present, coefficients.at, { settings, control, initial, slits });
  Object.assign(copy.coefficients, coefficients);
  copy.model.pinned.set(model.pinned);
  setCuts(copy.model, model.cut);
  copy.velocitiesWhenFreed.clear();
  for (const [i, velocity] of run.velocitiesWhenFreed) copy.velocitiesWhenFreed.set(i, [...velocity]);
  refreshInstance(copy);
  copy.state.positions.set(state.positions);
  copy.state.velocities.set(state.velocities);
  copy.state.time = state.time;
  copy.movingOrigin.isAway = run.movingOrigin.isAway;
  const memories = memoriesOf(copy);
  memoriesOf(run).forEach((memory, i) => {
    memories[i].set(memory);
  });
  copy.detector.restart(copy.state, run.detector.memory);
  return copy;
}
