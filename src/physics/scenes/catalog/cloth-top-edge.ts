import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, hangingCloth } from './cloth';

/** m/s; a push to the hem, so that the cloth swings. */
const PUSH = 2;

export const clothTopEdge: SceneDefinition = {
  id: 'cloth-top-edge',
  label: 'Cloth by its edge',
  group: 'Cloth',
  rank: 20,
  summary:
    'The same cloth, pinned along its whole upper edge, so that it hangs in pleats. Pull its hem aside and let go, or unpin all but a few particles.',
  grid: true,
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create(params) {
    const upperEdge = Array.from({ length: params.columns }, (_, column) => column);
    return hangingCloth('Cloth by its edge', params, upperEdge, PUSH);
  },
};
