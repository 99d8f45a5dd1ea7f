import type { Arena } from '../../../model/arena';
import type { Model } from '../../../model/model';
import { type GridNet, gridNet } from '../../grid-net';
import type { GridLevels, GridMatrix, MultigridLevel } from '../../kernel';
import { addBendingDiagonal, BENDING_SCALE, coarsenBending, subtractBending, WEIGHTS } from './bending';
import { addContactDiagonals, subtractContacts } from './contacts';
import {
  addFineEdge,
  addFineNode,
  blockJacobiLevel,
  coarsen,
  coarser,
  createLevel,
  type Level,
  OMEGA,
  padding,
  prepareSmoother,
  prolong,
  reach,
  residual,
  restrict,
} from './level';
import { addBlock, BLOCK, invertBlock, packBlock, setBlock, subtractBlocks } from './symmetric-blocks';

/** Maximum number of nodes of the coarsest level. */
export const COARSEST = 20;

/** The levels of multigrid on a net in double precision. The derivation is in `solvers/multigrid/cycle.ts`. Allocates. */
export function createGridLevels(model: Model, matrix: GridMatrix, arena: Arena): GridLevels {
  const finest = createFinest(model, matrix, arena);
  const coarse: Level[] = [];
  let { rows, columns } = matrix.net;
  do {
    rows = coarser(rows);
    columns = coarser(columns);
    coarse.push(createLevel(rows, columns, arena));
  } while (rows * columns > COARSEST);
  const solution = finest.x.subarray(0, finest.b.length);

  return {
    levels: [
      blockJacobiLevel(finest, () => finestResidual(finest), {
        restrict: () => restrict(coarse[0], finest.r, matrix.net.rows, matrix.net.columns),
        prolong(s) {
          prolong(finest.x, coarse[0], matrix.net.rows, matrix.net.columns, s);
          filterFinest(finest, finest.x);
        },
      }),
      ...coarse.map((level, i) => operationsOf(level, coarse[i + 1])),
    ],
    assemble() {
      assembleFinest(finest, coarse[0]);
      for (let i = 0; i < coarse.length; i++) {
        prepareSmoother(coarse[i]);
        if (i + 1 < coarse.length) coarsen(coarse[i + 1], coarse[i]);
      }
    },
    setRightSide: (r) => finest.b.set(r),
    getSolution: (z) => z.set(solution),
    vectors: null,
  };
}

/** @param next the next coarser level; absent on the coarsest */
function operationsOf(level: Level, next: Level): MultigridLevel {
  return blockJacobiLevel(level, () => residual(level), {
    restrict: () => restrict(next, level.r, level.rows, level.columns),
    prolong: (s) => prolong(level.x, next, level.rows, level.columns, s),
  });
}

/** Springs of a particle in a `GridNet`. */
const SPRINGS = 6;
/** Numbers of a spring in `springs`: w and β. */
const SPRING = 4;

type Finest = ReturnType<typeof createFinest>;

/**
 * The net itself, n particles. Its smoother is ω (S D S)⁻¹ on the range of S. A spring's block is B = w wᵀ + β I, with
 * w = √(a k(1 − c) + b k_d) n and β = a k c.
 */
function createFinest(model: Model, matrix: GridMatrix, arena: Arena) {
  const { rows, columns } = matrix.net;
  const n = rows * columns;
  const vector = () => arena.doubles(4 * n + padding(columns));
  return {
    model,
    matrix,
    net: gridNet(model) as GridNet,
    /** 24 n; w and β of the springs of each particle, as `net.springs` lists them; 0 if there is none. */
    springs: arena.doubles(SPRINGS * SPRING * n),
    nodeBlocks: arena.doubles(BLOCK * n),
    /** 3 n; the weights of bending, if the matrix has it. */
    bending: arena.doubles(WEIGHTS * n),
    smoother: arena.doubles(BLOCK * n),
    /** n; 0 where S is I, 2 where S is 0, 1 otherwise. */
    restricted: arena.flags(n),
    /** The particles with S ≠ I, their number, and their S, 6 each. */
    filtered: arena.indices(n),
    filteredCount: 0,
    filters: arena.doubles(BLOCK * n),
    x: vector(),
    r: vector(),
    b: arena.doubles(4 * n),
    /** Scratch. */
    block: arena.doubles(BLOCK),
  };
}

/** Computes the net's level and the blocks of the first coarse one from the matrix. */
function assembleFinest(finest: Finest, coarse: Level): void {
  readFilter(finest);
  const { nodeBlocks, smoother, restricted, matrix } = finest;
  const { rows, columns } = matrix.net;
  coarse.edgeBlocks.fill(0);
  coarse.nodeBlocks.fill(0);
  for (let i = 0; i < rows * columns; i++) packBlock(nodeBlocks, BLOCK * i, matrix.diagonalBlocks, 9 * i);
  smoother.set(nodeBlocks);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const node = j * columns + i;
      for (let direction = 0; direction < SPRINGS; direction++) addSpring(finest, coarse, i, j, direction);
      if (restricted[node] < 2) addFineNode(coarse, i, j, nodeBlocks, BLOCK * node);
    }
  }
  const { bending } = matrix;
  coarse.bends = bending !== null;
  if (bending) {
    for (let i = 0; i < rows * columns; i++)
      for (let k = 0; k < WEIGHTS; k++) finest.bending[WEIGHTS * i + k] = bending.factor * bending.weights[4 * i + k];
    addBendingDiagonal(matrix.net, finest.bending, smoother);
    coarsenBending(coarse, coarse.bending, matrix.net, finest.bending, BENDING_SCALE.ofFirst);
  }
  addContactDiagonals(matrix, restricted, smoother, coarse);
  invertDiagonal(finest);
}

/** Adds a spring of particle (i, j) to `springs`, to the diagonal blocks of both ends and to the coarse level. */
function addSpring(finest: Finest, coarse: Level, i: number, j: number, direction: number): void {
  const { springs, smoother, restricted, block, model, matrix, net } = finest;
  const { tangents, a, b } = matrix;
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
  const across = a * k * Math.max(0, tangents[4 * spring + 3]);
  const along = Math.sqrt(a * k - across + b * damping);
  const x = along * tangents[4 * spring];
  const y = along * tangents[4 * spring + 1];
  const z = along * tangents[4 * spring + 2];
  springs[o] = x;
  springs[o + 1] = y;
  springs[o + 2] = z;
  springs[o + 3] = across;
  setBlock(block, 1, x, y, z, across);

  const other = node + reach(columns, direction);
  addBlock(smoother, BLOCK * node, 1, block, 0);
  addBlock(smoother, BLOCK * other, 1, block, 0);
  const fixed = restricted[node] === 2;
  if (restricted[other] === 2 || fixed) {
    // A fixed end contributes 0 to the stretch: B belongs to the node block of the free end alone.
    const free = fixed ? other : node;
    if (restricted[free] < 2) addFineNode(coarse, free % columns, Math.floor(free / columns), block, 0);
    return;
  }
  if (direction < 4) {
    addFineEdge(coarse, direction, i, j, block, 0);
    return;
  }
  // A spring over two edges: |u + v|² ≤ 2|u|² + 2|v|².
  for (let l = 0; l < BLOCK; l++) block[l] *= 2;
  addFineEdge(coarse, direction - 4, i, j, block, 0);
  if (direction === 4) addFineEdge(coarse, 0, i + 1, j, block, 0);
  else addFineEdge(coarse, 1, i, j + 1, block, 0);
}

function readFilter(finest: Finest): void {
  const { restricted, filtered, filters, matrix, model } = finest;
  const { filter, isFiltered } = matrix;
  let count = 0;
  for (let i = 0; i < restricted.length; i++) {
    const o = 9 * i;
    const pinned = model.inverseMasses[i] === 0 ? 0 : 3;
    const trace = isFiltered ? filter[o] + filter[o + 4] + filter[o + 8] : pinned;
    restricted[i] = 0;
    if (trace === 3) continue;
    restricted[i] = trace === 0 ? 2 : 1;
    filtered[count] = i;
    if (isFiltered) packBlock(filters, BLOCK * count, filter, o);
    else filters.fill(0, BLOCK * count, BLOCK * (count + 1));
    count++;
  }
  finest.filteredCount = count;
}

/** smoother := ω D⁻¹; where S ≠ I, ω times the inverse of S D S on the range of S. */
function invertDiagonal({ smoother, filtered, filters, filteredCount, restricted, block }: Finest): void {
  for (let i = 0; i < restricted.length; i++) if (restricted[i] === 0) invertBlock(smoother, BLOCK * i, OMEGA);
  for (let c = 0; c < filteredCount; c++) invertWithin(smoother, BLOCK * filtered[c], filters, BLOCK * c, block);
}

/** D := ω [(S D S + δ(I − S))⁻¹ − (I − S)/δ], where δ = tr D. */
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

/** The index of row i, column j in a symmetric block. */
function place(i: number, j: number): number {
  return i === 0 || j === 0 ? i + j : i + j + 1;
}

/** y := S y. */
function filterFinest({ filtered, filters, filteredCount }: Finest, y: Float64Array): void {
  for (let c = 0; c < filteredCount; c++) {
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

/** r := S(b − A x). S leaves x as it is. */
function finestResidual(finest: Finest): void {
  const { springs, x, r, matrix } = finest;
  const { rows, columns } = matrix.net;
  const n = rows * columns;
  subtractBlocks(r, finest.b, finest.nodeBlocks, x, n);
  for (let direction = 0; direction < SPRINGS; direction++) {
    const step = 4 * reach(columns, direction);
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
  if (matrix.bending) subtractBending(matrix.net, finest.bending, r, x);
  subtractContacts(matrix, r, x);
  filterFinest(finest, r);
}
