/** The preconditioners of implicit methods: what each is for, and where it can be used. */

import { isMembraneActive } from '../model/membrane';
import type { Force } from '../world/force';
import type { PreconditionerDefinition } from '../world/world';
import { invertBlocks, setMasses } from './diagonal-blocks';
import { createMultigrid } from './multigrid/net-preconditioner';
import { createAggregation, prepareAggregation } from './multigrid/network-preconditioner';
import { createSparseCholesky } from './surface/sparse-cholesky';
import { createSurfaceMultigrid } from './surface/surface-preconditioner';

/** P = I: plain conjugate gradients. */
export const none: PreconditionerDefinition = {
  id: 'none',
  label: 'None',
  summary: 'Plain conjugate gradients, without regard to differences in mass and stiffness between particles.',
  rank: 0,
  unsupportedReason: () => null,
  create: () => ({ assemble: () => {}, apply: (z, r) => z.set(r) }),
};

/** P = the 3×3 diagonal blocks of A.
 *  Source: Baraff and Witkin, Large Steps in Cloth Simulation. */
export const blockJacobi: PreconditionerDefinition = {
  id: 'block-jacobi',
  label: 'Block Jacobi',
  summary: 'Inverts the 3×3 diagonal block of each particle. Works for every scene; a finer net needs more iterations.',
  rank: 1,
  unsupportedReason: () => null,
  create(world) {
    const { particleCount } = world.model;
    const blocks = world.arena.doubles(9 * particleCount);
    return {
      assemble(a, b) {
        setMasses(world.model, blocks);
        world.addDiagonals(blocks, -a, -b);
        invertBlocks(blocks, particleCount);
      },
      apply: (z, r) => world.kernel.multiplyBlocks(z, blocks, r),
    };
  },
};

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

function resistBending(forces: readonly Force[]): boolean {
  return forces.some(({ derivatives }) => derivatives?.of === 'curvatures');
}

/** One cycle on the particles of a surface and ever fewer of them: `surface/surface-preconditioner.ts`. */
export const surfaceMultigrid: PreconditionerDefinition = {
  id: 'surface-multigrid',
  label: 'Surface multigrid',
  summary:
    'One cycle on the particles of a surface and ever fewer of them, between which the others are interpolated. For surfaces that resist bending and are not rectangular nets.',
  rank: 3,
  unsupportedReason({ model, params }) {
    if (!model.membrane) return 'the scene has no surface';
    if (isMembraneActive(model, params)) return 'the scene has an active membrane';
    return null;
  },
  recommendedFor: ({ forces }) => resistBending(forces),
  create: createSurfaceMultigrid,
};

/** Maximum number of particles: n^1.5 operations in each step (measured by `npm run bench -- meshes`). */
const MAX_FACTORED = 20_000;

/** The springs of a surface, solved exactly: `surface/sparse-cholesky.ts`. */
export const sparseCholesky: PreconditionerDefinition = {
  id: 'sparse-cholesky',
  label: 'Sparse Cholesky',
  summary:
    'A sparse Cholesky factor of masses and springs, with bending in part. For surfaces of up to some thousand particles that resist bending, however stiff.',
  rank: 3.5,
  scalesGuess: true,
  unsupportedReason(world) {
    if (world.model.particleCount > MAX_FACTORED) return `there are more than ${MAX_FACTORED} particles`;
    return surfaceMultigrid.unsupportedReason(world);
  },
  recommendedFor: surfaceMultigrid.recommendedFor,
  create: createSparseCholesky,
};

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
