import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; radius of the ball, and height of its centre above the floor. */
const RADIUS = 0.25;
const CENTER = 0.45;
/** m; initial distance between the top of the ball and the cloth. */
const GAP = 0.12;

export const clothOnSphere: SceneDefinition = {
  id: 'cloth-on-sphere',
  label: 'Cloth over a ball',
  group: 'Contact',
  rank: 30,
  summary:
    'A square cloth falls flat onto a ball and drapes over it, down to the floor. Pull it off, or reduce the friction of the ball until the cloth slides.',
  grid: true,
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, dt: 1 / 120, selfCollision: 1 },
  create: (params) =>
    gridScene(params, {
      name: 'Cloth over a ball',
      width: CLOTH_SIZE,
      height: CLOTH_SIZE,
      kinds: ['structural', 'shear', 'bend'],
      position: (row, column) => [
        (column / (params.columns - 1) - 0.5) * CLOTH_SIZE,
        CENTER + RADIUS + GAP,
        (row / (params.rows - 1) - 0.5) * CLOTH_SIZE,
      ],
      pinned: [],
      environment: {
        planes: [{ point: [0, 0, 0], normal: [0, 1, 0], restitution: 0, friction: 0.5 }],
        spheres: [{ center: [0, CENTER, 0], radius: RADIUS, restitution: 0, friction: 0.4 }],
      },
    }),
};
