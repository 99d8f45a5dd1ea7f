import { EDGES, type Level, NODE } from './level';
import { addBlock, BLOCK } from './symmetric-blocks';

/** Nodes along a side of the next coarser level: every other one, and one beyond an even end. */
export function coarser(n: number): number {
  return (n >> 1) + 1;
}

/*  A coarse node stands on each fine node (2I, 2J), and interpolation between them is bilinear: a coarse edge is as long as
 *  two fine ones, which see half of its stretch each and so a quarter of its energy. What runs between two coarse rows is
 *  shared by them. The coarse edges thus are
 *    x_c(I, J) = ¼ Σ_{j = 2J−1 … 2J+1} s_j [x(2I, j) + x(2I+1, j)],  s = ½, 1, ½,
 *  y alike, each diagonal ¼ of the sum of the four in its cell, and G_c = Rᵀ G lumped.
 *
 *  The functions below do it the other way round: they give a fine block out to the coarse ones that it has a part in. */

/** The block at `f` of `from`, of an edge to the right at (i, j). */
function spreadRight(to: Level, i: number, j: number, from: Float64Array, f: number): void {
  const o = NODE * ((j >> 1) * to.columns + (i >> 1));
  if ((j & 1) === 0) addBlock(to.edges, o, 0.25, from, f);
  else {
    addBlock(to.edges, o, 0.125, from, f);
    addBlock(to.edges, o + NODE * to.columns, 0.125, from, f);
  }
}

/** Of an edge downwards. */
function spreadBelow(to: Level, i: number, j: number, from: Float64Array, f: number): void {
  const o = NODE * ((j >> 1) * to.columns + (i >> 1)) + BLOCK;
  if ((i & 1) === 0) addBlock(to.edges, o, 0.25, from, f);
  else {
    addBlock(to.edges, o, 0.125, from, f);
    addBlock(to.edges, o + NODE, 0.125, from, f);
  }
}

/** The block of an edge of the fine node (i, j), column i of row j, to the right, below, below right or below left. */
export function spreadEdge(to: Level, edge: number, i: number, j: number, from: Float64Array, f: number): void {
  if (edge === 0) spreadRight(to, i, j, from, f);
  else if (edge === 1) spreadBelow(to, i, j, from, f);
  else {
    const column = edge === 2 ? i >> 1 : ((i - 1) >> 1) + 1;
    addBlock(to.edges, NODE * ((j >> 1) * to.columns + column) + BLOCK * edge, 0.25, from, f);
  }
}

/** The ground block of the fine node (i, j): to the coarse nodes that it is interpolated from, by their weights. */
export function spreadGround(to: Level, i: number, j: number, from: Float64Array, f: number): void {
  const right = i & 1;
  const below = j & 1;
  const weight = 1 / ((1 + right) * (1 + below));
  for (let J = 0; J <= below; J++) {
    for (let I = 0; I <= right; I++) {
      addBlock(to.ground, BLOCK * (((j >> 1) + J) * to.columns + (i >> 1) + I), weight, from, f);
    }
  }
}

/** Rebuilds a level from the one above it. */
export function coarsen(to: Level, { rows, columns, edges, ground }: Level): void {
  to.edges.fill(0);
  to.ground.fill(0);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const node = j * columns + i;
      if (i + 1 < columns) spreadEdge(to, 0, i, j, edges, NODE * node);
      if (j + 1 < rows) {
        spreadEdge(to, 1, i, j, edges, NODE * node + BLOCK);
        if (i + 1 < columns) spreadEdge(to, 2, i, j, edges, NODE * node + 2 * BLOCK);
        if (i > 0) spreadEdge(to, EDGES - 1, i, j, edges, NODE * node + 3 * BLOCK);
      }
      spreadGround(to, i, j, ground, BLOCK * node);
    }
  }
}
