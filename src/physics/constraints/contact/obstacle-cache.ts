import {
  EMPTY_ENVIRONMENT,
  type Environment,
  type EnvironmentItem,
  type Fields,
  type ValuesOf,
} from '../../model/environment';
import type { Model, State, Vec3 } from '../../model/model';
import type { WorldContext } from '../../world/world-context';
import * as OBSTACLES from '../obstacles';
import { motionOf } from '../obstacles/motion';
import { movingObstacle } from '../obstacles/moving-obstacle';
import type { Obstacle, ObstacleDefinition } from '../obstacles/obstacle';
import type { MotionValues } from '../obstacles/surface-fields';

/** The obstacles of a world, and the environment that they were created from. */
export interface ObstacleCache {
  environment: Environment;
  obstacles: readonly Obstacle[];
  /** True if one of them moves. */
  moves: boolean;
  /** Changes each obstacle as it is created. */
  readonly adapt: (obstacle: Obstacle) => Obstacle;
}

/**
 * A particle within this distance of a surface touches it; m per metre of `coordinateScale`. Single precision keeps it on the
 * surface to a quarter of that, double precision to `DOUBLE_ROUNDING`.
 */
export const CONTACT_TOLERANCE = 1e-6;
export const DOUBLE_ROUNDING = 1e-12;

export function createObstacleCache(adapt: ObstacleCache['adapt'] = (obstacle) => obstacle): ObstacleCache {
  return { environment: EMPTY_ENVIRONMENT, obstacles: [], moves: false, adapt };
}

/** The world's obstacles; created anew after the environment has been replaced. */
export function obstaclesOf(cache: ObstacleCache, { environment }: WorldContext): readonly Obstacle[] {
  if (cache.environment !== environment) {
    cache.environment = environment;
    cache.obstacles = createObstacles(environment).map(cache.adapt);
    cache.moves = cache.obstacles.some(({ motion }) => motion);
  }
  return cache.obstacles;
}

export function createObstacles(environment: Environment): Obstacle[] {
  const definitions: readonly ObstacleDefinition[] = Object.values(OBSTACLES);
  return definitions.flatMap(({ list, create }) =>
    // Items have been checked against the fields that a definition reads.
    (environment[list] ?? []).map((item) => {
      const rest = create(item as ValuesOf<Fields>, environment.meshes);
      const motion = motionOf(item as MotionValues);
      return motion ? movingObstacle(rest, motion, placeOf(item)) : rest;
    }),
  );
}

/** Writes the velocity of an obstacle at a point at t, m/s: 0 for one that does not move. */
export function surfaceVelocity({ motion }: Obstacle, point: ArrayLike<number>, t: number, out: Float64Array): void {
  if (motion) motion.velocityAt(point, t, out);
  else out[0] = out[1] = out[2] = 0;
}

/** The point of an obstacle about which it turns, m. */
function placeOf({ center, point }: EnvironmentItem): Vec3 {
  return (center ?? point) as Vec3;
}

/** The largest coordinate of a particle, m, and 1 m at least: positions are rounded in proportion to it. */
export function coordinateScale(x: ArrayLike<number>, o: number): number {
  return Math.max(1, Math.abs(x[o]), Math.abs(x[o + 1]), Math.abs(x[o + 2]));
}

/** True if a particle that can move is deeper in an obstacle that stands still than rounding. @param phi n; scratch */
export function isAnyInside(
  obstacles: readonly Obstacle[],
  { positions: x, time }: State,
  phi: Float64Array,
  { inverseMasses, particleCount }: Model,
): boolean {
  for (let k = 0; k < obstacles.length; k++) {
    if (obstacles[k].motion) continue;
    obstacles[k].distances(x, phi, particleCount, time);
    for (let i = 0; i < particleCount; i++)
      if (inverseMasses[i] > 0 && phi[i] < -CONTACT_TOLERANCE * coordinateScale(x, 4 * i)) return true;
  }
  return false;
}
