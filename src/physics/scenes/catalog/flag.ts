import { FLOOR } from '../builders/floor';
import { particlesOfLeftEdge } from '../builders/grid';
import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS } from './cloth';

/** m; size at rest. */
const WIDTH = 1.2;
const HEIGHT = 0.8;
/** m; height of the upper edge above the floor. */
const TOP = 1.35;
const WIND = {
  type: 'wind',
  velocity: [6, 0, 0.5] as [number, number, number],
  density: 1.2,
  dragCoefficient: 1,
  gust: 2.5,
  gustPeriod: 0.3,
  seed: 1,
};

export const flag: SceneDefinition = {
  id: 'flag',
  label: 'Flag in the wind',
  group: 'Playground',
  rank: 10,
  summary:
    'A flag of 120 g on a mast, in a wind of 6 m/s with gusts that travel along it. Change the wind or its seed under Forces, or turn the wind off.',
  grid: true,
  look: 'sailcloth',
  integrator: 'symplectic-euler',
  params: { ...CLOTH_PARAMS, rows: 24, columns: 36, mass: 0.12 / (24 * 36) },
  create(params) {
    const { rows, columns } = params;
    return gridScene(params, {
      width: WIDTH,
      height: HEIGHT,
      position: (row, column) => [WIDTH * (column / (columns - 1) - 0.5), TOP - (row * HEIGHT) / (rows - 1), 0],
      pinned: particlesOfLeftEdge(params),
      environment: { planes: [FLOOR], forces: [WIND] },
    });
  },
};
