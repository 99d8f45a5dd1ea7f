import { dot3 } from '../arithmetic';
import { V, G, Level, NODE_BLOCK } from './level';

// The blocks B of the springs of the net, and of the edges of a coarse level, for a group of four nodes. A spring of the net is
// stored as w_x, w_y, w_z, β with B = w wᵀ + β I; a coarse edge as B itself: xx, xy, xz, yy, yz, zz. Each number is a vector of
// four f32. `isNet` is a constant in every call: the functions are inlined, and the other case vanishes.

/** Places: to the right, below, below right, from the right neighbour to the node below; of the net also two right, two below. */
export const RIGHT: usize = 0;
export const BELOW: usize = 1;
export const FALLING: usize = 2;
export const RISING: usize = 3;
export const FAR: usize = 4;
export const FAR_BELOW: usize = 5;

/** The offset of a place in the coefficients of a group, bytes. */
@inline
export function offsetOf(isNet: bool, place: usize): usize {
  return isNet ? place * 4 * V : place * 6 * V;
}

/** Entry (p, q) of B, which is number e; `unit` is the entry of I. */
@inline
export function entry(isNet: bool, b: usize, p: usize, q: usize, e: usize, unit: v128): v128 {
  if (!isNet) return v128.load(b + V * e);
  const product = f32x4.mul(v128.load(b + V * p), v128.load(b + V * q));
  return f32x4.add(product, f32x4.mul(unit, v128.load(b, 48)));
}

/** t = w·q on the net, for `pull`. */
@inline
export function along(isNet: bool, b: usize, qx: v128, qy: v128, qz: v128): v128 {
  return isNet ? dot3(v128.load(b), v128.load(b, 16), v128.load(b, 32), qx, qy, qz) : qx;
}

/** β on the net, for `pull`. */
@inline
export function betaOf(isNet: bool, b: usize, none: v128): v128 {
  return isNet ? v128.load(b, 48) : none;
}

/** The components of B q; on the net w t + β q. */
@inline
export function pullX(isNet: bool, b: usize, t: v128, beta: v128, qx: v128, qy: v128, qz: v128): v128 {
  if (isNet) return f32x4.add(f32x4.mul(v128.load(b), t), f32x4.mul(beta, qx));
  return dot3(v128.load(b), v128.load(b, 16), v128.load(b, 32), qx, qy, qz);
}

@inline
export function pullY(isNet: bool, b: usize, t: v128, beta: v128, qx: v128, qy: v128, qz: v128): v128 {
  if (isNet) return f32x4.add(f32x4.mul(v128.load(b, 16), t), f32x4.mul(beta, qy));
  return dot3(v128.load(b, 16), v128.load(b, 48), v128.load(b, 64), qx, qy, qz);
}

@inline
export function pullZ(isNet: bool, b: usize, t: v128, beta: v128, qx: v128, qy: v128, qz: v128): v128 {
  if (isNet) return f32x4.add(f32x4.mul(v128.load(b, 32), t), f32x4.mul(beta, qz));
  return dot3(v128.load(b, 32), v128.load(b, 64), v128.load(b, 80), qx, qy, qz);
}

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
