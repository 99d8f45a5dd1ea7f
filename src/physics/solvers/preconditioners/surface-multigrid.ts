import { isMembraneActive } from '../../model/membrane';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import { createSurfaceMultigrid } from '../surface/surface-preconditioner';

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
  recommendedFor: ({ forces }) => forces.some(({ derivatives }) => derivatives?.of === 'curvatures'),
  create: createSurfaceMultigrid,
};
