import { BLOCK } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { EquationsOfMotion } from '../../world/equations-of-motion';
import type { Preconditioner } from '../../world/preconditioner';
import { replaceIndefinite, setMasses } from '../diagonal-blocks';
import { springBlock } from '../spring-block';
import { createBlockCholesky } from './block-cholesky';

/**
 * P = the matrix of masses and springs, factored: exact for a network of springs. A force that couples more particles than the two of a
 * spring is replaced by springs as stiff in each direction where it says so (`addAsSprings`), and others by their diagonal blocks.
 * Springs for bending are too stiff against wide folds and too soft against the narrowest: hence some iterations.
 */
export function createCholeskyPreconditioner(world: EquationsOfMotion): Preconditioner {
  const { model } = world;
  const { springs, springCount, inverseMasses } = model;
  const { diagonal, springBlocks, factor, solve } = createBlockCholesky(world);
  /** N·s²/m; of all such forces. */
  const likeSprings = new Float64Array(springCount);

  function addToDiagonal(particle: number, j: number): void {
    const o = 9 * particle;
    const b = BLOCK * j;
    diagonal[o] += springBlocks[b];
    diagonal[o + 1] += springBlocks[b + 1];
    diagonal[o + 2] += springBlocks[b + 2];
    diagonal[o + 3] += springBlocks[b + 1];
    diagonal[o + 4] += springBlocks[b + 3];
    diagonal[o + 5] += springBlocks[b + 4];
    diagonal[o + 6] += springBlocks[b + 2];
    diagonal[o + 7] += springBlocks[b + 4];
    diagonal[o + 8] += springBlocks[b + 5];
  }

  return {
    assemble(a, b) {
      const { forces } = world;
      likeSprings.fill(0);
      setMasses(model, diagonal);
      for (let i = 0; i < forces.length; i++) {
        const { derivatives } = forces[i];
        if (derivatives?.of === 'springs') continue;
        if (derivatives?.of === 'curvatures') derivatives.addAsSprings(likeSprings, a, b);
        else forces[i].addDiagonal?.(diagonal, -a, -b);
      }
      replaceIndefinite(model, diagonal);
      for (let j = 0; j < springCount; j++) {
        springBlock(springBlocks, world, j, a, b, BLOCK * j);
        springBlocks[BLOCK * j] += likeSprings[j];
        springBlocks[BLOCK * j + 3] += likeSprings[j];
        springBlocks[BLOCK * j + 5] += likeSprings[j];
        addToDiagonal(springs[2 * j], j);
        addToDiagonal(springs[2 * j + 1], j);
      }
      // What is pinned is no part of the matrix.
      for (let i = 0; i < inverseMasses.length; i++) {
        if (inverseMasses[i] > 0) continue;
        for (let k = 0; k < 9; k++) diagonal[9 * i + k] = k % 4 === 0 ? 1 : 0;
      }
      factor();
    },
    apply: solve,
  };
}
