import type { SceneFile } from '../../physics';
import type { Progress } from '../../physics/analysis/sliced-work';
import { mapSlices } from '../../physics/slices';
import { roundingOf, searchEquilibrium } from '../../physics/statics/equilibrium/equilibrium';
import { createSearch } from '../../physics/statics/equilibrium/search';
import type { Settling } from '../../physics/statics/equilibrium/settle-search';
import { type HeldArgs, openHeld } from './open-held';

/** Result of a search for equilibrium. */
export interface EquilibriumFound extends Settling {
  /** 4n; m; the place of every particle at rest; null if none was found. */
  positions: Float64Array | null;
  /** N; net force that rounding of the positions in the precision of the run may leave. */
  rounding: number;
}

/**
 * Searches for the equilibrium of a scene. How much is left is not known: `done` is always 0.
 * @throws SceneError for a bad scene
 */
export function* equilibrium(scene: SceneFile, args: HeldArgs): Generator<Progress<Settling>, EquilibriumFound, void> {
  const { world, state } = openHeld(scene, args);
  const search = createSearch(world, state);
  const work = mapSlices(searchEquilibrium(world, search), (partial) => ({ done: 0, partial: { ...partial } }));
  const { counts, found } = yield* work;
  world.linearize(search.net.still);
  const rounding = roundingOf(search, args.precision === 'single');
  return { ...counts, positions: found ? search.x : null, rounding };
}
