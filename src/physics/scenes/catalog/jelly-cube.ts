import type { Vec3 } from '../../model/model';
import { lattice } from '../builders/lattice';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Cells along an edge, and the edge of one, m. */
const CELLS = 5;
const CELL = 0.08;
/** Pa; of what fills it. */
const BULK = 2000;
/** m; of its lowest corner above the floor. */
const DROP = 0.5;
/** m/s; of the corner that is a metre from the axis through the middle: a little spin. */
const SPIN = 1.5;

export const jellyCube: SceneDefinition = {
  id: 'jelly-cube',
  label: 'Jelly cube',
  group: 'Playground',
  rank: 50,
  summary:
    'A lattice of springs, with a volume spring for all that is inside its skin, falls on the floor. Remove the volume spring under Forces, or switch off the bend springs, the ones through the cells, and see what they were for.',
  grid: false,
  integrator: 'implicit-euler',
  params: { dt: 1 / 120, stiffness: 150, shear: 0.5, bend: 0.5, damping: 0.05, drag: 1e-4, mass: 0.004 },
  create(params) {
    const half = (CELLS * CELL) / 2;
    const { positions, springs, surface } = lattice([CELLS, CELLS, CELLS], CELL, [-half, DROP, -half]);
    return networkScene(params, {
      name: 'Jelly cube',
      positions,
      velocities: positions.map(([, y, z]): Vec3 => [0, -SPIN * z, SPIN * (y - DROP - half)]),
      springs,
      surface,
      environment: {
        forces: [{ type: 'volume', restVolume: 8 * half * half * half, bulk: BULK }],
        planes: [{ point: [0, 0, 0], normal: [0, 1, 0], restitution: 0.1, friction: 0.5 }],
      },
    });
  },
};
