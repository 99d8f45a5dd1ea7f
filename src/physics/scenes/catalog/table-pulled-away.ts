import { FLOOR } from '../builders/floor';
import { levelCloth } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS } from './cloth';

/** m; breadth and height of the table, and side of the cloth that lies flat on it. */
const BREADTH = 1.2;
const HEIGHT = 0.4;
const SIDE = 0.8;
/** s; when the table starts, and how long it takes. */
const START = 0.5;
const DURATION = 0.5;
/** m; how far it goes. */
const WAY = 1.3;
/** The fastest acceleration of the path is 6 · 1.3 m/0.25 s² = 31 m/s², ten times μg. */
const FRICTION = 0.3;

export const tablePulledAway: SceneDefinition = {
  id: 'table-pulled-away',
  label: 'Table pulled away',
  group: 'Contact',
  rank: 33,
  summary:
    'A table is pulled away under its cloth so fast that friction cannot take the cloth along: it stays behind, and falls. Drag the table by its handle: slowly, and the cloth goes with it.',
  grid: true,
  look: 'silk',
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, mass: (0.2 * SIDE * SIDE) / (32 * 32), dt: 1 / 120, selfCollision: 1 },
  create: (params) =>
    levelCloth(params, 'Table pulled away', SIDE, HEIGHT, {
      planes: [FLOOR],
      bodies: [
        {
          shape: 'table',
          size: [BREADTH, HEIGHT, BREADTH],
          center: [0, 0.5 * HEIGHT, 0],
          rotation: [0, 0, 0],
          restitution: 0,
          friction: FRICTION,
          path: [0, 0, 0, 0, DURATION, WAY, 0, 0],
          start: START,
        },
      ],
    }),
};
