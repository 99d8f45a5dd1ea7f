/**
 * The specimens of the tests of validation: meshes in the plane, before they become particles and springs. Lengths are along x,
 * breadths along y, m.
 */
import type { Vec3 } from '../../model/model';
import { cornerAreas } from '../../model/surface-mesh';
import type { SceneFile } from '../../scenes/file/check-scene-file';
import { sheetSprings } from '../../scenes/materials/sheet-material';

/** Points and triangles. */
export interface PlaneMesh {
  /** x and y of each particle. */
  readonly at: readonly (readonly [number, number])[];
  readonly triangles: readonly (readonly [number, number, number])[];
  /** The other diagonal of each cell of a net. */
  readonly diagonals?: readonly (readonly [number, number])[];
}

/** A net of square cells, particle = column along the strip · (breadth + 1) + row across it. */
export function netStrip(
  cells: number,
  breadth: number,
  side: number,
  diagonals: 'right' | 'left' | 'alternating',
): PlaneMesh {
  const at: [number, number][] = [];
  const triangles: [number, number, number][] = [];
  const others: [number, number][] = [];
  const index = (i: number, j: number) => i * (breadth + 1) + j;
  for (let i = 0; i <= cells; i++) for (let j = 0; j <= breadth; j++) at.push([i * side, j * side]);
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < breadth; j++) {
      const [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
      const isRight = diagonals === 'right' || (diagonals === 'alternating' && (i + j) % 2 === 0);
      if (isRight) triangles.push([a, b, d], [b, c, d]);
      else triangles.push([a, b, c], [a, c, d]);
      others.push(isRight ? [a, c] : [b, d]);
    }
  }
  return { at, triangles, diagonals: others };
}

/** A square of a test’s net, or of a mesh of triangles. @param side of a cell, m */
export const squareMesh = ({ cells, mesh }: Net, side: number): PlaneMesh =>
  netStrip(cells, cells, side, mesh === 'net' ? 'right' : 'alternating');

/** A sheet of springs on a mesh. */
interface SheetOptions {
  mesh: PlaneMesh;
  /** The points of the mesh in the order of the particles; absent: as they are. */
  order?: readonly number[];
  /** Where a place in the plane of the mesh is at the start, m. */
  place(x: number, y: number): Vec3;
  /** True for a place that is pinned; absent: none is. */
  isPinned?(x: number, y: number): boolean;
  /** kg/m². */
  density: number;
  /** E t of the springs, N/m. */
  stretch: number;
  /** Particles across, if the engine is to know the mesh as a net; 0: it is a mesh of triangles. */
  columns?: number;
}

/**
 * The scene file of a sheet: masses by area, and springs along all edges, as of a material. They act as a continuum of stiffness E t and
 * Poisson's ratio ⅓.
 */
export function sheetFile({
  mesh: { at, triangles, diagonals = [] },
  order = at.map((_, i) => i),
  place,
  isPinned = () => false,
  density,
  stretch,
  columns = 0,
}: SheetOptions): SceneFile {
  const n = at.length;
  const rank = new Uint32Array(n);
  order.forEach((i, k) => {
    rank[i] = k;
  });
  const surface = triangles.map((t) => t.map((i) => rank[i]) as Vec3);
  const sides = [...triangles.flatMap((t) => t.map((i, k) => [i, t[(k + 1) % 3]])), ...diagonals];
  const sorted = sides.map(([a, b]) => [rank[a], rank[b]].sort((p, q) => p - q) as [number, number]);
  const pairs = [...new Map(sorted.map((ends) => [ends[0] * n + ends[1], ends])).values()];
  const corners = Uint32Array.from(surface.flat());
  const rest = Float64Array.from(order.flatMap((i) => [...at[i], 0]));
  const masses = cornerAreas(corners, rest, n).map((area) => density * area);
  const springs = Uint32Array.from(pairs.flat());
  const sheet = { springs, kinds: new Uint8Array(pairs.length), restLengths: new Float64Array(pairs.length), masses };
  const stiffness = sheetSprings({ ...sheet, grid: null }, corners, rest, { stretch, shear: 0 });
  const isDiagonal = ([a, b]: [number, number]) => columns > 0 && b - a !== 1 && b - a !== columns;
  return {
    hooke: 1,
    particles: {
      positions: order.map((i) => place(...at[i])),
      masses: [...masses],
      pinned: order.flatMap((i, k) => (isPinned(...at[i]) ? [k] : [])),
    },
    springs: {
      pairs,
      stiffness: [...(stiffness ?? [])],
      kinds: pairs.map((pair) => (isDiagonal(pair) ? 'shear' : 'structural')),
    },
    surface,
    params: columns > 0 ? { rows: n / columns, columns } : {},
  };
}

// The interface of a test of validation: what it measures on a net, and what that should be.

/** A net that the tests are run on. */
export interface Net {
  /** Cells along the specimen. */
  readonly cells: number;
  /** A rectangular net with right diagonals; or a mesh of triangles, with alternating diagonals, that the engine does not know as a net. */
  readonly mesh: 'net' | 'triangles';
}

/** Two resolutions and two triangulations. */
export const NETS: readonly Net[] = [
  { cells: 20, mesh: 'net' },
  { cells: 40, mesh: 'net' },
  { cells: 20, mesh: 'triangles' },
  { cells: 40, mesh: 'triangles' },
];

/** A number that was measured, and its reference. */
export interface Measured {
  /** What is measured: 'Γ = 10'. */
  readonly label: string;
  readonly value: number;
  /** The exact value, or the lowest and the highest of a range. */
  readonly reference: number | readonly [number, number];
  /** Deviations are parts of it; absent: of the reference. */
  readonly scale?: number;
  /** Where the tip of the strip is, from the clamp, over the length: x along the clamp, y upwards; absent: there is no strip, or told before. */
  readonly tip?: Place;
}

/** x and y. */
export type Place = readonly [x: number, y: number];

/** A test of validation. */
export interface ValidationCase {
  readonly id: string;
  readonly label: string;
  /** What is measured, with its unit. */
  readonly quantity: string;
  /** One or two sentences: the experiment, and what its figures are compared with. */
  readonly about: string;
  /** Largest deviation that passes, a part of the reference. */
  tolerance(net: Net): number;
  /** The exact path of the tip as the load grows; absent: there is none. */
  path?(): Place[];
  /** True if the specimen has no triangles: it runs on one triangulation. */
  readonly hasNoTriangles?: boolean;
  /** The same measurements for every net; a coarse one may lack some. @throws RangeError if there is no equilibrium */
  measure(net: Net): Generator<null, Measured[], void>;
}

/** Deviation of a measured value, as a part of its reference: 0 within a range. */
export function deviationOf({ value, reference, scale }: Measured): number {
  if (typeof reference === 'number') return (value - reference) / (scale ?? reference);
  const [low, high] = reference;
  return value < low ? (value - low) / low : value > high ? (value - high) / high : 0;
}
