/** What holds the rows of pins: rods along them, masts and legs down to the floor, and hangers from the ceiling. */
import type { Vec3 } from '../../../physics';
import type { DrawableFrame } from '../../../runtime/frame/frame';
import type { EnvironmentBounds } from '../../bounds/environment-bounds';
import { findRails, type Rail } from './find-rails';

/** A rod between two particles, or between points beside them; it moves with them. */
export interface Strut {
  ends: Rail;
  /** m; from each particle to the end of the rod. */
  offsets: readonly [Vec3, Vec3];
  /** m. */
  radius: number;
  /** How far the rod reaches beyond both ends, m. */
  overhang: number;
}

/** In scene sizes: radius of a rod and of a hanger, how far a rod reaches beyond its pins, and length of a hanger. */
const ROD = 0.0065;
const HANGER = 0.0022;
const OVERHANG = 0.03;
const LONG = 3;
/** Ends of two rods closer than this meet at a corner, in mean distances between springs' ends. */
const CORNER = 4;
/** Cosine of the angle to the vertical: above it a row is a mast, below the other it is level. */
const STEEP = 0.9;
const LEVEL = 0.2;

/** The struts of a scene with cloth. Moving pins, and those without gravity, have rods only. */
export function findStruts(
  { structure, status }: DrawableFrame,
  x: ArrayLike<number>,
  bounds: EnvironmentBounds,
): Strut[] {
  if (structure.surface.length === 0) return [];
  const { size, floor, hasFloor, spacing } = bounds;
  const rails = findRails(structure, x, spacing);
  const stands = status.params.gravity > 0 && status.environment.motion.length === 0;
  const y = (i: number) => x[4 * i + 1];
  const slope = ([a, b]: Rail) => {
    const d = [0, 1, 2].map((c) => x[4 * b + c] - x[4 * a + c]);
    return Math.abs(d[1]) / (Math.hypot(...d) || 1);
  };
  const level = rails.filter((rail) => slope(rail) < LEVEL);
  const none: Vec3 = [0, 0, 0];
  const struts: Strut[] = rails.map((ends) => ({
    ends,
    offsets: [none, none],
    radius: ROD * size,
    overhang: OVERHANG * size,
  }));
  const down = (i: number): Strut => ({
    ends: [i, i],
    offsets: [none, [0, floor - y(i), 0]],
    radius: ROD * size,
    overhang: 0,
  });
  if (!stands) return struts;
  for (const rail of hasFloor ? rails : [])
    if (slope(rail) > STEEP) struts.push(down(y(rail[0]) < y(rail[1]) ? rail[0] : rail[1]));
  if (level.length >= 3 && hasFloor) {
    // A frame that a cloth is stretched in: it stands on legs at its corners.
    const feet: number[] = [];
    const near = (a: number, b: number) =>
      Math.hypot(...[0, 1, 2].map((c) => x[4 * a + c] - x[4 * b + c])) < CORNER * spacing;
    for (const i of level.flat()) if (!feet.some((foot) => near(foot, i))) feet.push(i);
    struts.push(...feet.map(down));
  } else {
    for (const i of level.flat()) {
      struts.push({ ends: [i, i], offsets: [none, [0, LONG * size, 0]], radius: HANGER * size, overhang: 0 });
    }
  }
  return struts;
}
