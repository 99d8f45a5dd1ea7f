import type { Vec3 } from '../../model/model';
import { SPRING_KINDS } from '../../model/model';
import { gridSprings, gridTriangles } from '../builders/grid';
import { lattice } from '../builders/lattice';
import { networkScene } from '../builders/network-scene';
import { triples } from '../builders/triples';
import type { SceneDefinition } from '../scene';

/** Particles along a side of the bed, its size and its height above the floor, m. */
const SIDE = 25;
const SIZE = 1.2;
const HEIGHT = 0.6;
/** Rest lengths as a part of the cells': the bed is stretched over its frame. */
const TAUT = 0.8;
/** Cells of the block, the edge of one, and how high above the bed it starts, m. */
const CELLS = 3;
const CELL = 0.06;
const DROP = 0.4;
/** Mass of a particle of the bed as a part of one of the block's. */
const LIGHT = 0.1;

export const trampoline: SceneDefinition = {
  id: 'trampoline',
  label: 'Trampoline',
  group: 'Playground',
  rank: 60,
  summary:
    'A taut bed in a frame, and a block that jumps on it: the two meet particle by particle, as a folded cloth meets itself. Throw the block, or cut the bed.',
  grid: false,
  integrator: 'symplectic-euler',
  params: {
    dt: 3e-4,
    stiffness: 600,
    shear: 0.5,
    bend: 0.2,
    damping: 0.02,
    drag: 2e-4,
    mass: 0.01,
    selfCollision: 1,
    clothThickness: 0.045,
  },
  create(params) {
    const grid = { rows: SIDE, columns: SIDE };
    const cell = SIZE / (SIDE - 1);
    const bed = gridSprings(grid, SIZE, SIZE, SPRING_KINDS);
    const n = SIDE * SIDE;
    const half = (CELLS * CELL) / 2;
    const block = lattice([CELLS, CELLS, CELLS], CELL, [-half, HEIGHT + DROP, -half], n);
    const place = (i: number): Vec3 => [(i % SIDE) * cell - SIZE / 2, HEIGHT, Math.floor(i / SIDE) * cell - SIZE / 2];
    const isEdge = (i: number) => {
      const [row, column] = [Math.floor(i / SIDE), i % SIDE];
      return row === 0 || column === 0 || row === SIDE - 1 || column === SIDE - 1;
    };
    const all = Array.from({ length: n }, (_, i) => i);
    return networkScene(params, {
      name: 'Trampoline',
      positions: [...all.map(place), ...block.positions],
      massRatios: [...all.map(() => LIGHT), ...block.positions.map(() => 1)],
      springs: [
        ...Array.from(bed.kinds, (kind, j) => ({
          ends: [bed.pairs[2 * j], bed.pairs[2 * j + 1]] as const,
          kind: SPRING_KINDS[kind],
          restLength: TAUT * bed.lengths[j],
        })),
        ...block.springs,
      ],
      pinned: all.filter(isEdge),
      surface: [...triples(gridTriangles(grid)), ...block.surface],
      environment: { planes: [{ point: [0, 0, 0], normal: [0, 1, 0], restitution: 0.2, friction: 0.5 }] },
    });
  },
};
