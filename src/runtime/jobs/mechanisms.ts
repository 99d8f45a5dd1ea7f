import { createSimulation, type SceneFile } from '../../physics';
import type { Progress } from '../../physics/analysis/sliced-work';
import type { Precision } from '../../physics/model/arena';
import { type Mechanisms, mechanismsInSlices } from '../../physics/statics/classify-mechanisms';

/**
 * Finds the zero-stiffness motions of a scene.
 * @throws SceneError for a bad scene
 */
export function* mechanisms(
  scene: SceneFile,
  { precision }: { precision: Precision },
): Generator<Progress<null>, Mechanisms, void> {
  const { world, state } = createSimulation({ scene, precision });
  const work = mechanismsInSlices(world, state);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    yield { done: value, partial: null };
  }
}
