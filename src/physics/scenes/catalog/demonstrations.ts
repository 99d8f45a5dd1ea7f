/** The cloths of demonstrations by others, with their parameters. */
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

/** m; side of the square in which the particles start. */
const SIDE = 0.6;
/** m; position of the upper left corner. */
const LEFT = 0.2;
const UPPER = 0.8;
/** Rest length over the spacing: all springs start stretched, and the grid contracts upwards. */
const REST_RATIO = 0.6;

/** Source: the Taichi mass–spring demo (物理模拟学习01, 质点弹簧系统). */
export const taichiGrid: SceneDefinition = {
  id: 'taichi-grid',
  label: 'Taichi demo',
  group: 'Stability',
  rank: 80,
  summary:
    'The 10 × 10 grid of a Taichi demonstration, with its original parameters: springs along rows and columns only, and damping by a decay of all velocities. Its author raised the stiffness to 100,000 N/m and saw it diverge.',
  grid: true,
  // The demo's mouse: ((x − 0.5)·20, (y − 0.5)·20) N.
  pushArea: { center: [0.5, 0.5, 0], size: 1, force: 20 },
  look: 'denim',
  integrator: 'symplectic-euler',
  params: {
    dt: 1e-3,
    gravity: 9.8,
    stiffness: 1000,
    shear: 0,
    bend: 0,
    damping: 0,
    drag: 0,
    decay: 10,
    mass: 0.2,
    rows: 10,
    columns: 10,
  },
  create(params) {
    const dx = SIDE / (params.columns - 1);
    const dy = SIDE / (params.rows - 1);
    return gridScene(params, {
      width: SIDE,
      height: SIDE,
      kinds: ['structural'],
      restRatio: REST_RATIO,
      position: (row, column) => [LEFT + column * dx, UPPER - row * dy, 0],
      pinned: [0, params.columns - 1],
    });
  },
};
