import { FLOOR } from '../builders/floor';
import { levelCloth } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; the bust, which stands on the floor. */
const SIZE = [0.5, 0.6, 0.3] as const;
/** m; initial distance between the top of the bust and the cloth. */
const GAP = 0.05;

export const clothOverBust: SceneDefinition = {
  id: 'cloth-over-bust',
  label: 'Cloth over a bust',
  group: 'Contact',
  rank: 34,
  summary:
    'A square cloth falls over a bust, and shows its head and its shoulders. Pull it off, or turn the bust on the panel.',
  grid: true,
  look: 'silk',
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, bend: 0.02, dt: 1 / 120, selfCollision: 1 },
  create: (params) =>
    levelCloth(params, 'Cloth over a bust', CLOTH_SIZE, SIZE[1] + GAP, {
      planes: [FLOOR],
      bodies: [
        {
          shape: 'bust',
          size: [...SIZE],
          center: [0, 0.5 * SIZE[1], 0],
          rotation: [0, 0, 0],
          restitution: 0,
          friction: 0.5,
        },
      ],
    }),
};
