import { isMembraneActive } from '../../model/membrane';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import { createCholeskyPreconditioner } from '../sparse/cholesky-preconditioner';

/** Largest number of particles: the factor of a network in space grows by n^(4/3), to about 0.5 GB here. */
const MAX_PARTICLES = 15_000;

/** The matrix of the springs, factored: `sparse/cholesky-preconditioner.ts`. */
export const sparseCholesky: PreconditionerDefinition = {
  id: 'sparse-cholesky',
  label: 'Sparse Cholesky',
  summary:
    'Factors the matrix of masses and springs in each step: exact for springs, near for bending. For surfaces that resist bending and are not rectangular nets.',
  rank: 3,
  unsupportedReason({ model, params }) {
    if (model.springCount === 0) return 'there are no springs';
    if (model.particleCount > MAX_PARTICLES) return `there are more than ${MAX_PARTICLES} particles`;
    if (isMembraneActive(model, params)) return 'the scene has an active membrane';
    return null;
  },
  recommendedFor: ({ forces }) => forces.some(({ derivatives }) => derivatives?.of === 'curvatures'),
  create: createCholeskyPreconditioner,
};
