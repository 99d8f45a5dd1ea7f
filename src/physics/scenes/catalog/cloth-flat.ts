import { cornersOfGrid } from '../builders/grid';
import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; above the floor. */
const HEIGHT = 1;
/** Where its corners take all its weight at once, the cloth of the other scenes would stretch by a quarter. */
const PARAMS = { ...CLOTH_PARAMS, stiffness: 400, dt: 2e-4 };

/** The start of many assignments on cloth: level and at rest length. */
export const clothFlat: SceneDefinition = {
  id: 'cloth-flat',
  label: 'Flat cloth',
  group: 'Playground',
  rank: 90,
  summary:
    'A cloth starts level and unstretched, pinned at its four corners, and sags. Compare how deep it hangs at rest for other masses and stiffnesses.',
  grid: true,
  look: 'linen',
  integrator: 'symplectic-euler',
  params: PARAMS,
  create(params) {
    const [dx, dz] = [CLOTH_SIZE / (params.columns - 1), CLOTH_SIZE / (params.rows - 1)];
    return gridScene(params, {
      width: CLOTH_SIZE,
      height: CLOTH_SIZE,
      position: (row, column) => [column * dx - CLOTH_SIZE / 2, HEIGHT, row * dz - CLOTH_SIZE / 2],
      pinned: cornersOfGrid(params),
    });
  },
};
