import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, hangingCloth } from './cloth';

/** m/s; initial speed of the lower edge, so that the cloth swings. */
const SPEED = 2;

export const clothTopEdge: SceneDefinition = {
  id: 'cloth-top-edge',
  label: 'Cloth by its edge',
  group: 'Cloth',
  rank: 20,
  summary:
    'The same cloth, pinned along its whole upper edge, hangs in pleats. Pull its lower edge aside and let go, or unpin all but a few particles.',
  grid: true,
  look: 'linen',
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create(params) {
    const upperEdge = Array.from({ length: params.columns }, (_, column) => column);
    return hangingCloth('Cloth by its edge', params, upperEdge, SPEED);
  },
};
