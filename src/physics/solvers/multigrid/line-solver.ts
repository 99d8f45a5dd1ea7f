import { type GridNet, NEIGHBOURS } from '../../kernels/grid-net';
import { addBlock, BLOCK, invertBlock, packBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
import { type Model, SPRING_KINDS } from '../../model/model';
import type { EquationsOfMotion, Preconditioner } from '../../world/world';
import { springBlock } from '../diagonal-blocks';

/** In `kinds` of a model. */
export const STRUCTURAL = SPRING_KINDS.indexOf('structural');
/** Largest stiffness of all other springs, relative to those along rows and columns, for which lines are faster than coarser nets,
 *  and the least h²k/m, where k sums the springs along lines over the particles (measured by `npm run bench -- solver`). */
const MAX_OTHERS = 0.02;
const MIN_STIFFNESS = 2e4;

/** True if `createLineSolver` is faster than a cycle on coarser nets. @param a h², s² */
export function prefersLines({ kinds, stiffness, masses, particleCount }: Model, a: number): boolean {
  let along = 0;
  let others = 0;
  let mass = 0;
  for (let j = 0; j < kinds.length; j++) {
    if (kinds[j] === STRUCTURAL) along += stiffness[j];
    else others += stiffness[j];
  }
  for (let i = 0; i < particleCount; i++) mass += masses[i];
  return others < MAX_OTHERS * along && a * along > MIN_STIFFNESS * mass;
}

/** P⁻¹ = the solution along rows, then along columns, then along rows again. With the part L_r of A that couples a particle to its
 *  neighbours in its row alone, L_c likewise, and A ≈ L_r − C = L_c − R:
 *
 *    z = L_r⁻¹ r;  e = L_c⁻¹ C z;  z += e;  z += L_r⁻¹ R e
 *
 *  L_r and L_c are block tridiagonal and contain the whole block diagonal of A. Springs on no line add to that only: the matrix
 *  without their couplings is symmetric and ≥ 0 like A. Hence 2 L_r − A and 2 L_c − A are positive definite, as in `cycle.ts`: each
 *  solution reduces the error in the norm of A, and P is symmetric and positive definite.
 *  Without shear springs rows and columns of a folded net stretch nearly each by itself, in directions that turn from particle to
 *  particle: coarser nets can't represent that, and lines solve it.
 *  Sources: Hackbusch, Multi-Grid Methods and Applications, 3.3 (line smoothers); Golub and Van Loan, Matrix Computations, 4.5.
 *  Its arrays lie outside the kernel's memory, which has room for coarser nets only.
 *  @param diagonalBlocks 9n; of everything but springs, set before each `assemble` */
export function createLineSolver(
  world: EquationsOfMotion,
  { springs, columns: stride }: GridNet,
  diagonalBlocks: Float64Array,
): Pick<Preconditioner, 'assemble' | 'apply'> {
  const { model } = world;
  const n = model.particleCount;
  const rows = createLineMatrix(n, 1);
  const columns = createLineMatrix(n, stride);
  const lines = [rows, columns];
  const block = new Float64Array(BLOCK);
  const correction = new Float64Array(4 * n);
  const side = new Float64Array(4 * n);

  return {
    assemble(a, b) {
      const { pivots } = rows;
      rows.couplings.fill(0);
      columns.couplings.fill(0);
      for (let i = 0; i < n; i++) packBlock(pivots, BLOCK * i, diagonalBlocks, 9 * i);
      for (let o = 0; o < springs.length; o++) {
        const spring = springs[o];
        if (spring < 0) continue;
        const place = o % NEIGHBOURS.length;
        springBlock(block, world, spring, a, b);
        addBlock(pivots, BLOCK * model.springs[2 * spring], 1, block, 0);
        addBlock(pivots, BLOCK * model.springs[2 * spring + 1], 1, block, 0);
        if (place < 2) addBlock(lines[place].couplings, (BLOCK * (o - place)) / NEIGHBOURS.length, 1, block, 0);
      }
      for (let i = 0; i < n; i++) if (model.inverseMasses[i] === 0) pivots.fill(0, BLOCK * i, BLOCK * i + BLOCK);
      columns.pivots.set(pivots);
      factorLines(rows);
      factorLines(columns);
    },
    apply(z, r) {
      z.set(r);
      solveLines(rows, z);
      multiplyCouplings(columns, correction, z);
      solveLines(columns, correction);
      multiplyCouplings(rows, side, correction);
      solveLines(rows, side);
      for (let i = 0; i < z.length; i++) z[i] += correction[i] + side[i];
    },
  };
}

/**
 * A symmetric matrix of n symmetric 3×3 blocks on the diagonal, and −B between node i and node i + stride: block tridiagonal along
 * the lines of a net. B is 0 where a line ends.
 */
export interface LineMatrix {
  readonly stride: number;
  /** 6n; the diagonal; after `factorLines` the inverse pivots, 0 at nodes that cannot move. */
  readonly pivots: Float64Array;
  /** 6n; B of node i and the next one. */
  readonly couplings: Float64Array;
}

export function createLineMatrix(n: number, stride: number): LineMatrix {
  return { stride, pivots: new Float64Array(BLOCK * n), couplings: new Float64Array(BLOCK * n) };
}

/** D B, row by row, and B D B. */
const product = new Float64Array(9);
const change = new Float64Array(BLOCK);

/** Factors in place, D_i+s −= B_i D_i⁻¹ B_i. A zero block on the diagonal stays one: its node cannot move. */
export function factorLines({ stride, pivots, couplings }: LineMatrix): void {
  for (let o = 0, next = BLOCK * stride; o < pivots.length; o += BLOCK, next += BLOCK) {
    invertBlock(pivots, o, 1);
    if (next >= pivots.length || pivots[next] === 0) continue;
    multiplyTwo(pivots, couplings, o);
    addBlock(pivots, next, -1, change, 0);
  }
}

/** change := B D B of the blocks at o; B and D are symmetric. */
function multiplyTwo(D: Float64Array, B: Float64Array, o: number): void {
  for (let column = 0; column < 3; column++) {
    const x = B[o + column];
    const y = B[o + (column === 0 ? 1 : 2 + column)];
    const z = B[o + (column === 0 ? 2 : 3 + column)];
    product[column] = D[o] * x + D[o + 1] * y + D[o + 2] * z;
    product[3 + column] = D[o + 1] * x + D[o + 3] * y + D[o + 4] * z;
    product[6 + column] = D[o + 2] * x + D[o + 4] * y + D[o + 5] * z;
  }
  for (let column = 0; column < 3; column++) {
    const x = product[column];
    const y = product[3 + column];
    const z = product[6 + column];
    change[column] = B[o] * x + B[o + 1] * y + B[o + 2] * z;
    if (column > 0) change[2 + column] = B[o + 1] * x + B[o + 3] * y + B[o + 4] * z;
    if (column === 2) change[5] = B[o + 2] * x + B[o + 4] * y + B[o + 5] * z;
  }
}

/** y := L⁻¹ y for a factored matrix L; vectors are 4n. */
export function solveLines({ stride, pivots, couplings }: LineMatrix, y: Float64Array): void {
  const step = 4 * stride;
  const last = y.length - step;
  for (let i = 0, o = 0; i < y.length; i += 4, o += BLOCK) {
    const u = y[i];
    const v = y[i + 1];
    const w = y[i + 2];
    const xy = pivots[o + 1];
    const xz = pivots[o + 2];
    const yz = pivots[o + 4];
    const a = pivots[o] * u + xy * v + xz * w;
    const b = xy * u + pivots[o + 3] * v + yz * w;
    const c = xz * u + yz * v + pivots[o + 5] * w;
    y[i] = a;
    y[i + 1] = b;
    y[i + 2] = c;
    if (i < last) addProduct(y, i + step, couplings, o, a, b, c);
  }
  for (let i = last - 4, o = (BLOCK * i) / 4; i >= 0; i -= 4, o -= BLOCK) {
    const u = y[i + step];
    const v = y[i + step + 1];
    const w = y[i + step + 2];
    const xy = couplings[o + 1];
    const xz = couplings[o + 2];
    const yz = couplings[o + 4];
    const a = couplings[o] * u + xy * v + xz * w;
    const b = xy * u + couplings[o + 3] * v + yz * w;
    const c = xz * u + yz * v + couplings[o + 5] * w;
    addProduct(y, i, pivots, o, a, b, c);
  }
}

/** y_i := Σ B x over the neighbours of node i on its line. */
export function multiplyCouplings({ stride, couplings }: LineMatrix, y: Float64Array, x: Float64Array): void {
  const step = 4 * stride;
  y.fill(0);
  for (let i = 0, k = step, o = 0; k < y.length; i += 4, k += 4, o += BLOCK) {
    addProduct(y, i, couplings, o, x[k], x[k + 1], x[k + 2]);
    addProduct(y, k, couplings, o, x[i], x[i + 1], x[i + 2]);
  }
}

/** y_i += (the block at o) (u, v, w). */
function addProduct(
  y: Float64Array,
  i: number,
  blocks: Float64Array,
  o: number,
  u: number,
  v: number,
  w: number,
): void {
  const xy = blocks[o + 1];
  const xz = blocks[o + 2];
  const yz = blocks[o + 4];
  y[i] += blocks[o] * u + xy * v + xz * w;
  y[i + 1] += xy * u + blocks[o + 3] * v + yz * w;
  y[i + 2] += xz * u + yz * v + blocks[o + 5] * w;
}
