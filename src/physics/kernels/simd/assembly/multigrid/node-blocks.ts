import { G, Level, NODE_BLOCK } from './level';

// Blocks of single nodes.

/** Adds weight · (w wᵀ + β I) of fine node (i, j) to the coarse nodes that it is interpolated from, with their weights. */
export function addToCoarse(coarse: Level, i: i32, j: i32, weight: f32, x: f32, y: f32, z: f32, beta: f32): void {
  const shared = (1 + (i & 1)) * (1 + (j & 1));
  for (let J = j >> 1; J <= (j + 1) >> 1; J++) {
    for (let I = i >> 1; I <= (i + 1) >> 1; I++) {
      addBlock(addressOf(coarse, I, J) + NODE_BLOCK, weight / (shared as f32), x, y, z, beta);
    }
  }
}

/** The coefficients of a node. */
@inline
export function addressOf(level: Level, column: i32, row: i32): usize {
  return level.coefficients + ((row * level.groups + (column >> 2)) as usize) * G + ((column & 3) << 2);
}

/** Block at `to` += weight · (w wᵀ + β I), w = (x, y, z). */
export function addBlock(to: usize, weight: f32, x: f32, y: f32, z: f32, beta: f32): void {
  store<f32>(to, load<f32>(to) + weight * (x * x + beta));
  store<f32>(to, load<f32>(to, 16) + weight * (x * y), 16);
  store<f32>(to, load<f32>(to, 32) + weight * (x * z), 32);
  store<f32>(to, load<f32>(to, 48) + weight * (y * y + beta), 48);
  store<f32>(to, load<f32>(to, 64) + weight * (y * z), 64);
  store<f32>(to, load<f32>(to, 80) + weight * (z * z + beta), 80);
}
