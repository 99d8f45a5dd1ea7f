import { type GridNet, NEIGHBOURS } from '../../kernels/grid-net';
import { addBlock, BLOCK, packBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { Model } from '../../model/model';
import type { EquationsOfMotion } from '../../world/equations-of-motion';
import type { Preconditioner } from '../../world/preconditioner';
import { springBlock } from '../diagonal-blocks';
import { createLineMatrix, factorLines, multiplyCouplings, solveLines } from './line-matrix';

/** Largest stiffness of all other springs, relative to those along rows and columns, for which lines are faster than coarser nets,
 *  and the least h²k/m, where k sums the springs along lines over the particles (measured by `npm run bench -- solver`). */
const MAX_OTHERS = 0.02;
const MIN_STIFFNESS = 2e4;

/** True if `createLineSolver` is faster than a cycle on coarser nets. @param a h², s² */
export function prefersLines({ stiffness, masses, particleCount }: Model, { springs }: GridNet, a: number): boolean {
  let along = 0;
  let others = 0;
  let mass = 0;
  for (let o = 0; o < springs.length; o += NEIGHBOURS.length) {
    for (let place = o; place < o + 2; place++) if (springs[place] >= 0) along += stiffness[springs[place]];
    for (let place = o + 2; place < o + NEIGHBOURS.length; place++)
      if (springs[place] >= 0) others += stiffness[springs[place]];
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
