import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';

/** m; side of the square in which the particles start. */
const SIZE = 0.6;
/** m; position of the upper left corner. */
const LEFT = 0.2;
const TOP = 0.8;
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
    const dx = SIZE / (params.columns - 1);
    const dy = SIZE / (params.rows - 1);
    return gridScene(params, {
      width: SIZE,
      height: SIZE,
      kinds: ['structural'],
      restRatio: REST_RATIO,
      position: (row, column) => [LEFT + column * dx, TOP - row * dy, 0],
      pinned: [0, params.columns - 1],
    });
  },
};
