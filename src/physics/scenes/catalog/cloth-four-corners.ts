import { cos, sin } from '../../model/deterministic-math';
import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** m; height of the corners above the floor. */
const HEIGHT = 0.9;
/** rad; slope of the trough at its edges. */
const SLOPE = 0.8;

export const clothFourCorners: SceneDefinition = {
  id: 'cloth-four-corners',
  label: 'Hammock',
  group: 'Cloth',
  rank: 30,
  summary:
    'The same cloth, held at its four corners and sagging between them. Lift its middle and drop it, or unpin one corner and watch it swing.',
  grid: true,
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create(params) {
    const last = params.rows * params.columns - 1;
    const arc = trough(params.columns);
    const cell = CLOTH_SIZE / (params.rows - 1);
    return gridScene(params, {
      name: 'Hammock',
      width: CLOTH_SIZE,
      height: CLOTH_SIZE,
      kinds: ['structural', 'shear', 'bend'],
      place: (row, column) => [arc.x[column], HEIGHT + arc.y[column], row * cell - CLOTH_SIZE / 2],
      pinned: [0, params.columns - 1, last - (params.columns - 1), last],
    });
  },
};

/** A line that goes down and up again by one smooth bend, neighbours one cell apart; its ends at y = 0, m. */
function trough(columns: number): { x: Float64Array; y: Float64Array } {
  const x = new Float64Array(columns);
  const y = new Float64Array(columns);
  const cell = CLOTH_SIZE / (columns - 1);
  for (let i = 1; i < columns; i++) {
    const angle = -SLOPE * cos((Math.PI * (i - 0.5)) / (columns - 1));
    x[i] = x[i - 1] + cell * cos(angle);
    y[i] = y[i - 1] + cell * sin(angle);
  }
  const middle = x[columns - 1] / 2;
  for (let i = 0; i < columns; i++) x[i] -= middle;
  return { x, y };
}
