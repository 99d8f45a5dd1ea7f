import { cos, sin } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { garment } from '../builders/garment';
import { bodyOf, FLOOR, type SceneDefinition } from '../scene';

/** m; side of a cell. */
const CELL = 0.035;
/** Cells from the middle to the side of the body, and to the cuff; from the shoulder to the hem, and across a sleeve. */
const BODY = 7;
const CUFF = 12;
const ROWS = 19;
const SLEEVE = 5;
/** Half the width of the neck in cells, and how far it is cut out in front and at the back, m. */
const NECK = 3;
const CUT = { front: 0.085, back: 0.025 };
/** m; height of the shoulders beside the neck. How far they slope down, and the angle of the sleeves, rad. */
const TOP = 1.3;
const SLOPE = 0.33;
const DROOP = 0.45;
/** The first rows are closer, as if bent about the shoulders: the radius in cells. */
const ROUND = 1.2;
/** m; half of the distance from front to back, over the number of cells to the side. */
const DEPTH = 0.012;
/** m; the hanger, and its middle above the shoulders: they start a little above its arms. */
const HANGER: Vec3 = [0.42, 0.174, 0.0546];
const RISE = 0.014;

/** About those of cotton jersey: 160 g/m², a stiffness of some 400 N/m per breadth, and little bending. */
const JERSEY = {
  mass: 3.4e-4,
  stiffness: 340,
  shear: 0.5,
  bend: 0,
  damping: 0.034,
  bending: 3e-6,
  bendingDamping: 1.5e-8,
  airDrag: 0.2,
};

export const shirt: SceneDefinition = {
  id: 'shirt',
  label: 'Shirt on a hanger',
  group: 'Playground',
  rank: 120,
  summary:
    'A T-shirt of cotton jersey, a front and a back that are sewn together, falls on its hanger and hangs in folds. Pull a sleeve, or lift the shirt off; drag the hanger by its handle.',
  look: 'cotton',
  integrator: 'implicit-euler',
  params: { dt: 1 / 60, selfCollision: 1, cgTolerance: 1e-2, ...JERSEY },
  create: (params) =>
    garment(params, {
      columns: CUFF,
      rows: ROWS,
      hasCell: (column, row) => column <= BODY || row < SLEEVE,
      isSewn: (column, row) =>
        (row === 0 && column >= NECK) || (row === SLEEVE && column >= BODY) || (column === BODY && row >= SLEEVE),
      place(column, row, isFront) {
        const x = CELL * Math.min(column, BODY);
        const along = CELL * Math.max(0, column - BODY);
        const down = CELL * (Math.sqrt(row * row + ROUND * ROUND) - ROUND);
        const slope = SLOPE * Math.max(0, x - CELL * NECK);
        if (column > BODY) {
          const angle = (DROOP * (column - BODY)) / (CUFF - BODY);
          return [x + along * cos(DROOP) - down * sin(angle), TOP - slope - along * sin(DROOP) - down * cos(angle)];
        }
        const part = Math.min(1, column / NECK);
        const cut = (isFront ? CUT.front : CUT.back) * (1 - part * part) * Math.max(0, 1 - row / SLEEVE);
        return [x, TOP - down - slope * (1 - row / ROWS) - cut];
      },
      depth: DEPTH,
      kinds: ['structural', 'shear'],
      environment: { planes: [FLOOR], bodies: [bodyOf('hanger', HANGER, 0.3, TOP + RISE)] },
    }),
};
