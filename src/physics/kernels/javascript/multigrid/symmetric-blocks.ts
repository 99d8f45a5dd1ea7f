import type { Floats } from '../../../model/arena';

/** Numbers of a symmetric 3×3 block: xx, xy, xz, yy, yz, zz. */
export const BLOCK = 6;

/** block := along · (x, y, z)(x, y, z)ᵀ + across · I. */
export function setBlock(block: Float64Array, along: number, x: number, y: number, z: number, across: number): void {
  block[0] = along * x * x + across;
  block[1] = along * x * y;
  block[2] = along * x * z;
  block[3] = along * y * y + across;
  block[4] = along * y * z;
  block[5] = along * z * z + across;
}

/** to[t …] += weight · from[f …], one block. */
export function addBlock(to: Float64Array, t: number, weight: number, from: Float64Array, f: number): void {
  to[t] += weight * from[f];
  to[t + 1] += weight * from[f + 1];
  to[t + 2] += weight * from[f + 2];
  to[t + 3] += weight * from[f + 3];
  to[t + 4] += weight * from[f + 4];
  to[t + 5] += weight * from[f + 5];
}

/** to[t …] := the block of nine numbers, row by row, at from[f …]. */
export function packBlock(to: Float64Array, t: number, from: Floats, f: number): void {
  to[t] = from[f];
  to[t + 1] = from[f + 1];
  to[t + 2] = from[f + 2];
  to[t + 3] = from[f + 4];
  to[t + 4] = from[f + 5];
  to[t + 5] = from[f + 8];
}

/** Replaces the block at `o` by `weight` times its inverse; by 0 if it is not positive definite, such as a zero block. */
export function invertBlock(blocks: Float64Array, o: number, weight: number): void {
  const a = blocks[o];
  const b = blocks[o + 1];
  const c = blocks[o + 2];
  const d = blocks[o + 3];
  const e = blocks[o + 4];
  const f = blocks[o + 5];
  const A = d * f - e * e;
  const B = c * e - b * f;
  const C = b * e - c * d;
  const determinant = a * A + b * B + c * C;
  const scale = a > 0 && determinant > 0 ? weight / determinant : 0;
  blocks[o] = scale * A;
  blocks[o + 1] = scale * B;
  blocks[o + 2] = scale * C;
  blocks[o + 3] = scale * (a * f - c * c);
  blocks[o + 4] = scale * (b * c - a * e);
  blocks[o + 5] = scale * (a * d - b * b);
}

/** y := blockdiag(blocks) r, or y += blockdiag(blocks) r if `add`; n blocks, vectors 4n. */
export function multiplyBlocks(y: Float64Array, blocks: Float64Array, r: Float64Array, n: number, add: boolean): void {
  for (let i = 0; i < n; i++) {
    const o = BLOCK * i;
    const x = r[4 * i];
    const w = r[4 * i + 1];
    const z = r[4 * i + 2];
    const xy = blocks[o + 1];
    const xz = blocks[o + 2];
    const yz = blocks[o + 4];
    const sx = blocks[o] * x + xy * w + xz * z;
    const sy = xy * x + blocks[o + 3] * w + yz * z;
    const sz = xz * x + yz * w + blocks[o + 5] * z;
    y[4 * i] = add ? y[4 * i] + sx : sx;
    y[4 * i + 1] = add ? y[4 * i + 1] + sy : sy;
    y[4 * i + 2] = add ? y[4 * i + 2] + sz : sz;
  }
}

/** r := b − blockdiag(blocks) x; n blocks, vectors 4n. */
export function subtractBlocks(
  r: Float64Array,
  b: Float64Array,
  blocks: Float64Array,
  x: Float64Array,
  n: number,
): void {
  for (let i = 0; i < n; i++) {
    const o = BLOCK * i;
    const u = x[4 * i];
    const v = x[4 * i + 1];
    const w = x[4 * i + 2];
    r[4 * i] = b[4 * i] - (blocks[o] * u + blocks[o + 1] * v + blocks[o + 2] * w);
    r[4 * i + 1] = b[4 * i + 1] - (blocks[o + 1] * u + blocks[o + 3] * v + blocks[o + 4] * w);
    r[4 * i + 2] = b[4 * i + 2] - (blocks[o + 2] * u + blocks[o + 4] * v + blocks[o + 5] * w);
  }
}

/** r[i …] −= B(x_i − x_k), and r[k …] += the same, with the block B of an edge at `o`. */
export function subtractEdge(
  r: Float64Array,
  blocks: Float64Array,
  o: number,
  x: Float64Array,
  i: number,
  k: number,
): void {
  const u = x[i] - x[k];
  const v = x[i + 1] - x[k + 1];
  const w = x[i + 2] - x[k + 2];
  const xy = blocks[o + 1];
  const xz = blocks[o + 2];
  const yz = blocks[o + 4];
  const fx = blocks[o] * u + xy * v + xz * w;
  const fy = xy * u + blocks[o + 3] * v + yz * w;
  const fz = xz * u + yz * v + blocks[o + 5] * w;
  r[i] -= fx;
  r[i + 1] -= fy;
  r[i + 2] -= fz;
  r[k] += fx;
  r[k + 1] += fy;
  r[k + 2] += fz;
}
