import type { EnvironmentFile } from '../../physics';
import { bodyRadius } from '../particles/particle-dots';
import type { Point, SceneBounds } from './scene-bounds';

type Obstacles = Pick<EnvironmentFile, 'planes' | 'spheres'>;

/** A stage with the obstacles that stand on it. */
export interface EnvironmentBounds extends SceneBounds {
  /**
   * How far beneath its surface an obstacle is drawn, m: particles are points that may touch it, but a body has a radius in
   * the picture, and a cloth would be seen half in it.
   */
  readonly skin: number;
  /** Whether a plane is the floor. */
  readonly grounded: boolean;
}

/** How far a plane's point may be to belong to the picture, in sizes of the stage. */
const NEAR = 1.5;
/** How deep the floor may be below what falls onto it, to belong to the picture, in sizes of the stage. */
const DROP = 25;

/** A plane that is level and faces up takes the place of the floor. */
export function isFloor({ normal: [x, y, z] }: EnvironmentFile['planes'][number]): boolean {
  return y > 0 && x * x + z * z < 1e-8 * y * y;
}

/**
 * Makes room for all of each sphere, for the floor that is fallen upon, and for the points of other planes that are near.
 * @param falls whether gravity pulls
 * @param alone whether there is no cloth
 */
export function withObstacles(
  stage: SceneBounds,
  { planes, spheres }: Obstacles,
  falls: boolean,
  alone: boolean,
): EnvironmentBounds {
  const min: Point = [...stage.min];
  const max: Point = [...stage.max];
  const reach = (point: readonly number[], radius: number) => {
    for (let c = 0; c < 3; c++) {
      min[c] = Math.min(min[c], point[c] - radius);
      max[c] = Math.max(max[c], point[c] + radius);
    }
  };
  for (const { center, radius } of spheres) reach(center, radius);
  for (const { point } of planes) {
    if (Math.hypot(...point.map((x, c) => x - stage.center[c])) < NEAR * stage.size) reach(point, 0);
  }
  const ground = Math.max(...planes.filter(isFloor).map(({ point }) => point[1]));
  const grounded = ground > -Infinity;
  if (grounded && ground < max[1] && (falls || min[1] < ground) && ground > min[1] - DROP * stage.size) min[1] = ground;
  const center: Point = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const size = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) || stage.size;
  const larger = { ...stage, min, max, center, size: Math.max(size, alone ? 0 : stage.size) };
  const skin = alone ? bodyRadius(larger) : 0.06 * stage.spacing;
  return { ...larger, skin, grounded, floor: grounded ? ground - skin : Math.min(stage.floor, min[1]) };
}
