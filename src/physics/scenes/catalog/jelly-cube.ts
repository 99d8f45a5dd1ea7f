import type { Vec3 } from '../../model/model';
import { FLOOR } from '../builders/floor';
import { lattice } from '../builders/lattice';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Cells along an edge, and the edge length of a cell, m. */
const CELLS = 5;
const CELL = 0.08;
/** Pa; bulk modulus of the volume spring. */
const BULK = 2000;
/** m; initial height of its lower faces above the floor. */
const DROP = 0.5;
/** rad/s; initial rate of rotation. */
const SPIN = 1.5;

export const jellyCube: SceneDefinition = {
  id: 'jelly-cube',
  label: 'Jelly cube',
  group: 'Playground',
  rank: 50,
  summary:
    'A lattice of springs falls on the floor. A volume spring acts on everything inside its surface. Remove the volume spring under Forces, or turn off the bend springs (the space diagonals), and see what they are for.',
  grid: false,
  look: 'jelly',
  integrator: 'implicit-euler',
  params: { dt: 1 / 120, stiffness: 150, shear: 0.5, bend: 0.5, damping: 0.05, drag: 1e-4, mass: 0.004 },
  create(params) {
    const half = (CELLS * CELL) / 2;
    const { positions, springs, surface } = lattice([CELLS, CELLS, CELLS], CELL, [-half, DROP, -half]);
    return networkScene(params, {
      positions,
      velocities: positions.map(([, y, z]): Vec3 => [0, -SPIN * z, SPIN * (y - DROP - half)]),
      springs,
      surface,
      environment: {
        forces: [{ type: 'volume', restVolume: 8 * half * half * half, bulk: BULK }],
        planes: [{ ...FLOOR, restitution: 0.1 }],
      },
    });
  },
};
