/** The bounds of a scene together with its obstacles. */
import type { EnvironmentFile, TriangleMesh } from '../../physics';
import { type Box, boxOf, centerOf, diagonalOf } from '../../runtime/frame/frame';
import { bodyRadius, type Point, type SceneBounds } from './scene-bounds';

type Obstacles = Pick<EnvironmentFile, 'planes' | 'spheres'>;
type Bodies = readonly TriangleMesh[];

export interface EnvironmentBounds extends SceneBounds {
  /**
   * How far below its surface an obstacle is drawn, m. Particles are points and touch the surface itself, but are drawn with a
   * radius, and a cloth that lies on it must not be half hidden.
   */
  readonly offset: number;
  /** True if one of the planes is the floor. */
  readonly hasFloor: boolean;
}

export function obstacleCount({ planes, spheres }: Obstacles, bodies: Bodies): number {
  return planes.length + spheres.length + bodies.length;
}

/** Least and largest coordinates of bodies, m, by their positions: a frame asks for them again and again. */
const boxes = new WeakMap<Float64Array, Box>();

export function boxOfBody({ positions }: TriangleMesh): Box {
  const box = boxes.get(positions) ?? boxOf(positions, 3);
  boxes.set(positions, box);
  return box;
}

/** A plane's point is framed up to this distance, in scene sizes. */
const NEAR = 1.5;
/** The floor is framed up to this depth below the scene, in scene sizes: below what falls, and below what is held. */
const DEPTH = { fall: 25, hang: 0.1, no: 0 };

/** True for a level plane that faces up: it is drawn as the floor of the room. */
export function isFloor({ normal: [x, y, z] }: EnvironmentFile['planes'][number]): boolean {
  return y > 0 && x * x + z * z < 1e-8 * y * y;
}

/** Whether the floor below a scene is framed too: nothing holds the scene, or pins or a body within it do, or it has no gravity. */
export function framedBelow(
  gravity: number,
  { pinned }: { pinned: Uint8Array },
  scene: SceneBounds,
  bodies: Bodies,
): keyof typeof DEPTH {
  if (gravity === 0) return 'no';
  const isWithin = ({ min, max }: Box) => min.every((low, c) => low < scene.max[c] && max[c] > scene.min[c]);
  return pinned.includes(1) || bodies.some((body) => isWithin(boxOfBody(body))) ? 'hang' : 'fall';
}

/**
 * Extends the bounds by all spheres and bodies, by the floor below the scene, and by the points of other planes nearby.
 * @param below as of `framedBelow`
 * @param noCloth the scene has no cloth
 */
export function withObstacles(
  scene: SceneBounds,
  { planes, spheres }: Obstacles,
  bodies: Bodies,
  below: keyof typeof DEPTH,
  noCloth: boolean,
): EnvironmentBounds {
  const min: Point = [...scene.min];
  const max: Point = [...scene.max];
  const reach = (point: readonly number[], radius: number) => {
    for (let c = 0; c < 3; c++) {
      min[c] = Math.min(min[c], point[c] - radius);
      max[c] = Math.max(max[c], point[c] + radius);
    }
  };
  for (const { center, radius } of spheres) reach(center, radius);
  for (const body of bodies) {
    const box = boxOfBody(body);
    reach(box.min, 0);
    reach(box.max, 0);
  }
  for (const plane of planes) {
    const { point } = plane;
    if (!isFloor(plane) && Math.hypot(...point.map((x, c) => x - scene.center[c])) < NEAR * scene.size) reach(point, 0);
  }
  const ground = Math.max(...planes.filter(isFloor).map(({ point }) => point[1]));
  const hasFloor = ground > -Infinity;
  const depth = DEPTH[below] * scene.size;
  if (hasFloor && ground < max[1] && (min[1] < ground || min[1] - ground < depth)) min[1] = ground;
  const box: Box = { min, max };
  const size = diagonalOf(box) || scene.size;
  const larger = { ...scene, ...box, center: centerOf(box), size: Math.max(size, noCloth ? 0 : scene.size) };
  const offset = noCloth ? bodyRadius(larger) : 0.06 * scene.spacing;
  return { ...larger, offset, hasFloor, floor: hasFloor ? ground - offset : Math.min(scene.floor, min[1]) };
}
