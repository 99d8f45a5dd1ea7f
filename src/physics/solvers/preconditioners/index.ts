import type { PreconditionerDefinition } from '../../world/preconditioner';
import { aggregation } from './aggregation';
import { blockJacobi } from './block-jacobi';
import { multigrid } from './multigrid';
import { none } from './none';

/** The best last: 'auto' takes the last that supports the world and pays there. */
export const preconditioners: readonly PreconditionerDefinition[] = [none, blockJacobi, aggregation, multigrid];

/** Serves every world. */
export { blockJacobi as defaultPreconditioner };
