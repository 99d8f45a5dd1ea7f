import type { Arena } from '../../../model/arena';
import type { Model } from '../../../model/model';
import type { GridLevels, GridMatrix, MultigridLevel } from '../../kernel';
import { assembleFinest, createFinest, filterFinest, finestResidual } from './finest';
import { blockJacobiLevel, createLevel, type Level, prepareSmoother, residual } from './level';
import { coarsen, coarser, prolong, restrict } from './transfer';

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
