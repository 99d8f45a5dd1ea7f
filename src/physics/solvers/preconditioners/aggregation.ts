import { isMembraneActive } from '../../model/membrane';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import { createAggregation, prepareAggregation } from '../multigrid/network-preconditioner';

/** Minimum number of particles, and of springs per particle: below it, as in chains and trees, block Jacobi may be faster
 *  (measured by `npm run bench -- networks`). */
const MIN_PARTICLES = 4000;
const MIN_SPRINGS = 2.5;
/** Minimum number of triangles of an active membrane, which needs many more iterations with block Jacobi (same benchmark). */
const MIN_TRIANGLES = 1000;

/** Block Jacobi, and a V-cycle on aggregates: `multigrid/network-preconditioner.ts`. */
export const aggregation: PreconditionerDefinition = {
  id: 'aggregation',
  label: 'Aggregation',
  summary:
    'Block Jacobi plus multigrid on aggregates of neighbouring particles. For membranes, and for large networks that are not rectangular nets.',
  rank: 2,
  unsupportedReason: () => null,
  recommendedFor({ model, params }) {
    const { particleCount, springCount, membrane } = model;
    if (membrane && membrane.triangleCount >= MIN_TRIANGLES && isMembraneActive(model, params)) return true;
    return particleCount >= MIN_PARTICLES && springCount >= MIN_SPRINGS * particleCount;
  },
  prepare: prepareAggregation,
  create: createAggregation,
};
