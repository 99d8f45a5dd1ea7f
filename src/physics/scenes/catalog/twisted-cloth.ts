import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; of the upper edge above the floor. */
const TOP = 1.3;
/** rad/s; of the upper edge about the vertical. */
const RATE = 0.6;
/** Of the cloth's width to its height. */
const NARROW = 0.6;

/** Source of the treatment of moving pins: lecture notes 3D Mass Spring System, fixed points by P. */
export const twistedCloth: SceneDefinition = {
  id: 'twisted-cloth',
  label: 'Wrung cloth',
  group: 'Playground',
  rank: 30,
  summary:
    'A cloth held along two edges, the upper of which turns: it is wrung out like a towel. Stop the turning, reverse it, or shake the edge instead.',
  grid: true,
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, dt: 1 / 120, gravity: 0, drag: 5e-4, selfCollision: 1, clothThickness: 0.02 },
  create(params) {
    const { rows, columns } = params;
    const edge = Array.from({ length: columns }, (_, column) => column);
    return gridScene(params, {
      name: 'Wrung cloth',
      width: NARROW * CLOTH_SIZE,
      height: CLOTH_SIZE,
      kinds: ['structural', 'shear', 'bend'],
      place: (row, column) => [
        (column / (columns - 1) - 0.5) * NARROW * CLOTH_SIZE,
        TOP - (row * CLOTH_SIZE) / (rows - 1),
        0,
      ],
      pinned: [...edge, ...edge.map((column) => (rows - 1) * columns + column)],
      environment: { motion: [{ type: 'twist', particles: edge, center: [0, TOP, 0], axis: [0, 1, 0], rate: RATE }] },
    });
  },
};
