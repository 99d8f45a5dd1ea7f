/** The specimen of the drape test: a round piece of cloth on a smaller round table, and its shadow on the floor. */
import type { SceneFile } from '../../scenes/file/scene-file';
import { sheetFile } from './sheet-file';
import { netStrip } from './strip-mesh';
import type { Net } from './validation-case';

/** m; radius of the table and of the cloth, as in the test of Cusick. */
const [TABLE, CLOTH] = [0.09, 0.15];
/** Waves of the cloth around the table at the start, and the slope of their ridges. */
const [WAVES, SLOPE] = [6, 0.1];
/** m; side of a pixel of the shadow. */
const PIXEL = 1e-3;

type Triangle = readonly [number, number, number];

export interface DrapeSpecimen {
  /** Flat, on a square net of which the cloth is a part: its other particles are pinned and have no springs. */
  readonly file: SceneFile;
  /**
   * Lifts and lowers the particles of the flat cloth a little, 4n, so that it has folds to begin with.
   * @param phase of the waves, rad
   */
  wrinkle(positions: { [at: number]: number; length: number }, phase: number): void;
  /** The part of the cloth beyond the table that its shadow covers, 0 to 1. */
  coefficient(positions: ArrayLike<number>): number;
}

/**
 * A triangle belongs to the cloth if its middle does. The table holds particles up to a cell beyond its edge: the cloth leaves it in the
 * middle of the last cell that is held, on average at the edge.
 */
export function drapeSpecimen({ cells, mesh }: Net): DrapeSpecimen {
  const side = (2 * CLOTH) / cells;
  const { at, triangles, diagonals = [] } = netStrip(cells, cells, side, mesh === 'net' ? 'right' : 'alternating');
  const from = (x: number, y: number) => Math.hypot(x - CLOTH, y - CLOTH);
  const cloth = triangles.filter(
    ([a, b, c]) => from((at[a][0] + at[b][0] + at[c][0]) / 3, (at[a][1] + at[b][1] + at[c][1]) / 3) < CLOTH,
  );
  // Each cell has two triangles and one entry of `diagonals`.
  const isCloth = new Set(cloth);
  const inWhole = diagonals.filter(
    (_, cell) => isCloth.has(triangles[2 * cell]) && isCloth.has(triangles[2 * cell + 1]),
  );
  const used = new Set(cloth.flat());
  const isHeld = at.map(([x, y], i) => !used.has(i) || from(x, y) < TABLE + side);
  const file = sheetFile({
    mesh: { at, triangles: cloth, diagonals: inWhole },
    place: (x, y) => [x - CLOTH, 0, y - CLOTH],
    density: 1,
    stretch: 1,
    columns: cells + 1,
  });
  file.particles.masses = 1;
  file.particles.pinned = isHeld.flatMap((held, i) => (held ? [i] : []));
  const table = Math.PI * TABLE * TABLE;
  const flat = cloth.length * 0.5 * side * side;
  return {
    file,
    wrinkle(positions, phase) {
      for (let i = 0; i < at.length; i++) {
        const [x, y] = [at[i][0] - CLOTH, at[i][1] - CLOTH];
        const wave = Math.cos(WAVES * Math.atan2(y, x) + phase);
        if (!isHeld[i]) positions[4 * i + 1] = SLOPE * (Math.hypot(x, y) - TABLE) * wave;
      }
    },
    coefficient: (positions) => (shadowOf(positions, cloth) - table) / (flat - table),
  };
}

/** The area that triangles cover, seen from above, m². */
function shadowOf(x: ArrayLike<number>, triangles: readonly Triangle[]): number {
  const size = Math.ceil((2.2 * CLOTH) / PIXEL);
  const covered = new Uint8Array(size * size);
  const toPixels = (i: number) => [x[4 * i] / PIXEL + size / 2, x[4 * i + 2] / PIXEL + size / 2];
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map(toPixels);
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const range = (axis: number) => [
      Math.max(0, Math.ceil(Math.min(a[axis], b[axis], c[axis]) - 0.5)),
      Math.min(size - 1, Math.floor(Math.max(a[axis], b[axis], c[axis]) - 0.5)),
    ];
    const [left, right] = range(0);
    const [top, bottom] = range(1);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const isLeftOf = ([px, py]: number[], [qx, qy]: number[]) =>
          ((qx - px) * (row + 0.5 - py) - (qy - py) * (column + 0.5 - px)) * area >= 0;
        if (area !== 0 && isLeftOf(a, b) && isLeftOf(b, c) && isLeftOf(c, a)) covered[row * size + column] = 1;
      }
    }
  }
  return covered.reduce((sum, pixel) => sum + pixel, 0) * PIXEL * PIXEL;
}
