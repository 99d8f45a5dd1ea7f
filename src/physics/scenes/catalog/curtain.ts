import { gridScene } from '../builders/grid-scene';
import { pleats } from '../builders/pleats';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS } from './cloth';

/** m; of the cloth when it is flat, and of its rail above the floor. */
const WIDTH = 1.6;
const HEIGHT = 1.1;
const RAIL = 1.25;
/** Particles between two rings. */
const RINGS = 4;

export const curtain: SceneDefinition = {
  id: 'curtain',
  label: 'Curtain',
  group: 'Playground',
  rank: 20,
  summary: 'A wide cloth in pleats on the rings of a rail. Draw it aside by its lower corner, and let it swing back.',
  grid: true,
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, dt: 1 / 120, rows: 33, columns: 49, mass: 0.35 / (33 * 49), drag: 2e-4 },
  create(params) {
    const { rows, columns } = params;
    const { x, z } = pleats(columns, WIDTH);
    const cell = HEIGHT / (rows - 1);
    const pinned = Array.from({ length: columns }, (_, column) => column).filter(
      (column) => column % RINGS === 0 || column === columns - 1,
    );
    return gridScene(params, {
      name: 'Curtain',
      width: WIDTH,
      height: HEIGHT,
      kinds: ['structural', 'shear', 'bend'],
      place: (row, column) => [x[column], RAIL - row * cell, z[column]],
      pinned,
    });
  },
};
