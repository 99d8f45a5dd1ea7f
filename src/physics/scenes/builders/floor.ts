/** The floor of the room, which the view draws, and what stands on it. Scenes that float or fall for ever have none. */
import type { Vec3 } from '../../model/model';

/** At height 0; what falls on it stays there, and cloth slides on it as on wood. */
export const FLOOR = { point: [0, 0, 0] as Vec3, normal: [0, 1, 0] as Vec3, restitution: 0, friction: 0.5 };

/** A body upright over the origin. @param size m @param middle height of its center, m; absent: it stands on the floor */
export function bodyOf(shape: string, size: Vec3, friction: number, middle = 0.5 * size[1]) {
  const center: Vec3 = [0, middle, 0];
  return { shape, size, center, rotation: [0, 0, 0] as Vec3, restitution: 0, friction };
}
