import type { PreconditionerDefinition } from '../../world/preconditioner';
import { aggregation } from './aggregation';
import { blockJacobi } from './block-jacobi';
import { multigrid } from './multigrid';
import { none } from './none';

/** The best last: 'auto' chooses the last that supports the world and is recommended for it. */
export const preconditioners: readonly PreconditionerDefinition[] = [none, blockJacobi, aggregation, multigrid];

/** Supports every world. */
export { blockJacobi as defaultPreconditioner };
