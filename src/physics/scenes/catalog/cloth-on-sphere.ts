import { FLOOR } from '../builders/floor';
import { levelCloth } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; radius of the ball, which lies on the floor. */
const RADIUS = 0.25;
/** m; initial distance between the top of the ball and the cloth. */
const GAP = 0.12;

export const clothOnSphere: SceneDefinition = {
  id: 'cloth-on-sphere',
  label: 'Cloth over a ball',
  group: 'Contact',
  rank: 30,
  summary:
    'A square cloth falls flat onto a ball and drapes over it. Its corners lie on the floor. Pull it off, or reduce the friction of the ball until the cloth slides.',
  grid: true,
  look: 'silk',
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, dt: 1 / 120, selfCollision: 1 },
  create: (params) =>
    levelCloth(params, 'Cloth over a ball', CLOTH_SIZE, 2 * RADIUS + GAP, {
      planes: [FLOOR],
      spheres: [{ center: [0, RADIUS, 0], radius: RADIUS, restitution: 0, friction: 0.4 }],
    }),
};
