/** Garments of two panels, a front and a back, that are sewn together: one closed surface but for its neck, its hem and its sleeves. */
import type { Environment } from '../../model/environment';
import type { SpringKind, Vec3 } from '../../model/model';
import type { Params } from '../../model/params';
import { cross, lengthOf } from '../../model/vectors';
import type { SceneData } from '../scene';
import { type NetworkSpring, networkScene } from './network-scene';

/** Both panels are cut from one net of cells: `columns` to each side of the middle, and `rows` from the shoulders down. */
interface Pattern {
  columns: number;
  rows: number;
  /** True if the cell below this row and towards the middle from this column is part of the panels. @param column 1 … columns, to each side */
  hasCell(column: number, row: number): boolean;
  /** True where front and back share a particle. @param column 0 … columns, to each side */
  isSewn(column: number, row: number): boolean;
  /** m; from the middle, and above the origin. @param column 0 … columns, to the right */
  place(column: number, row: number, isFront: boolean): readonly [x: number, y: number];
  /** m; half the distance between both panels, over the number of cells from the nearest seam: about that of a ring. */
  depth: number;
  /** Of its springs. */
  kinds: readonly SpringKind[];
  environment: Partial<Environment>;
}

/** Sweeps over a panel that find how far it is from its seams: the rest of the error is some 1e-5. */
const SWEEPS = 300;

/** A panel: the particles at its points, and its cells. */
interface Panel {
  /** By point, row by row; −1: none. */
  particles: Int32Array;
  /** Corners of each cell as points, counter-clockwise for who sees it with x to the right. */
  cells: [number, number, number, number][];
  isFront: boolean;
}

/**
 * At rest as it starts: rounded like a tube, so that a seam is not a fold. Springs along the edges (structural) and the diagonals (shear)
 * of each cell, and to the second neighbours (bend), across seams too. Each particle has a quarter of the cells around it as mass.
 */
export function garment(params: Params, pattern: Pattern): SceneData {
  const { columns, rows } = pattern;
  const wide = 2 * columns + 1;
  const positions: Vec3[] = [];
  const particles = [true, false].map(() => new Int32Array(wide * (rows + 1)).fill(-1));
  const cells: Panel['cells'] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = -columns; column < columns; column++) {
      if (!pattern.hasCell(Math.max(-column, column + 1), row)) continue;
      const a = row * wide + column + columns;
      cells.push([a, a + wide, a + wide + 1, a + 1]);
    }
  }
  const panels = particles.map((of, k): Panel => ({ particles: of, cells, isFront: k === 0 }));
  for (const { particles: own, isFront } of panels) {
    const heights = inflated(pattern, cells);
    for (const point of new Set(cells.flat().sort((a, b) => a - b))) {
      const row = Math.floor(point / wide);
      const column = (point % wide) - columns;
      const isShared = pattern.isSewn(Math.abs(column), row);
      if (isShared && !isFront) {
        own[point] = particles[0][point];
        continue;
      }
      own[point] = positions.length;
      const [x, y] = pattern.place(Math.abs(column), row, isFront);
      const z = isShared ? 0 : pattern.depth * heights[point];
      positions.push([column < 0 ? -x : x, y, isFront ? z : -z]);
    }
  }
  return networkScene(params, { positions, ...sewn(panels, positions, pattern), environment: pattern.environment });
}

/** √(2u) at each point, with −∇²u = 1 and u = 0 at the seams, in cells: half a circle across a strip between two seams. */
function inflated({ columns, isSewn }: Pattern, cells: Panel['cells']): Float64Array {
  const wide = 2 * columns + 1;
  const neighbours = new Map<number, number[]>();
  for (const cell of cells) {
    cell.forEach((point, k) => {
      for (const other of [cell[(k + 1) % 4], cell[(k + 3) % 4]]) {
        const list = neighbours.get(point) ?? [];
        if (!list.includes(other)) list.push(other);
        neighbours.set(point, list);
      }
    });
  }
  const free = [...neighbours].filter(
    ([point]) => !isSewn(Math.abs((point % wide) - columns), Math.floor(point / wide)),
  );
  const u = new Float64Array(Math.max(...neighbours.keys()) + 1);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [point, others] of free) {
      let sum = 1;
      for (const other of others) sum += u[other];
      // A border is free: it has the height of its neighbours inside.
      u[point] = (others.length < 4 ? sum - 1 + others.length / 4 : sum) / others.length;
    }
  }
  const width = Math.max(...u);
  return u.map((value) => Math.sqrt(2 * value * Math.sqrt(value / width)));
}

/** The springs and triangles of both panels, and the masses. */
function sewn(panels: readonly Panel[], positions: readonly Vec3[], { columns, kinds }: Pattern) {
  const springs: NetworkSpring[] = [];
  const surface: Vec3[] = [];
  const areas = new Float64Array(positions.length);
  const keyOf = (a: number, b: number) => Math.min(a, b) * positions.length + Math.max(a, b);
  const known = new Set<number>();
  const join = (a: number, b: number, kind: SpringKind) => {
    if (a === b || known.has(keyOf(a, b)) || !kinds.includes(kind)) return;
    known.add(keyOf(a, b));
    springs.push({ ends: [Math.min(a, b), Math.max(a, b)], kind });
  };
  /** By edge: what lies opposite its ends in the first cell beside it. */
  const beside = new Map<number, readonly [number, number]>();
  const bends: [number, number][] = [];
  for (const { particles, cells, isFront } of panels) {
    for (const cell of cells) {
      const [a, b, c, d] = cell.map((point) => particles[point]);
      const corners = isFront ? [a, b, c, d] : [a, d, c, b];
      for (let k = 0; k < 4; k++) {
        const [before, start, end, after] = [3, 0, 1, 2].map((other) => corners[(k + other) % 4]);
        join(start, end, 'structural');
        const other = beside.get(keyOf(start, end));
        // The cells beside an edge run along it in opposite directions.
        if (other) bends.push([other[1], before], [other[0], after]);
        beside.set(keyOf(start, end), [before, after]);
      }
      join(a, c, 'shear');
      join(b, d, 'shear');
      // Both halves of a panel are mirror images.
      const first = cell[0] % (2 * columns + 1) < columns ? 0 : 1;
      for (const k of [first, first + 2]) surface.push([0, 1, 2].map((next) => corners[(k + next) % 4]) as Vec3);
      const area = areaOf(cell.map((point) => positions[particles[point]]));
      for (const corner of corners) areas[corner] += area / 4;
    }
  }
  for (const [a, b] of bends) join(a, b, 'bend');
  const largest = Math.max(...areas);
  return { springs, surface, massRatios: Array.from(areas, (area) => area / largest) };
}

/** Of a quadrilateral, by its diagonals, m². */
function areaOf([a, b, c, d]: Vec3[]): number {
  const [p, q] = [c.map((x, axis) => x - a[axis]), d.map((x, axis) => x - b[axis])];
  return 0.5 * lengthOf(cross(p, q));
}
