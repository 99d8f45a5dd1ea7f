import { FLOOR } from '../builders/floor';
import { levelCloth } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; breadth and height of the table. */
const BREADTH = 0.56;
const HEIGHT = 0.5;
/** m; initial distance between the table and the cloth. */
const GAP = 0.1;

export const tablecloth: SceneDefinition = {
  id: 'tablecloth',
  label: 'Cloth over a table',
  group: 'Contact',
  rank: 32,
  summary:
    'A square cloth falls onto a round table and hangs down in folds. Pull it off at a corner, drag the table by its handle, or give it another shape on the panel.',
  grid: true,
  look: 'linen',
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, dt: 1 / 120, selfCollision: 1 },
  create: (params) =>
    levelCloth(params, 'Cloth over a table', CLOTH_SIZE, HEIGHT + GAP, {
      planes: [FLOOR],
      bodies: [
        {
          shape: 'table',
          size: [BREADTH, HEIGHT, BREADTH],
          center: [0, 0.5 * HEIGHT, 0],
          rotation: [0, 0, 0],
          restitution: 0,
          friction: 0.4,
        },
      ],
    }),
};
