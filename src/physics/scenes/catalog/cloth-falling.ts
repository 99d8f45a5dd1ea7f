import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, hangingCloth } from './cloth';

export const clothFalling: SceneDefinition = {
  id: 'cloth-falling',
  label: 'Falling cloth',
  group: 'Playground',
  rank: 95,
  summary:
    'The same cloth starts upright without pins and falls to the floor. Pin one particle or another while it falls, and see where it hangs.',
  grid: true,
  look: 'silk',
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create: (params) => hangingCloth('Falling cloth', params, []),
};
