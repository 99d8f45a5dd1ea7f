/** Cloths that a rail or two bars hold. */

import { particlesOfRow } from '../builders/grid';
import { gridScene, pleats } from '../builders/grid-scene';
import { FLOOR, type SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; size of the flat cloth, and height of the rail above the floor. */
const WIDTH = 1.6;
const HEIGHT = 1.1;
const RAIL = 1.25;
/** Columns from one ring to the next. */
const RING_SPACING = 4;

export const curtain: SceneDefinition = {
  id: 'curtain',
  label: 'Curtain',
  group: 'Playground',
  rank: 20,
  summary:
    'A wide cloth hangs in pleats from the rings of a rail. Pull it aside by a lower corner, and let it swing back.',
  grid: true,
  look: 'linen',
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, dt: 1 / 120, rows: 33, columns: 49, mass: 0.35 / (33 * 49), drag: 2e-4 },
  create(params) {
    const { rows, columns } = params;
    const { along, across } = pleats(columns, WIDTH);
    const cell = HEIGHT / (rows - 1);
    const hasRing = (column: number) => column % RING_SPACING === 0 || column === columns - 1;
    return gridScene(params, {
      width: WIDTH,
      height: HEIGHT,
      position: (row, column) => [along[column], RAIL - row * cell, across[column]],
      pinned: particlesOfRow(params).filter(hasRing),
    });
  },
};

/** m; height of the upper edge above the floor. */
const TOP = 1.3;
/** rad/s; rate of rotation of the upper edge about the vertical. */
const RATE = 0.6;
/** Width of the cloth over its height. */
const WIDTH_RATIO = 0.6;

/** Moving pins as in the lecture notes 3D Mass Spring System, fixed points by P. */
export const twistedCloth: SceneDefinition = {
  id: 'twisted-cloth',
  label: 'Twisted cloth',
  group: 'Playground',
  rank: 30,
  summary:
    'A cloth is held along two edges and the upper edge rotates, so that the cloth is wrung like a towel. Stop the rotation, reverse it, or shake the edge instead.',
  grid: true,
  look: 'denim',
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, dt: 1 / 120, gravity: 0, drag: 5e-4, selfCollision: 1 },
  create(params) {
    const { rows, columns } = params;
    const edge = particlesOfRow(params);
    return gridScene(params, {
      width: WIDTH_RATIO * CLOTH_SIZE,
      height: CLOTH_SIZE,
      position: (row, column) => [
        (column / (columns - 1) - 0.5) * WIDTH_RATIO * CLOTH_SIZE,
        TOP - (row * CLOTH_SIZE) / (rows - 1),
        0,
      ],
      pinned: [...edge, ...particlesOfRow(params, rows - 1)],
      environment: {
        planes: [FLOOR],
        motion: [{ type: 'twist', particles: edge, center: [0, TOP, 0], axis: [0, 1, 0], rate: RATE }],
      },
    });
  },
};
