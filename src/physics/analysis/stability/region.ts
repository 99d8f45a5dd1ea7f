import type { IntegratorDefinition } from '../../world/integrator';
import { createContours, type Raster } from './contours';
import { createGrowth, GROWS } from './growth';

/**
 * Where the region is drawn: over the eigenvalues z = hλ of the motion, ẋ = λx, in the complex plane; or over hω and the
 * damping ratio ζ.
 */
export type RegionView = 'z' | 'zeta';

/** ζ at which its axis, √(ζ/2), is at 1; and where on it ζ = 1 is. */
const ZETA_UNIT = 2;
const CRITICAL = Math.sqrt(1 / ZETA_UNIT);
/** Lines that are drawn: where growth per step is this. */
export const LEVELS = [0.5, 0.9, 1, 1.1, 2];
/** Of the window at scale 1: in the z plane −Re z and Im z, else hω and √(ζ/2). Every limit of an explicit method lies in it. */
const WINDOWS = { z: [6, 3.4], zeta: [3.4, 1] } as const;

export interface Contour {
  /** Growth per step along it. */
  level: number;
  /** Closed loops of x, y pairs. */
  loops: Float64Array[];
}

/**
 * The oscillator that a place of the picture stands for, as hω and hc, c = 2ζω.
 *
 *    z plane:  z = hω(−ζ ± i√(1−ζ²)), so that hω = |z| and hc = −2 Re z
 *    hω and ζ: x = hω, y = √(ζ/2): a root, as so much happens at small ζ
 *
 * Both pictures are mirrored at their edges, x = 0 and y = 0: no line ends there.
 */
export function oscillatorAt(view: RegionView, x: number, y: number): { hOmega: number; hDamping: number } {
  if (view === 'z') return { hOmega: Math.hypot(x, y), hDamping: 2 * Math.abs(x) };
  return { hOmega: Math.abs(x), hDamping: 2 * ZETA_UNIT * y * y * Math.abs(x) };
}

/**
 * The window of a view, and one row of places beyond each edge, where the function is mirrored. Over ζ one of the rows is at
 * critical damping, where the two eigenvalues meet and lines of growth have corners; in the z plane that is its lower edge.
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
 * Lines of equal growth of a method per step: the real method, put to work on the test spring. Where growth is at most 1
 * the step is stable: |R(z)| ≤ 1 of a Runge–Kutta method.
 * @param hDecay h·r, where velocities shrink by e^(−h·r) ahead of the step
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
  return levels.map((level) => ({ level, loops: contours(level === 1 ? GROWS : level) }));
}
