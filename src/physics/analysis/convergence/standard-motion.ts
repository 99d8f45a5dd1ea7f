/** The motion that studies of methods run: the same in the page and in Node. */
import { createSimulation } from '../../create-simulation';
import type { SceneFile } from '../../scenes/file/scene-file';

/** The scene with the standard throw added to its present motion: at rest, every method has the same error, that of rounding. */
export function thrown(scene: SceneFile): SceneFile {
  const simulation = createSimulation({ scene });
  simulation.apply({ type: 'throw' });
  return simulation.save();
}
