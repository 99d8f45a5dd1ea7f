import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';

/** m; of the square that it starts as. */
const SIZE = 0.6;
/** m; the upper left corner. */
const LEFT = 0.2;
const TOP = 0.8;
/** Of the cells: so it starts stretched, and snaps up. */
const REST_RATIO = 0.6;

/** Source: the Taichi mass–spring demo (物理模拟学习01, 质点弹簧系统). */
export const taichiGrid: SceneDefinition = {
  id: 'taichi-grid',
  label: 'Taichi demo',
  group: 'Stability',
  rank: 80,
  summary:
    'The 10 × 10 net of a Taichi demonstration, with its own numbers: springs along rows and columns only, damped by letting all velocities decay. Its author raised the stiffness to 100,000 and saw it diverge.',
  grid: true,
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
      name: 'Taichi demo',
      width: SIZE,
      height: SIZE,
      kinds: ['structural'],
      restRatio: REST_RATIO,
      place: (row, column) => [LEFT + column * dx, TOP - row * dy, 0],
      pinned: [0, params.columns - 1],
    });
  },
};
