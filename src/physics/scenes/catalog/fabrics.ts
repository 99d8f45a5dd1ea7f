/** Sheets with the moduli of a real material, at their true thickness. */
import { cos, sin } from '../../model/deterministic-math';
import { particlesOfLeftEdge } from '../builders/grid';
import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';

/** m; side of the cloth, its height above the floor, and radius of the hoop, on which it is pinned. */
const SIDE = 0.4;
const HOOP_HEIGHT = 0.4;
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
        return [x(column), HOOP_HEIGHT + wave, z(row)];
      },
      pinned: Array.from({ length: rows * columns }, (_, i) => i).filter((i) =>
        isHeld(Math.floor(i / columns), i % columns),
      ),
    });
  },
};

/** m; size of an A4 sheet, and height of the held edge above the floor. */
const WIDTH = 0.297;
const HEIGHT = 0.21;
const TOP = 0.3;
/** rad; the angle of the arc to which the held edge is bent. */
const ARC = 1.6;

/** What paper gives on this net, to the bit: `tests/laws/scenes/materials.test.ts` holds it. */
const PAPER = {
  mass: 1.7820000000000053e-5,
  stiffness: 437282.2353370281,
  shear: 0.2973058476897998,
  bend: 0,
  damping: 43.72822353370281,
  bending: 3e-4,
  bendingDamping: 1.4999999999999998e-6,
  airDrag: 0.2,
  drag: 0,
};

export const paperSheet: SceneDefinition = {
  id: 'paper-sheet',
  label: 'Sheet of paper',
  group: 'Playground',
  rank: 70,
  summary:
    'A sheet of paper, A4, is held by one edge, which is bent to an arc. So it stands out straight: to bend down, it would have to stretch. Unpin the ends of the edge, and it hangs down.',
  grid: true,
  look: 'paper',
  integrator: 'implicit-euler',
  material: 'paper',
  params: { dt: 1 / 120, rows: 15, columns: 21, cgTolerance: 3e-3, ...PAPER },
  create(params) {
    const { rows, columns } = params;
    // Chords of a circle, each as long as a cell.
    const cell = HEIGHT / (rows - 1);
    const turn = ARC / (rows - 1);
    const radius = cell / (2 * sin(turn / 2));
    return gridScene(params, {
      width: WIDTH,
      height: HEIGHT,
      kinds: ['structural', 'shear'],
      position(row, column) {
        const angle = turn * (row - (rows - 1) / 2);
        return [(column / (columns - 1) - 0.5) * WIDTH, TOP + radius * (1 - cos(angle)), radius * sin(angle)];
      },
      pinned: particlesOfLeftEdge(params),
    });
  },
};
