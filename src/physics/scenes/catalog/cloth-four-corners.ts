import { cornersOfGrid } from '../builders/grid';
import { gridScene, wavyLine } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; height of the corners above the floor. */
const HEIGHT = 0.9;
/** rad; slope of the cloth at its edges. */
const SLOPE = 0.8;

export const clothFourCorners: SceneDefinition = {
  id: 'cloth-four-corners',
  label: 'Hammock',
  group: 'Cloth',
  rank: 30,
  summary:
    'The same cloth, pinned at its four corners, sags between them. Lift its middle and drop it, or unpin one corner and watch it swing.',
  grid: true,
  look: 'denim',
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create(params) {
    // Half a wave: down and up again.
    const arc = wavyLine(params.columns, CLOTH_SIZE, -SLOPE, 0.5);
    const cell = CLOTH_SIZE / (params.rows - 1);
    return gridScene(params, {
      width: CLOTH_SIZE,
      height: CLOTH_SIZE,
      position: (row, column) => [arc.along[column], HEIGHT + arc.across[column], row * cell - CLOTH_SIZE / 2],
      pinned: cornersOfGrid(params),
    });
  },
};
