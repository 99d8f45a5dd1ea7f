/** Blocks of particles and springs on a cubic lattice, which fall. */
import type { Vec3 } from '../../model/model';
import { gridTriangles } from '../builders/grid';
import { type NetworkSpring, networkScene, springsOfGrid } from '../builders/network-scene';
import { FLOOR, type SceneDefinition, triples } from '../scene';

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

/** Particles along a side of the bed; its size and height above the floor, m. */
const SIDE = 25;
const SIZE = 1.2;
const HEIGHT = 0.6;
/** Rest length over the spacing: less than 1, so that the bed is under tension. */
const REST_RATIO = 0.8;
/** Cells along an edge of the block, the edge length of a cell, and the initial height above the bed, m. */
const BLOCK_CELLS = 3;
const BLOCK_CELL = 0.06;
const FALL = 0.4;
/** Mass of a particle of the bed over that of one of the block. */
const MASS_RATIO = 0.1;

export const trampoline: SceneDefinition = {
  id: 'trampoline',
  label: 'Trampoline',
  group: 'Playground',
  rank: 60,
  summary:
    'A bed stretched in a frame, and a block that jumps on it. Their particles collide as those of a folded cloth do. Throw the block, or cut the bed.',
  look: 'sailcloth',
  integrator: 'symplectic-euler',
  params: { dt: 3e-4, stiffness: 600, shear: 0.5, bend: 0.2, damping: 0.02, drag: 2e-4, mass: 0.01, selfCollision: 1 },
  create(params) {
    const grid = { rows: SIDE, columns: SIDE };
    const cell = SIZE / (SIDE - 1);
    const n = SIDE * SIDE;
    const half = (BLOCK_CELLS * BLOCK_CELL) / 2;
    const block = lattice([BLOCK_CELLS, BLOCK_CELLS, BLOCK_CELLS], BLOCK_CELL, [-half, HEIGHT + FALL, -half], n);
    const position = (i: number): Vec3 => [
      (i % SIDE) * cell - SIZE / 2,
      HEIGHT,
      Math.floor(i / SIDE) * cell - SIZE / 2,
    ];
    const isEdge = (i: number) => {
      const [row, column] = [Math.floor(i / SIDE), i % SIDE];
      return row === 0 || column === 0 || row === SIDE - 1 || column === SIDE - 1;
    };
    const all = Array.from({ length: n }, (_, i) => i);
    return networkScene(params, {
      positions: [...all.map(position), ...block.positions],
      massRatios: [...all.map(() => MASS_RATIO), ...block.positions.map(() => 1)],
      springs: [...springsOfGrid(grid, SIZE, SIZE, REST_RATIO), ...block.springs],
      pinned: all.filter(isEdge),
      surface: [...triples(gridTriangles(grid)), ...block.surface],
      environment: { planes: [{ ...FLOOR, restitution: 0.2 }] },
    });
  },
};

/**
 * A block with springs along the edges of its cells (structural), along the diagonals of their faces (shear) and along
 * their space diagonals (bend), which resist a change of volume.
 * @param cells number along each axis
 * @param cell edge length of a cell, m
 * @param corner the one with the least x, y and z, m
 * @param first index of its first particle
 */
export function lattice(cells: Vec3, cell: number, corner: Vec3, first = 0) {
  const [nx, ny, nz] = [cells[0] + 1, cells[1] + 1, cells[2] + 1];
  const index = (x: number, y: number, z: number) => first + x + nx * (y + ny * z);
  const positions: Vec3[] = [];
  const springs: NetworkSpring[] = [];
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        positions.push([corner[0] + x * cell, corner[1] + y * cell, corner[2] + z * cell]);
        for (const [dx, dy, dz] of NEIGHBOURS) {
          const [u, v, w] = [x + dx, y + dy, z + dz];
          if (u < 0 || v < 0 || u >= nx || v >= ny || w >= nz) continue;
          const axes = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
          springs.push({ ends: [index(x, y, z), index(u, v, w)], kind: KINDS[axes - 1] });
        }
      }
    }
  }
  return {
    positions,
    springs,
    /** Triangles of the outer faces, counter-clockwise seen from outside. */
    surface: outerTriangles([nx, ny, nz], index),
  };
}

/** By the number of axes along which a spring extends. */
const KINDS = ['structural', 'shear', 'bend'] as const;

/** One of each pair of opposite directions to the 26 neighbours. */
const NEIGHBOURS: Vec3[] = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].flatMap((dy) => [0, 1].map((dz): Vec3 => [dx, dy, dz])))
  .filter(([dx, dy, dz]) => dz > 0 || dy > 0 || (dy === 0 && dx > 0));

/** Two triangles for each outer face of a cell. @param n particles along each axis */
function outerTriangles(n: Vec3, index: (x: number, y: number, z: number) => number): Vec3[] {
  const triangles: Vec3[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const far of [false, true]) {
      for (let i = 0; i + 1 < n[u]; i++) {
        for (let j = 0; j + 1 < n[v]; j++) {
          const corner = (a: number, b: number) => {
            const position: Vec3 = [0, 0, 0];
            position[axis] = far ? n[axis] - 1 : 0;
            position[u] = i + a;
            position[v] = j + b;
            return index(...position);
          };
          const quad = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          const [a, b, c, d] = far ? quad : quad.reverse();
          triangles.push([a, b, c], [a, c, d]);
        }
      }
    }
  }
  return triangles;
}
