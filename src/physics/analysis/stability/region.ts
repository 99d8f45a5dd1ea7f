import type { IntegratorDefinition } from '../../world/integrator';
import { createGrowth } from './growth';

/**
 * Axes of the stability region: 'z', the complex plane of z = hλ for ẋ = λx; or 'zeta', hω and the damping ratio ζ.
 */
export type RegionView = 'z' | 'zeta';

/** ζ at the end of its axis, √(ζ/2) = 1. */
const ZETA_UNIT = 2;
/** ζ = 1 on that axis. */
const CRITICAL = Math.sqrt(1 / ZETA_UNIT);
/** Levels of the contour lines, growth per step. */
export const LEVELS = [0.5, 0.9, 1, 1.1, 2];
/** The contour of 1 is drawn here: below it, rounding would tear the contour of a method that keeps the energy. */
const CONTOUR_OF_1 = 1 + 1e-7;
/** Size of the window at scale 1: −Re z and Im z, or hω and √(ζ/2). It contains the limits of all explicit methods. */
const WINDOWS = { z: [6, 3.4], zeta: [3.4, 1] } as const;

export interface Contour {
  /** Growth per step along it. */
  level: number;
  /** Closed loops of x, y pairs. */
  loops: Float64Array[];
}

/**
 * The oscillator at a point of the plot, as hω and hc, c = 2ζω.
 *
 *    z plane:  z = hω(−ζ ± i√(1−ζ²)), so that hω = |z| and hc = −2 Re z
 *    hω and ζ: x = hω, y = √(ζ/2); the root enlarges small ζ
 *
 * Both are symmetric about x = 0 and y = 0, so that no contour ends there.
 */
function oscillatorAt(view: RegionView, x: number, y: number): { hOmega: number; hDamping: number } {
  if (view === 'z') return { hOmega: Math.hypot(x, y), hDamping: 2 * Math.abs(x) };
  return { hOmega: Math.abs(x), hDamping: 2 * ZETA_UNIT * y * y * Math.abs(x) };
}

/**
 * The window of a view, with one more row of samples beyond each edge. In the ζ view one row is at critical damping, where the
 * eigenvalues coincide and contours have corners; in the z plane that is the lower edge.
 * @param rows within the window
 */
export function regionRaster(view: RegionView, scale: number, rows: number) {
  const width = scale * WINDOWS[view][0];
  const high = view === 'z' ? scale * WINDOWS.z[1] : WINDOWS.zeta[1];
  const dy = view === 'z' ? high / (rows - 1) : CRITICAL / Math.floor(CRITICAL * (rows - 1));
  const columns = view === 'z' ? Math.round((rows * width) / high) : rows;
  const dx = width / (columns - 1);
  const left = view === 'z' ? -width : 0;
  return {
    left: left - dx,
    right: left + width + dx,
    bottom: -dy,
    top: rows * dy,
    columns: columns + 2,
    rows: rows + 2,
  };
}

/**
 * Contours of the growth per step, measured with the integrator itself on the test spring. A step is stable where growth is at
 * most 1; for a Runge–Kutta method that is |R(z)| ≤ 1.
 * @param hDecay h·r; velocities decay by e^(−h·r) before the step
 */
export function regionContours(
  method: IntegratorDefinition,
  view: RegionView,
  raster: Raster,
  levels: readonly number[],
  hDecay = 0,
): Contour[] {
  const growth = createGrowth(method);
  const contours = createContours((x, y) => {
    const { hOmega, hDamping } = oscillatorAt(view, x, y);
    return growth(hOmega, hDamping, hDecay);
  }, raster);
  return levels.map((level) => ({ level, loops: contours(level === 1 ? CONTOUR_OF_1 : level) }));
}

/** A rectangle, sampled at columns × rows points including its edges. */
type Raster = ReturnType<typeof regionRaster>;

/** Halvings of the distance between two samples: the crossing is accurate to 1e-5 of it. */
const HALVINGS = 16;

/**
 * Creates `loops(level)`: the contour lines of a function, as closed loops of x, y pairs with the region f ≤ level on their left.
 * Outside the raster the function counts as infinite, so regions are closed along its edges. Crossings are found by bisection of
 * the function itself, not by interpolation.
 * Source: Lorensen and Cline 1987 (in the plane: marching squares).
 */
export function createContours(f: (x: number, y: number) => number, raster: Raster): (level: number) => Float64Array[] {
  const { left, bottom, columns, rows } = raster;
  const dx = (raster.right - left) / (columns - 1);
  const dy = (raster.top - bottom) / (rows - 1);
  const values = new Float64Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) values[j * columns + i] = f(left + i * dx, bottom + j * dy);
  }
  const at = (i: number, j: number) =>
    i < 0 || j < 0 || i >= columns || j >= rows ? Number.POSITIVE_INFINITY : values[j * columns + i];
  /** Key of an edge: even to the right of a sample, odd above it. */
  const edge = (i: number, j: number, upright: number) => 2 * ((j + 1) * (columns + 2) + i + 1) + upright;

  /** The point where the function crosses the level, between a sample inside and one outside. */
  function cross(
    level: number,
    insideX: number,
    insideY: number,
    outsideX: number,
    outsideY: number,
  ): [number, number] {
    const [x, y] = [left + insideX * dx, bottom + insideY * dy];
    if (at(outsideX, outsideY) === Number.POSITIVE_INFINITY) return [x, y];
    const [toX, toY] = [(outsideX - insideX) * dx, (outsideY - insideY) * dy];
    let [from, to] = [0, 1];
    for (let i = 0; i < HALVINGS; i++) {
      const t = (from + to) / 2;
      if (f(x + t * toX, y + t * toY) <= level) from = t;
      else to = t;
    }
    return [x + from * toX, y + from * toY];
  }

  return (level) => {
    /** From the edge where a line enters a cell to the edge where it leaves it. */
    const next = new Map<number, number>();
    const points = new Map<number, [number, number]>();
    const inside = (i: number, j: number) => at(i, j) <= level;
    const pointOn = (i: number, j: number, upright: number) => {
      const key = edge(i, j, upright);
      if (points.has(key)) return key;
      const [a, b] = [i + 1 - upright, j + upright];
      points.set(key, inside(i, j) ? cross(level, i, j, a, b) : cross(level, a, b, i, j));
      return key;
    };
    for (let j = -1; j < rows; j++) {
      for (let i = -1; i < columns; i++) {
        // Corners and edges of the cell, counterclockwise.
        const corners = [inside(i, j), inside(i + 1, j), inside(i + 1, j + 1), inside(i, j + 1)];
        const count = corners.filter(Boolean).length;
        if (count === 0 || count === 4) continue;
        const edges = [
          () => pointOn(i, j, 0),
          () => pointOn(i + 1, j, 1),
          () => pointOn(i, j + 1, 0),
          () => pointOn(i, j, 1),
        ];
        /** Edges that lead out of the inside, and edges that lead back into it. */
        const outs = edges.filter((_, k) => corners[k] && !corners[(k + 1) % 4]).map((make) => make());
        const ins = edges.filter((_, k) => !corners[k] && corners[(k + 1) % 4]).map((make) => make());
        if (outs.length === 1) next.set(outs[0], ins[0]);
        else {
          // A saddle: the value at the center decides which corners are connected.
          const centerInside = (at(i, j) + at(i + 1, j) + at(i, j + 1) + at(i + 1, j + 1)) / 4 <= level;
          const shift = corners[0] === centerInside ? 0 : 1;
          next.set(outs[0], ins[shift]);
          next.set(outs[1], ins[1 - shift]);
        }
      }
    }
    return chain(next, points);
  };
}

function chain(next: Map<number, number>, points: Map<number, [number, number]>): Float64Array[] {
  const loops: Float64Array[] = [];
  while (next.size > 0) {
    const loop: number[] = [];
    let [key] = next.keys();
    while (next.has(key)) {
      loop.push(...(points.get(key) as [number, number]));
      const to = next.get(key) as number;
      next.delete(key);
      key = to;
    }
    loops.push(Float64Array.from(loop));
  }
  return loops;
}
