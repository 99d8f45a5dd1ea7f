import { EMPTY_ENVIRONMENT, type Environment, type EnvironmentListName } from '../../model/environment';
import type { WorldContext } from '../../world/world-context';
import * as OBSTACLES from '../obstacles';
import type { Obstacle } from '../obstacles/obstacle';

/** The obstacles that stand in a world. */
export interface Surfaces {
  /** Which `list` follows from. */
  environment: Environment;
  list: readonly Obstacle[];
}

/**
 * Two lengths per metre of coordinate, and for the first metre at least, m: within `TOUCH` of a surface a particle is on
 * it; single precision keeps it there to a quarter of that, double to `FINE`.
 */
export const TOUCH = 1e-6;
export const FINE = 1e-12;

export function createSurfaces(): Surfaces {
  return { environment: EMPTY_ENVIRONMENT, list: [] };
}

/** The obstacles as they are now: made anew where the environment has been replaced. */
export function obstaclesOf(surfaces: Surfaces, { environment }: WorldContext): readonly Obstacle[] {
  if (surfaces.environment !== environment) {
    surfaces.environment = environment;
    surfaces.list = makeObstacles(environment);
  }
  return surfaces.list;
}

// Things have been checked against the very fields that a definition reads.
function makeObstacles(environment: Environment): Obstacle[] {
  return Object.values(OBSTACLES).flatMap(({ list, create }) =>
    environment[list as EnvironmentListName].map((thing) => create(thing as never)),
  );
}

/** How far a particle is from the origin along its farthest axis, m, and 1 m at least: lengths are rounded in proportion. */
export function reach(x: ArrayLike<number>, o: number): number {
  return Math.max(1, Math.abs(x[o]), Math.abs(x[o + 1]), Math.abs(x[o + 2]));
}
