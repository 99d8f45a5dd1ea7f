import type { SceneFile } from '../../physics';
import type { Progress } from '../../physics/analysis/sliced-work';
import { mapSlices } from '../../physics/slices';
import { type Mechanisms, mechanismsInSlices } from '../../physics/statics/classify-mechanisms';
import { type HeldArgs, openHeld } from './open-held';

/**
 * Finds the zero-stiffness motions of a scene.
 * @throws SceneError for a bad scene
 */
export function mechanisms(scene: SceneFile, args: HeldArgs): Generator<Progress<null>, Mechanisms, void> {
  const { world, state } = openHeld(scene, args);
  return mapSlices(mechanismsInSlices(world, state), (done) => ({ done, partial: null }));
}
