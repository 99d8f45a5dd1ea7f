import { gridNet } from '../../kernels/grid-net';
import type { GridMatrix, GridNet } from '../../kernels/kernel';
import type { Constraint } from '../../world/constraint';
import type { EquationsOfMotion } from '../../world/equations-of-motion';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import { createGridMultigrid } from '../multigrid';
import { createSolveInFields } from '../solve-in-fields';
import { keepDefinite, takeMasses } from './diagonal-blocks';

/** Rows and columns, at least. */
const LEAST = 4;

/** P = one V-cycle on the net and on ever coarser ones. What else than the net's springs acts is taken by its 3×3 diagonal
 *  blocks. The cycle is in `kernels/multigrid`. */
export const multigrid: PreconditionerDefinition = {
  id: 'multigrid',
  label: 'Multigrid',
  summary:
    'Smooths on the net and on ever coarser ones: the iterations hardly grow as the cloth gets finer. For rectangular nets.',
  scalesGuess: true,
  unsupportedReason(world) {
    const { grid } = world.model;
    if (!grid) return 'the springs are no rectangular net';
    if (grid.rows < LEAST || grid.columns < LEAST) return `the net has fewer than ${LEAST} rows or columns`;
    if (hasMembraneAtWork(world)) return 'a membrane is at work';
    return null;
  },
  create(world) {
    const { kernel, model, arena, tangents } = world;
    const n = model.particleCount;
    // Refused where there is none.
    const net = gridNet(model) as GridNet;
    const matrix: GridMatrix = { tangents, ground: arena.doubles(9 * n), filter: arena.doubles(9 * n), a: 0, b: 0 };
    const axis = arena.doubles(4 * n);
    const cycle = kernel.createMultigrid?.(model, net, arena) ?? createGridMultigrid(model, net, arena);
    const solveInFields = createSolveInFields(cycle);
    /** Whether the matrix has nothing in it but what the cycle takes up. */
    let isAll = false;
    /** −a and −b: kept, as a number made anew for each force would be garbage. */
    let ofK = 0;
    let ofD = 0;

    /** Masses, and the diagonal blocks of all forces but the net's springs. */
    function takeGround(): void {
      const { ground } = matrix;
      const { forces } = world;
      takeMasses(model, ground);
      isAll = world.clamped;
      for (let i = 0; i < forces.length; i++) {
        if (forces[i].isOfSprings) continue;
        forces[i].addDiagonal?.(ground, ofK, ofD);
        if (forces[i].addDerivative && !forces[i].isLocal) isAll = false;
      }
      if (!keepDefinite(model, ground)) isAll = false;
    }

    return {
      assemble(a, b) {
        matrix.a = a;
        matrix.b = b;
        ofK = -a;
        ofD = -b;
        takeGround();
        takeFilter(world, matrix, axis);
        cycle.assemble(matrix);
      },
      apply: (z, r) => cycle.cycle(z, r),
      solve: (x, b, tolerance, most, report) => isAll && solveInFields(x, b, tolerance, most, report),
    };
  },
};

export function hasMembraneAtWork({ model, params }: EquationsOfMotion): boolean {
  const { membraneLambda, membraneMu, membranePhi, membranePsi } = params;
  return model.membrane !== null && (membraneLambda > 0 || membraneMu > 0 || membranePhi > 0 || membranePsi > 0);
}

/** S block by block: what it makes of each axis, and of all alike where it is of nothing but pins. */
function takeFilter(world: EquationsOfMotion, { filter }: GridMatrix, axis: Float64Array): void {
  if (world.constraints.every(takesNothing)) {
    const { inverseMasses } = world.model;
    filter.fill(0);
    for (let i = 0; i < inverseMasses.length; i++) {
      if (inverseMasses[i] !== 0) filter[9 * i] = filter[9 * i + 4] = filter[9 * i + 8] = 1;
    }
    return;
  }
  for (let column = 0; column < 3; column++) {
    axis.fill(0);
    for (let o = column; o < axis.length; o += 4) axis[o] = 1;
    world.filter(axis);
    for (let o = 0, block = column; o < axis.length; o += 4, block += 9) {
      filter[block] = axis[o];
      filter[block + 3] = axis[o + 1];
      filter[block + 6] = axis[o + 2];
    }
  }
}

const takesNothing = ({ filter }: Constraint) => !filter;
