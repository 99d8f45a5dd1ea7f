import { FLOOR } from '../builders/floor';
import { levelCloth } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; radius of the ball, and how high its center is above the floor. */
const RADIUS = 0.28;
const HEIGHT = 0.75;
/** m; initial distance between the top of the ball and the cloth. */
const GAP = 0.06;
/** rad/s, and when the ball begins to turn, s. */
const RATE = 5;
const START = 0.8;

export const turningBall: SceneDefinition = {
  id: 'turning-ball',
  label: 'Cloth on a turning ball',
  group: 'Contact',
  rank: 31,
  summary:
    'A square cloth falls onto a ball, which begins to turn. Friction takes the cloth along, and its corners fly outwards. Without friction it stays where it is.',
  grid: true,
  look: 'silk',
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, dt: 1 / 120, selfCollision: 1 },
  create: (params) =>
    levelCloth(params, 'Cloth on a turning ball', CLOTH_SIZE, HEIGHT + RADIUS + GAP, {
      planes: [FLOOR],
      spheres: [
        { center: [0, HEIGHT, 0], radius: RADIUS, restitution: 0, friction: 0.8, spin: [0, RATE, 0], start: START },
      ],
    }),
};
