import { sin } from '../../model/deterministic-math';
import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';

/** m; side of the cloth, its height above the floor, and radius of the hoop, on which it is pinned. */
const SIDE = 0.4;
const TOP = 0.4;
const HOOP = 0.12;
/** m; height of small waves at the start, which decide where folds begin, and their wave numbers along both sides, 1/m. */
const WAVE = 0.003;
const [ALONG, ACROSS] = [35, 45];

/** What denim gives on this net, to the bit: `tests/laws/scenes/materials.test.ts` holds it. */
const DENIM = {
  mass: 4.000000000000008e-5,
  stiffness: 5864.896004855951,
  shear: 0.023870840997706415,
  bend: 0,
  damping: 0.5864896004855951,
  bending: 9e-5,
  bendingDamping: 4.5000000000000003e-7,
  airDrag: 0.2,
  drag: 0,
};

export const denimDrape: SceneDefinition = {
  id: 'denim-drape',
  label: 'Cloth over a hoop',
  group: 'Playground',
  rank: 75,
  summary:
    'A square of denim, 40 cm wide, hangs over a round hoop in four broad folds. Choose silk on the panel and restart: the folds are many and fine.',
  grid: true,
  look: 'denim',
  integrator: 'implicit-euler',
  material: 'denim',
  params: { dt: 1 / 120, rows: 41, columns: 41, cgTolerance: 3e-3, ...DENIM },
  create(params) {
    const { rows, columns } = params;
    const x = (column: number) => (column / (columns - 1) - 0.5) * SIDE;
    const z = (row: number) => (row / (rows - 1) - 0.5) * SIDE;
    const fromAxis = (row: number, column: number) => Math.sqrt(x(column) * x(column) + z(row) * z(row));
    /** A closed line of particles around the axis. */
    const isHeld = (row: number, column: number) =>
      Math.abs(fromAxis(row, column) - HOOP) < (0.6 * SIDE) / (columns - 1);
    return gridScene(params, {
      name: 'Denim over a hoop',
      width: SIDE,
      height: SIDE,
      kinds: ['structural', 'shear'],
      position(row, column) {
        const wave =
          fromAxis(row, column) < HOOP || isHeld(row, column)
            ? 0
            : WAVE * sin(ALONG * x(column) + 1) * sin(ACROSS * z(row));
        return [x(column), TOP + wave, z(row)];
      },
      pinned: Array.from({ length: rows * columns }, (_, i) => i).filter((i) =>
        isHeld(Math.floor(i / columns), i % columns),
      ),
    });
  },
};
