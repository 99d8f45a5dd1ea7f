/** Cloths in the wind. */

import { cos, sin } from '../../model/deterministic-math';
import { particlesOfLeftEdge, particlesOfRow } from '../builders/grid';
import { gridScene, wavyLine } from '../builders/grid-scene';
import { FLOOR, type SceneDefinition } from '../scene';
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

/** m; breadth and length of the cloth, and height of its upper edge above the floor. */
const BREADTH = 0.32;
const LENGTH = 0.48;
const EDGE = 0.75;
/** rad; between the cloth and the vertical at the start: it flies in the wind. */
const LIFT = 0.9;
/** Waves of the upper edge, and their steepest angle, rad. */
const WAVES = 2;
const SLOPE = 0.7;
const BREEZE = { ...WIND, velocity: [1.5, 0, 2.5], gust: 1.5, gustPeriod: 0.4, seed: 3 };

/** What silk gives on this net, to the bit: `tests/laws/scenes/materials.test.ts` holds it. */
const SILK = {
  mass: 2.4000000000000045e-5,
  stiffness: 2986.0890882700864,
  shear: 0.004688406670448851,
  bend: 0,
  damping: 0.2986089088270087,
  bending: 1.2e-6,
  bendingDamping: 6e-9,
  airDrag: 0.2,
  drag: 0,
};

export const silkScarf: SceneDefinition = {
  id: 'silk-scarf',
  label: 'Silk scarf',
  group: 'Playground',
  rank: 80,
  summary:
    'A small scarf of silk, 32 by 48 cm, flutters in a wind of 3 m/s with gusts, in fine folds. Choose another material on the panel, or change the wind.',
  grid: true,
  look: 'silk',
  integrator: 'implicit-euler',
  material: 'silk',
  params: { dt: 1 / 120, rows: 25, columns: 17, cgTolerance: 3e-3, ...SILK },
  create(params) {
    const { rows, columns } = params;
    const { along, across } = wavyLine(columns, BREADTH, SLOPE, WAVES);
    return gridScene(params, {
      width: BREADTH,
      height: LENGTH,
      kinds: ['structural', 'shear'],
      position(row, column) {
        const length = (row * LENGTH) / (rows - 1);
        const [x, , z] = BREEZE.velocity;
        const leeward = (length * sin(LIFT)) / Math.sqrt(x * x + z * z);
        return [along[column] + leeward * x, EDGE - length * cos(LIFT), across[column] + leeward * z];
      },
      pinned: particlesOfRow(params),
      environment: { planes: [FLOOR], forces: [BREEZE] },
    });
  },
};
