/** Jobs about a run as it is held: what its forces leave at rest. */
import { type Command, createSimulation, type SceneFile, type Simulation } from '../../physics';
import type { Precision } from '../../physics/model/arena';
import type { Progress } from '../../physics/slices';
import { mapSlices } from '../../physics/slices';
import { type Mechanisms, mechanismsInSlices } from '../../physics/statics/classify-mechanisms';
import { roundingOf, searchEquilibrium } from '../../physics/statics/equilibrium/equilibrium';
import { createSearch } from '../../physics/statics/equilibrium/search';
import type { Settling } from '../../physics/statics/equilibrium/settle-search';

/** What a scene file does not have. */
interface HeldArgs {
  precision: Precision;
  /** Commands of the grab and of the push. */
  hand: readonly Command[];
}

/** @throws SceneError for a bad scene, RangeError for a bad command */
function openHeld(scene: SceneFile, { precision, hand }: HeldArgs): Simulation {
  const simulation = createSimulation({ scene, precision });
  for (const command of hand) simulation.apply(command);
  return simulation;
}

/** Result of a search for equilibrium. */
export interface EquilibriumFound extends Settling {
  /** 4n; m; the place of every particle at rest; null if none was found. */
  positions: Float64Array | null;
  /** N; net force that rounding of the positions in the precision of the run may leave. */
  rounding: number;
  /** As in `Equilibrium`. */
  unstable: number;
}

/** Searches for the equilibrium of a scene. How much is left is not known: `done` is always 0. */
export function* equilibrium(scene: SceneFile, args: HeldArgs): Generator<Progress<Settling>, EquilibriumFound, void> {
  const { world, state } = openHeld(scene, args);
  const search = createSearch(world, state);
  const work = mapSlices(searchEquilibrium(world, search), (partial) => ({ done: 0, partial: { ...partial } }));
  const { counts, found, unstable } = yield* work;
  world.linearize(search.net.still);
  const rounding = roundingOf(search, args.precision === 'single');
  return { ...counts, positions: found ? search.x : null, rounding, unstable };
}

/** Finds the zero-stiffness motions of a scene. */
export function mechanisms(scene: SceneFile, args: HeldArgs): Generator<Progress<null>, Mechanisms, void> {
  const { world, state } = openHeld(scene, args);
  return mapSlices(mechanismsInSlices(world, state), (done) => ({ done, partial: null }));
}
