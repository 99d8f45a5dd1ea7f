import type { IntegratorDefinition } from '../../world/integrator';
import { createContours, type Raster } from './contours';
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
export function oscillatorAt(view: RegionView, x: number, y: number): { hOmega: number; hDamping: number } {
  if (view === 'z') return { hOmega: Math.hypot(x, y), hDamping: 2 * Math.abs(x) };
  return { hOmega: Math.abs(x), hDamping: 2 * ZETA_UNIT * y * y * Math.abs(x) };
}

/**
 * The window of a view, with one more row of samples beyond each edge. In the ζ view one row is at critical damping, where the
 * eigenvalues coincide and contours have corners; in the z plane that is the lower edge.
 * @param rows within the window
 */
export function regionRaster(view: RegionView, scale: number, rows: number): Raster {
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
