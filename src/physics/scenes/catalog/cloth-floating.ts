import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; height of the centre above the floor. */
const HEIGHT = 0.8;
/** rad/s; initial rate of rotation of the upper edge about the vertical axis; the lower edge has the opposite rate. */
const RATE = 8;

export const clothFloating: SceneDefinition = {
  id: 'cloth-floating',
  label: 'Floating cloth',
  group: 'Cloth',
  rank: 40,
  summary:
    'A cloth without gravity, pins or air. Its upper and lower edges start to rotate in opposite directions. Its momentum stays zero: compare the energy under each integrator.',
  grid: true,
  look: 'silk',
  integrator: 'symplectic-euler',
  params: { ...CLOTH_PARAMS, gravity: 0, drag: 0 },
  create(params) {
    const dx = CLOTH_SIZE / (params.columns - 1);
    const dy = CLOTH_SIZE / (params.rows - 1);
    return gridScene(params, {
      width: CLOTH_SIZE,
      height: CLOTH_SIZE,
      position: (row, column) => [column * dx - CLOTH_SIZE / 2, HEIGHT + CLOTH_SIZE / 2 - row * dy, 0],
      velocity: ([x, y]) => [0, 0, (-RATE * x * (y - HEIGHT)) / (CLOTH_SIZE / 2)],
      environment: {},
    });
  },
};
