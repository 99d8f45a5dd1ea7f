import { particlesOfRow } from '../builders/grid';
import { gridScene, pleats } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS } from './cloth';

/** m; size of the flat cloth, and height of the rail above the floor. */
const WIDTH = 1.6;
const HEIGHT = 1.1;
const RAIL = 1.25;
/** Columns from one ring to the next. */
const RING_SPACING = 4;

export const curtain: SceneDefinition = {
  id: 'curtain',
  label: 'Curtain',
  group: 'Playground',
  rank: 20,
  summary:
    'A wide cloth hangs in pleats from the rings of a rail. Pull it aside by a lower corner, and let it swing back.',
  grid: true,
  look: 'linen',
  integrator: 'implicit-euler',
  params: { ...CLOTH_PARAMS, dt: 1 / 120, rows: 33, columns: 49, mass: 0.35 / (33 * 49), drag: 2e-4 },
  create(params) {
    const { rows, columns } = params;
    const { along, across } = pleats(columns, WIDTH);
    const cell = HEIGHT / (rows - 1);
    const hasRing = (column: number) => column % RING_SPACING === 0 || column === columns - 1;
    return gridScene(params, {
      width: WIDTH,
      height: HEIGHT,
      position: (row, column) => [along[column], RAIL - row * cell, across[column]],
      pinned: particlesOfRow(params).filter(hasRing),
    });
  },
};
