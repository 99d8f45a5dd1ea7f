import type { State } from '../../model/model';
import { isFiniteState } from '../../model/state';
import type { World } from '../../world/world';
import { findModes, type Mode } from './modes';

/** Modes without resistance that are skipped, such as those of a flat net out of its plane. */
const SKIPPED = 20;

/** The slowest mode about a state that a force resists; null if there is none among the slowest, or the state is not finite. */
export function findSlowestMode(world: World, state: State): Mode | null {
  if (!isFiniteState(state)) return null;
  for (const count of [1, SKIPPED]) {
    const found = findModes(world, state, { count, from: 'low' }).find(({ omega }) => omega > 0);
    if (found) return found;
  }
  return null;
}
