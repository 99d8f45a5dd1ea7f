import { at, G, GROUND, Level, V } from './level';
import { Net } from './net';
import * as NET from './net-product';

/** A spring with one end that can't move is one to the ground for the other: it goes to the ground of the coarse nodes that
 *  the free end is interpolated from, by their weights. */
export function addFixedSprings(coarse: Level, fine: Level, net: Net): void {
  for (let c = 0; c < net.filteredCount; c++) {
    const particle = load<i32>(net.filtered + (c << 2));
    const i = particle % fine.columns;
    const j = particle / fine.columns;
    if (isFree(fine, net, i, j)) continue;
    spread(coarse, fine, net, NET.RIGHT, i, j, i + 1, j);
    spread(coarse, fine, net, NET.RIGHT, i - 1, j, i - 1, j);
    spread(coarse, fine, net, NET.BELOW, i, j, i, j + 1);
    spread(coarse, fine, net, NET.BELOW, i, j - 1, i, j - 1);
    spread(coarse, fine, net, NET.FALLING, i, j, i + 1, j + 1);
    spread(coarse, fine, net, NET.FALLING, i - 1, j - 1, i - 1, j - 1);
    spread(coarse, fine, net, NET.RISING, i - 1, j, i - 1, j + 1);
    spread(coarse, fine, net, NET.RISING, i, j - 1, i + 1, j - 1);
    spread(coarse, fine, net, NET.FAR, i, j, i + 2, j);
    spread(coarse, fine, net, NET.FAR, i - 2, j, i - 2, j);
    spread(coarse, fine, net, NET.FAR_BELOW, i, j, i, j + 2);
    spread(coarse, fine, net, NET.FAR_BELOW, i, j - 2, i, j - 2);
  }
}

@inline
function isFree(fine: Level, net: Net, i: i32, j: i32): bool {
  return load<f32>(at(net.free, fine.row, j) + (i << 2)) !== 0;
}

/** The spring of one kind that sets out at (column, row), with its free end at (i, j): if there are both. */
function spread(coarse: Level, fine: Level, net: Net, spring: usize, column: i32, row: i32, i: i32, j: i32): void {
  if (column < 0 || row < 0 || i < 0 || j < 0 || i >= fine.columns || j >= fine.rows) return;
  if (!isFree(fine, net, i, j)) return;
  const from = place(fine, column, row) + spring;
  const shared = (1 + (i & 1)) * (1 + (j & 1));
  for (let J = j >> 1; J <= (j + 1) >> 1; J++) {
    for (let I = i >> 1; I <= (i + 1) >> 1; I++) {
      addBlock(place(coarse, I, J) + GROUND, (1 as f32) / (shared as f32), from);
    }
  }
}

/** Of a node among the coefficients. */
@inline
function place(level: Level, column: i32, row: i32): usize {
  return level.coefficients + ((row * level.groups + (column >> 2)) as usize) * G + ((column & 3) << 2);
}

/** The block at `to` gains w wᵀ + β I by weight. */
function addBlock(to: usize, weight: f32, spring: usize): void {
  let e: usize = 0;
  for (let p: usize = 0; p < 3; p++) {
    for (let q = p; q < 3; q++, e++) {
      const beta = p === q ? load<f32>(spring, 48) : 0;
      const entry = load<f32>(spring + V * p) * load<f32>(spring + V * q) + beta;
      store<f32>(to + V * e, load<f32>(to + V * e) + weight * entry);
    }
  }
}
