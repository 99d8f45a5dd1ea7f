import type { State } from '../../model/model';
import { isFiniteState } from '../../model/state';
import type { World } from '../../world/world';
import { isAcross, movingAxes } from '../stability/scaled-derivatives';
import { findModes, type Mode } from './modes';

/** Largest number of searched modes: the first ones may have ω = 0, such as those of a flat net out of its plane. */
const MAX_MODES = 20;

/**
 * The slowest mode with ω > 0 about a state, of those along which something moves; null if none of the first modes has ω > 0, if one is
 * unstable, as in most moving cloths, or if the state is not finite.
 */
export function findSlowestMode(world: World, state: State): Mode | null {
  if (!isFiniteState(state)) return null;
  const axes = movingAxes(world, state);
  for (const count of [1, MAX_MODES]) {
    const lowest = findModes(world, state, { count, from: 'low' });
    if (lowest.some(({ growthRate }) => growthRate > 0)) return null;
    const found = lowest.find(({ omega, shape }) => omega > 0 && !isAcross(shape, axes));
    if (found) return found;
  }
  return null;
}
