import type { Vec3 } from '../../model/model';
import { garment } from '../builders/garment';
import { bodyOf, FLOOR, type SceneDefinition } from '../scene';

/** m; the dress form, which stands on the floor. */
const FORM: Vec3 = [0.344, 1.26, 0.31];
/** Cells from the middle to the side, and from the shoulders to the hem. */
const COLUMNS = 8;
const ROWS = 24;
/** The rows where the armholes end, and where the waist is. */
const ARMHOLE = 5;
const WAIST = 11;
/** Half the width of the neck in cells, and how far it is cut out in front and at the back, m. */
const NECK = 3;
const CUT = { front: 0.09, back: 0.04 };
/** m; height of the shoulders beside the neck at the start, and from there to the hem. */
const TOP = 1.195;
const LENGTH = 0.9;
/** How far the shoulders slope down. */
const SLOPE = 0.4;
/** m; half the width at the shoulders, below the arms, at the waist and at the hem. */
const [SHOULDER, CHEST, MIDDLE, HEM] = [0.17, 0.2, 0.18, 0.46];
/** m; half of the distance from front to back, over the number of cells to the side. */
const DEPTH = 0.023;

/** Half the width at a row, m. */
function widthAt(row: number): number {
  const part = row / ARMHOLE;
  if (part < 1) return SHOULDER + (CHEST - SHOULDER) * part * part;
  if (row < WAIST) return CHEST + ((MIDDLE - CHEST) * (row - ARMHOLE)) / (WAIST - ARMHOLE);
  return MIDDLE + ((HEM - MIDDLE) * (row - WAIST)) / (ROWS - WAIST);
}

export const dressABody: SceneDefinition = {
  id: 'dress-a-body',
  label: 'Dress a body',
  group: 'Playground',
  rank: 130,
  summary:
    'A dress, made around a dress form, drops on its shoulders and is held there by contact and friction. Drag the form by its handle, or take your own meshes: Open scene… reads a garment, and Add body from file under Contact its body.',
  look: 'silk',
  integrator: 'implicit-euler',
  params: {
    dt: 1 / 60,
    stiffness: 200,
    shear: 0.5,
    bend: 0.001,
    damping: 0.03,
    mass: 4.5e-4,
    airDrag: 0.2,
    selfCollision: 1,
    cgTolerance: 1e-2,
  },
  create: (params) =>
    garment(params, {
      columns: COLUMNS,
      rows: ROWS,
      hasCell: () => true,
      isSewn: (column, row) => (row === 0 ? column >= NECK : column === COLUMNS && row >= ARMHOLE),
      place(column, row, isFront) {
        const part = Math.min(1, column / NECK);
        const cut = (isFront ? CUT.front : CUT.back) * (1 - part * part);
        const slope = (SLOPE * SHOULDER * Math.max(0, column - NECK)) / COLUMNS;
        return [
          (widthAt(row) * column) / COLUMNS,
          TOP - (LENGTH * row) / ROWS - Math.max(0, 1 - row / ARMHOLE) * (cut + slope),
        ];
      },
      depth: DEPTH,
      kinds: ['structural', 'shear', 'bend'],
      environment: { planes: [FLOOR], bodies: [bodyOf('dress form', FORM, 0.4)] },
    }),
};
