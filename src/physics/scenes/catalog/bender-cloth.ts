import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';

/** m; 40 × 30 particles, 0.2 m apart. */
const WIDTH = 39 * 0.2;
const HEIGHT = 29 * 0.2;
/** m; height of the upper edge above the floor. The cloth stretches far down. */
const TOP = 8.5;

/** Source: Jan Bender, Mass-Spring-Damper Model. */
export const benderCloth: SceneDefinition = {
  id: 'bender-cloth',
  label: 'Bender’s cloth',
  group: 'Stability',
  rank: 70,
  summary:
    'The 40 × 30 cloth of Jan Bender’s demonstration, with its original parameters, in a vertical plane. At rest it is stable up to dt = 5.358 ms, hanging still only up to 5.10 ms: try 5.3 ms.',
  grid: true,
  look: 'linen',
  integrator: 'symplectic-euler',
  params: { dt: 0.005, stiffness: 5000, shear: 1, bend: 0, damping: 10, drag: 0, mass: 0.5, rows: 30, columns: 40 },
  create(params) {
    const dx = WIDTH / (params.columns - 1);
    const dy = HEIGHT / (params.rows - 1);
    return gridScene(params, {
      width: WIDTH,
      height: HEIGHT,
      kinds: ['structural', 'shear'],
      position: (row, column) => [column * dx - WIDTH / 2, TOP - row * dy, 0],
      pinned: [0, params.columns - 1],
    });
  },
};
