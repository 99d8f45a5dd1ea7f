import type { Simulation } from '../../physics';
import {
  type Contour,
  LEVELS,
  type RegionView,
  regionContours,
  regionRaster,
} from '../../physics/analysis/stability/region';
import { methodOf } from '../../physics/registry';

/** Which steps the present method holds, with the present decay of velocities. */
export interface RegionNow {
  integrator: string;
  view: RegionView;
  scale: number;
  /** h·r. */
  hDecay: number;
  contours: Contour[];
}

/** Places that growth is looked at from bottom to top. */
const ROWS = 64;
/** Regions that are remembered. */
const REMEMBERED = 12;
const found = new Map<string, RegionNow>();

/** @throws RangeError for a view that there isn't, or a scale that can't be */
export function region(simulation: Simulation, args: { view: RegionView; scale: number }): RegionNow {
  const { view, scale } = args;
  if (view !== 'z' && view !== 'zeta') throw new RangeError(`there is no view "${view}"; there are z, zeta`);
  if (!(Number.isFinite(scale) && scale > 0)) throw new RangeError(`scale must be a positive number, got ${scale}`);
  const { integrator, params } = simulation;
  const hDecay = params.dt * params.decay;
  const key = [integrator, hDecay, view, scale].join();
  let answer = found.get(key);
  if (!answer) {
    const raster = regionRaster(view, scale, ROWS);
    const contours = regionContours(methodOf(simulation.integrator), view, raster, LEVELS, hDecay);
    answer = { integrator, view, scale, hDecay, contours };
    if (found.size === REMEMBERED) found.clear();
    found.set(key, answer);
  }
  return answer;
}
