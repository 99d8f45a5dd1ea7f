import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; height of the middle above the floor. */
const HEIGHT = 0.8;
/** rad/s; how fast the upper edge turns about the vertical axis, and the lower one the other way. */
const TWIST = 8;

export const clothFloating: SceneDefinition = {
  id: 'cloth-floating',
  label: 'Floating cloth',
  group: 'Cloth',
  rank: 40,
  summary:
    'A cloth without gravity, pins or air, whose upper and lower edges are set spinning in opposite senses. Its momentum stays zero whatever it does: watch the energy under each integrator.',
  grid: true,
  integrator: 'symplectic-euler',
  params: { ...CLOTH_PARAMS, gravity: 0, drag: 0 },
  create(params) {
    const dx = CLOTH_SIZE / (params.columns - 1);
    const dy = CLOTH_SIZE / (params.rows - 1);
    return gridScene(params, {
      name: 'Floating cloth',
      width: CLOTH_SIZE,
      height: CLOTH_SIZE,
      kinds: ['structural', 'shear', 'bend'],
      place: (row, column) => [column * dx - CLOTH_SIZE / 2, HEIGHT + CLOTH_SIZE / 2 - row * dy, 0],
      velocity: ([x, y]) => [0, 0, (-TWIST * x * (y - HEIGHT)) / (CLOTH_SIZE / 2)],
      pinned: [],
    });
  },
};
