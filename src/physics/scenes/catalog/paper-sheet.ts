import { cos, sin } from '../../model/deterministic-math';
import { particlesOfLeftEdge } from '../builders/grid';
import { gridScene } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';

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
