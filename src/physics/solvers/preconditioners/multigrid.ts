import { isMembraneActive } from '../../model/membrane';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import { createMultigrid } from '../multigrid/net-preconditioner';

/** Minimum number of rows and of columns. */
const MIN_SIDE = 4;

/** One cycle on the net and ever coarser nets: `multigrid/net-preconditioner.ts`. */
export const multigrid: PreconditionerDefinition = {
  id: 'multigrid',
  label: 'Multigrid',
  summary:
    'One cycle on the net and ever coarser nets: a finer cloth needs hardly more iterations. Solves along rows and columns where springs run along those alone and are stiff. For rectangular nets.',
  rank: 4,
  scalesGuess: true,
  unsupportedReason({ model, params }) {
    const { grid, origins } = model;
    if (!grid) return 'the springs do not form a rectangular net';
    if (origins.length > 0) return 'slits divide the net';
    if (grid.rows < MIN_SIDE || grid.columns < MIN_SIDE) return `the net has fewer than ${MIN_SIDE} rows or columns`;
    if (isMembraneActive(model, params)) return 'the scene has an active membrane';
    return null;
  },
  create: createMultigrid,
};
