/**
 * The specimens of the tests of validation: meshes in the plane, before they become particles and springs. Lengths are along x,
 * breadths along y, m.
 */
import { javascriptKernel } from '../../kernels/javascript';
import { createArena } from '../../model/arena';
import { applyCoefficients } from '../../model/coefficients';
import { createControl, type State, type Vec3 } from '../../model/model';
import { buildModel, loadState } from '../../scenes/builders/build-model';
import type { SceneFile } from '../../scenes/file/check-scene-file';
import type { MadeOf } from '../../scenes/materials/sheet-material';
import { none } from '../../solvers/preconditioners';
import { createWorld } from '../../world/create-world';
import type { ForceDefinition } from '../../world/force';

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
 * The scene file of a sheet: masses by area, and springs along all edges. Springs of a net act as a continuum of stiffness E t and
 * Poisson's ratio ⅓: k = ¾ E t along the net, half of it on the border, and ⅜ E t for both diagonals.
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
  const masses = new Array<number>(n).fill(0);
  const count = new Map<number, number>();
  for (const t of triangles) {
    const [a, b, c] = t.map((i) => at[i]);
    const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    for (const i of t) masses[rank[i]] += (density * area) / 3;
    t.forEach((i, k) => {
      const [p, q] = [rank[i], rank[t[(k + 1) % 3]]].sort((x, y) => x - y);
      count.set(p * n + q, (count.get(p * n + q) ?? 0) + 1);
    });
  }
  const k = 0.75 * stretch;
  const pairs: [number, number][] = [...count.keys()].map((key) => [Math.floor(key / n), key % n]);
  const isLevel = (a: number, b: number) =>
    Math.abs(at[a][0] - at[b][0]) < 1e-9 || Math.abs(at[a][1] - at[b][1]) < 1e-9;
  // One side for a diagonal of a net, as for the other one.
  const stiffness = [...count].map(([key, sides]) =>
    diagonals.length > 0 && !isLevel(order[Math.floor(key / n)], order[key % n]) ? k / 2 : (k * sides) / 2,
  );
  for (const [a, b] of diagonals) {
    pairs.push([rank[a], rank[b]]);
    stiffness.push(k / 2);
  }
  const isDiagonal = ([a, b]: [number, number]) => columns > 0 && Math.abs(a - b) !== 1 && Math.abs(a - b) !== columns;
  return {
    hooke: 1,
    particles: {
      positions: order.map((i) => place(...at[i])),
      masses,
      pinned: order.flatMap((i, k) => (isPinned(...at[i]) ? [k] : [])),
    },
    springs: { pairs, stiffness, kinds: pairs.map((pair) => (isDiagonal(pair) ? 'shear' : 'structural')) },
    surface: triangles.map((t) => [rank[t[0]], rank[t[1]], rank[t[2]]]),
    params: columns > 0 ? { rows: n / columns, columns } : {},
  };
}

/** A scene at rest in double precision, with these forces only. */
export function createCaseWorld({ data, at, params }: MadeOf, forces: readonly ForceDefinition[]) {
  const arena = createArena('double');
  const model = buildModel(data, arena);
  applyCoefficients(model, { masses: data.masses, springs: data, at }, params);
  for (const i of data.pinned) model.pinned[i] = 1;
  for (let i = 0; i < model.particleCount; i++) model.inverseMasses[i] = model.pinned[i] ? 0 : 1 / model.masses[i];
  const control = createControl();
  const laws = { forces, constraints: [], preconditioner: none };
  const world = createWorld(model, { params, environment: data.environment }, control, javascriptKernel, arena, laws);
  const size = 4 * model.particleCount;
  const state: State = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
  loadState(data, state);
  return { world, state };
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
