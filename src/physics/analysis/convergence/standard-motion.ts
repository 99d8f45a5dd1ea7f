/** The motion that studies of methods run: the same in the page and in Node. */

import type { SceneFile } from '../../scenes/file/scene-file';
import { createSimulation } from '../../simulation';

/** Moves the scene after its throw: no step is too long for it. */
const METHOD = 'implicit-euler';
/** s. */
const STEP = 1 / 240;

/**
 * The scene with the standard throw added to its present motion: at rest, every method has the same error, that of rounding.
 * @param after s; the time that has passed since the throw. Just after it the springs have hardly changed, and errors are small still.
 */
export function thrown(scene: SceneFile, after = 0): SceneFile {
  const simulation = createSimulation({ scene });
  simulation.apply({ type: 'throw' });
  if (after === 0) return simulation.save();
  const { integrator, params } = simulation;
  simulation.apply({ type: 'integrator', id: METHOD });
  simulation.apply({ type: 'set', key: 'dt', value: STEP });
  simulation.step(Math.round(after / STEP));
  simulation.apply({ type: 'integrator', id: integrator });
  simulation.apply({ type: 'set', key: 'dt', value: params.dt });
  return simulation.save();
}
