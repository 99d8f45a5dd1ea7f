/** The floor of the room, which the view draws. Scenes that float or fall for ever have none. */
import type { Vec3 } from '../../model/model';

/** At height 0; what falls on it stays there, and cloth slides on it as on wood. */
export const FLOOR = { point: [0, 0, 0] as Vec3, normal: [0, 1, 0] as Vec3, restitution: 0, friction: 0.5 };
