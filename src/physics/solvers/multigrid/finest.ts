import type { GridMatrix, GridNet } from '../../kernels/kernel';
import type { Arena } from '../../model/arena';
import type { Model } from '../../model/model';
import { spreadEdge, spreadGround } from './coarsen';
import { type Level, OMEGA, padding } from './level';
import { addBlock, BLOCK, invertBlock, packBlock } from './symmetric-blocks';

/** Springs of a particle in a `GridNet`. */
const SPRINGS = 6;
/** Numbers of a spring in `springs`: w and β. */
const SPRING = 4;

/** The net itself, n particles. A spring's block is B = w wᵀ + β I, with w = √(a k(1 − c) + b k_d) n and β = a k c. */
export interface Finest {
  readonly model: Model;
  readonly net: GridNet;
  /** 24 n; w and β of the springs of each particle, as `net.springs` lists them; 0 where there is none. */
  readonly springs: Float64Array;
  /** 6 n; G of each. */
  readonly ground: Float64Array;
  /** 6 n; ω (S D S)⁻¹ on what S leaves. */
  readonly smoother: Float64Array;
  /** n; 1 where S takes something, 2 where it takes all. */
  readonly held: Uint8Array;
  /** Those of which S takes something, so many, and their S, 6 each. */
  readonly filtered: Uint32Array;
  readonly counts: { filtered: number };
  readonly filters: Float64Array;
  /** 4n and padding: x and the residual. */
  readonly x: Float64Array;
  readonly r: Float64Array;
  /** A block on its way. */
  readonly block: Float64Array;
}

export function createFinest(model: Model, net: GridNet, arena: Arena): Finest {
  const n = net.rows * net.columns;
  const vector = () => arena.doubles(4 * n + padding(net.columns));
  return {
    model,
    net,
    springs: arena.doubles(SPRINGS * SPRING * n),
    ground: arena.doubles(BLOCK * n),
    smoother: arena.doubles(BLOCK * n),
    held: arena.flags(n),
    filtered: arena.indices(n),
    counts: { filtered: 0 },
    filters: arena.doubles(BLOCK * n),
    x: vector(),
    r: vector(),
    block: arena.doubles(BLOCK),
  };
}

/** How far away in the numbering the other end of a particle's spring is. */
function reach(columns: number, direction: number): number {
  if (direction < 3) return direction === 0 ? 1 : columns + direction - 1;
  return direction === 3 ? columns - 1 : direction === 4 ? 2 : 2 * columns;
}

/** Takes up the matrix, and builds the first coarse level from it. */
export function assembleFinest(it: Finest, matrix: GridMatrix, coarse: Level): void {
  takeFilter(it, matrix);
  const { ground, smoother, held } = it;
  const { rows, columns } = it.net;
  coarse.edges.fill(0);
  coarse.ground.fill(0);
  for (let i = 0; i < rows * columns; i++) packBlock(ground, BLOCK * i, matrix.ground, 9 * i);
  smoother.set(ground);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const node = j * columns + i;
      for (let direction = 0; direction < SPRINGS; direction++) addSpring(it, matrix, coarse, i, j, direction);
      if (held[node] < 2) spreadGround(coarse, i, j, ground, BLOCK * node);
    }
  }
  invertDiagonal(it);
}

/** Adds a spring of the particle (i, j) to the springs, to both diagonals and to the coarse level. */
function addSpring(it: Finest, matrix: GridMatrix, coarse: Level, i: number, j: number, direction: number): void {
  const { springs, smoother, held, block, net, model } = it;
  const { columns } = net;
  const node = j * columns + i;
  const o = SPRING * (SPRINGS * node + direction);
  const spring = net.springs[SPRINGS * node + direction];
  const k = spring < 0 ? 0 : model.stiffness[spring];
  const damping = spring < 0 ? 0 : model.damping[spring];
  if (k === 0 && damping === 0) {
    springs[o] = springs[o + 1] = springs[o + 2] = springs[o + 3] = 0;
    return;
  }
  const { tangents, a, b } = matrix;
  const across = a * k * Math.max(0, tangents[4 * spring + 3]);
  const along = Math.sqrt(a * k - across + b * damping);
  const x = along * tangents[4 * spring];
  const y = along * tangents[4 * spring + 1];
  const z = along * tangents[4 * spring + 2];
  springs[o] = x;
  springs[o + 1] = y;
  springs[o + 2] = z;
  springs[o + 3] = across;
  block[0] = x * x + across;
  block[1] = x * y;
  block[2] = x * z;
  block[3] = y * y + across;
  block[4] = y * z;
  block[5] = z * z + across;

  const other = node + reach(columns, direction);
  addBlock(smoother, BLOCK * node, 1, block, 0);
  addBlock(smoother, BLOCK * other, 1, block, 0);
  const fixed = held[node] === 2;
  if (held[other] === 2 || fixed) {
    // With one end that can't move it is a spring to the ground; with two it is none.
    const free = fixed ? other : node;
    if (held[free] < 2) spreadGround(coarse, free % columns, Math.floor(free / columns), block, 0);
    return;
  }
  if (direction < 4) {
    spreadEdge(coarse, direction, i, j, block, 0);
    return;
  }
  // Over two edges: |u + v|² ≤ 2|u|² + 2|v|².
  for (let l = 0; l < BLOCK; l++) block[l] *= 2;
  spreadEdge(coarse, direction - 4, i, j, block, 0);
  if (direction === 4) spreadEdge(coarse, 0, i + 1, j, block, 0);
  else spreadEdge(coarse, 1, i, j + 1, block, 0);
}

function takeFilter({ held, filtered, filters, counts, net }: Finest, { filter }: GridMatrix): void {
  let count = 0;
  for (let i = 0; i < net.rows * net.columns; i++) {
    const o = 9 * i;
    const trace = filter[o] + filter[o + 4] + filter[o + 8];
    held[i] = 0;
    if (trace === 3) continue;
    held[i] = trace === 0 ? 2 : 1;
    filtered[count] = i;
    packBlock(filters, BLOCK * count, filter, o);
    count++;
  }
  counts.filtered = count;
}

/** ω D⁻¹; where S takes something, of S D S + δ(I − S), less its part there. */
function invertDiagonal({ smoother, filtered, filters, counts, held, net, block }: Finest): void {
  for (let i = 0; i < net.rows * net.columns; i++) if (held[i] === 0) invertBlock(smoother, BLOCK * i, OMEGA);
  for (let c = 0; c < counts.filtered; c++) invertWithin(smoother, BLOCK * filtered[c], filters, BLOCK * c, block);
}

function invertWithin(D: Float64Array, o: number, S: Float64Array, f: number, sum: Float64Array): void {
  const delta = D[o] + D[o + 3] + D[o + 5];
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const ij = place(i, j);
      sum[ij] = (i === j ? delta : 0) - delta * S[f + ij];
      for (let k = 0; k < 3; k++) {
        for (let l = 0; l < 3; l++) sum[ij] += S[f + place(i, k)] * D[o + place(k, l)] * S[f + place(l, j)];
      }
    }
  }
  D.set(sum, o);
  invertBlock(D, o, OMEGA);
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) D[o + place(i, j)] -= (OMEGA / delta) * ((i === j ? 1 : 0) - S[f + place(i, j)]);
  }
}

/** Of the number in row i and column j of a block. */
function place(i: number, j: number): number {
  return i === 0 || j === 0 ? i + j : i + j + 1;
}

/** S y. */
export function filterFinest({ filtered, filters, counts }: Finest, y: Float64Array): void {
  for (let c = 0; c < counts.filtered; c++) {
    const at = 4 * filtered[c];
    const o = BLOCK * c;
    const u = y[at];
    const v = y[at + 1];
    const w = y[at + 2];
    y[at] = filters[o] * u + filters[o + 1] * v + filters[o + 2] * w;
    y[at + 1] = filters[o + 1] * u + filters[o + 3] * v + filters[o + 4] * w;
    y[at + 2] = filters[o + 2] * u + filters[o + 4] * v + filters[o + 5] * w;
  }
}

/** r := S(b − A x), for an x that S leaves as it is. */
export function finestResidual(it: Finest, b: Float64Array): void {
  const { springs, ground, x, r, net } = it;
  const n = net.rows * net.columns;
  for (let i = 0; i < n; i++) {
    const o = BLOCK * i;
    const u = x[4 * i];
    const v = x[4 * i + 1];
    const w = x[4 * i + 2];
    r[4 * i] = b[4 * i] - (ground[o] * u + ground[o + 1] * v + ground[o + 2] * w);
    r[4 * i + 1] = b[4 * i + 1] - (ground[o + 1] * u + ground[o + 3] * v + ground[o + 4] * w);
    r[4 * i + 2] = b[4 * i + 2] - (ground[o + 2] * u + ground[o + 4] * v + ground[o + 5] * w);
  }
  for (let direction = 0; direction < SPRINGS; direction++) {
    const step = 4 * reach(net.columns, direction);
    for (let i = 0, o = SPRING * direction; i < 4 * n; i += 4, o += SPRING * SPRINGS) {
      const k = i + step;
      const u = x[i] - x[k];
      const v = x[i + 1] - x[k + 1];
      const w = x[i + 2] - x[k + 2];
      const wx = springs[o];
      const wy = springs[o + 1];
      const wz = springs[o + 2];
      const beta = springs[o + 3];
      const along = wx * u + wy * v + wz * w;
      const fx = along * wx + beta * u;
      const fy = along * wy + beta * v;
      const fz = along * wz + beta * w;
      r[i] -= fx;
      r[i + 1] -= fy;
      r[i + 2] -= fz;
      r[k] += fx;
      r[k + 1] += fy;
      r[k + 2] += fz;
    }
  }
  filterFinest(it, r);
}
