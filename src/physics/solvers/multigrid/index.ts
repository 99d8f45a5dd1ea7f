import type { GridMultigrid, GridNet } from '../../kernels/kernel';
import type { Arena } from '../../model/arena';
import type { Model } from '../../model/model';
import { coarsen, coarser } from './coarsen';
import { assembleFinest, createFinest, filterFinest, finestResidual } from './finest';
import { createLevel, type Level, prepareSmoother, residual } from './level';
import { multiplyBlocks } from './symmetric-blocks';
import { prolong, restrict } from './transfer';

/** Nodes of the coarsest level, at most, and the sweeps that stand in for its inverse: an even number, so that it is positive. */
const COARSEST = 20;
const SWEEPS = 8;

/** A V-cycle with one sweep of block Jacobi before and after, in double precision. With r the right side of a level:
 *
 *    x = ωD⁻¹r;  r₁ = r − A x;  e = V(Pᵀr₁);  x += P e;  x += ωD⁻¹(r − A x)
 *
 *  Every level is a spring network, A = Σ (e_a − e_b)(e_a − e_b)ᵀ ⊗ B + Σ e_i e_iᵀ ⊗ G with B, G ≥ 0. Hence
 *  A ≤ 2 blockdiag(A), so that the sweeps converge for ω < 1 on all of them and no eigenvalue need be estimated, and the
 *  whole is symmetric and positive definite, for c < 0 is taken as 0 here whatever A has. On the net itself S keeps
 *  smoother, residual and correction to what can change.
 *  Sources: Briggs, Henson and McCormick, A Multigrid Tutorial; Tatebe, The Multigrid Preconditioned Conjugate Gradient
 *  Method, for the symmetry. */
export function createGridMultigrid(model: Model, net: GridNet, arena: Arena): GridMultigrid {
  const finest = createFinest(model, net, arena);
  const levels: Level[] = [];
  let { rows, columns } = net;
  do {
    rows = coarser(rows);
    columns = coarser(columns);
    levels.push(createLevel(rows, columns, arena));
  } while (rows * columns > COARSEST);
  const n = net.rows * net.columns;

  /** x of a level := V(b). */
  function solve(depth: number): void {
    const level = levels[depth];
    const { x, r, b, smoother } = level;
    const count = level.rows * level.columns;
    multiplyBlocks(x, smoother, b, count, false);
    if (depth === levels.length - 1) {
      for (let sweep = 1; sweep < SWEEPS; sweep++) {
        residual(level);
        multiplyBlocks(x, smoother, r, count, true);
      }
      return;
    }
    residual(level);
    restrict(levels[depth + 1], r, level.rows, level.columns);
    solve(depth + 1);
    prolong(x, levels[depth + 1], level.rows, level.columns);
    residual(level);
    multiplyBlocks(x, smoother, r, count, true);
  }

  return {
    assemble(matrix) {
      assembleFinest(finest, matrix, levels[0]);
      for (let depth = 0; depth < levels.length; depth++) {
        prepareSmoother(levels[depth]);
        if (depth + 1 < levels.length) coarsen(levels[depth + 1], levels[depth]);
      }
    },
    cycle(z, b) {
      const { x, r, smoother } = finest;
      multiplyBlocks(x, smoother, b, n, false);
      finestResidual(finest, b);
      restrict(levels[0], r, net.rows, net.columns);
      solve(0);
      prolong(x, levels[0], net.rows, net.columns);
      filterFinest(finest, x);
      finestResidual(finest, b);
      multiplyBlocks(x, smoother, r, n, true);
      for (let i = 0; i < 4 * n; i++) z[i] = x[i];
    },
  };
}
