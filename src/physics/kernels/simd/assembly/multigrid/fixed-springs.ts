import { BELOW, FALLING, FAR, FAR_BELOW, offsetOf, RIGHT, RISING } from './blocks';
import { at, Level } from './level';
import { Net } from './net';
import { addressOf, addToCoarse } from './node-blocks';

/** Adds the block of each spring with one fixed end to the node blocks of the coarse nodes that its free end is interpolated
 *  from, with their weights: a fixed end contributes 0 to the stretch. */
export function addFixedSprings(coarse: Level, fine: Level, net: Net): void {
  for (let c = 0; c < net.filteredCount; c++) {
    const particle = load<i32>(net.filtered + (c << 2));
    const i = particle % fine.columns;
    const j = particle / fine.columns;
    if (isFree(fine, net, i, j)) continue;
    addSpring(coarse, fine, net, RIGHT, i, j, i + 1, j);
    addSpring(coarse, fine, net, RIGHT, i - 1, j, i - 1, j);
    addSpring(coarse, fine, net, BELOW, i, j, i, j + 1);
    addSpring(coarse, fine, net, BELOW, i, j - 1, i, j - 1);
    addSpring(coarse, fine, net, FALLING, i, j, i + 1, j + 1);
    addSpring(coarse, fine, net, FALLING, i - 1, j - 1, i - 1, j - 1);
    addSpring(coarse, fine, net, RISING, i - 1, j, i - 1, j + 1);
    addSpring(coarse, fine, net, RISING, i, j - 1, i + 1, j - 1);
    addSpring(coarse, fine, net, FAR, i, j, i + 2, j);
    addSpring(coarse, fine, net, FAR, i - 2, j, i - 2, j);
    addSpring(coarse, fine, net, FAR_BELOW, i, j, i, j + 2);
    addSpring(coarse, fine, net, FAR_BELOW, i, j - 2, i, j - 2);
  }
}

@inline
export function isFree(fine: Level, net: Net, i: i32, j: i32): bool {
  return load<f32>(at(net.free, fine.row, j) + (i << 2)) !== 0;
}

/** The spring of node (column, row) at a place, with its free end at (i, j); ignored if one of them is outside the net. */
function addSpring(coarse: Level, fine: Level, net: Net, spring: usize, column: i32, row: i32, i: i32, j: i32): void {
  if (column < 0 || row < 0 || i < 0 || j < 0 || i >= fine.columns || j >= fine.rows) return;
  if (!isFree(fine, net, i, j)) return;
  const b = addressOf(fine, column, row) + offsetOf(true, spring);
  addToCoarse(coarse, i, j, 1, load<f32>(b), load<f32>(b, 16), load<f32>(b, 32), load<f32>(b, 48));
}
