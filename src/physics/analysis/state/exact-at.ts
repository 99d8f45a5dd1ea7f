/** The exact motion of a particle at a time. The page loads this file too. */
import { cos, exp, sin } from '../../model/deterministic-math';
import type { PlaneInFile } from '../../model/environment';
import type { Vec3 } from '../../model/model';

/**
 * Motion of which the solution is known in closed form, ü = a − γ u̇ − ω² u about a center: an oscillator on a line, a fall, or rest
 * (without gravity and springs). A chain that comes to rest has its place at rest as its solution: then all but `center` is 0.
 */
export interface ExactMotion {
  /** s; the time of `offset` and `velocity`. */
  readonly start: number;
  /** m. */
  readonly center: Vec3;
  /** m; from the center at the start. */
  readonly offset: Vec3;
  /** m/s; at the start. */
  readonly velocity: Vec3;
  /** m/s². */
  readonly acceleration: Vec3;
  /** γ, 1/s. */
  readonly damping: number;
  /** ω², 1/s². */
  readonly omegaSquared: number;
  /** Planes that the particle has not hit while it is on their side. */
  readonly planes: readonly Pick<PlaneInFile, 'point' | 'normal'>[];
}

/** m; null before the start, and where a plane is in the way. */
export function exactAt(motion: ExactMotion, time: number): Vec3 | null {
  const { center, offset, velocity, acceleration, planes } = motion;
  const t = time - motion.start;
  // A start that was rounded to another time.
  if (t < -1e-9) return null;
  const [ofOffset, ofVelocity, ofAcceleration] = factors(motion, t);
  const at = center.map(
    (c, axis) => c + ofOffset * offset[axis] + ofVelocity * velocity[axis] + ofAcceleration * acceleration[axis],
  ) as Vec3;
  const isBehind = planes.some(({ point, normal }) => at.reduce((d, x, i) => d + (x - point[i]) * normal[i], 0) < 0);
  return isBehind ? null : at;
}

/** (κt)², of which the square is lost in rounding. */
const SMALL = 1e-7;

/** What the offset, the velocity and the acceleration are multiplied by after t seconds. */
function factors({ damping: gamma, omegaSquared }: ExactMotion, t: number): [number, number, number] {
  if (omegaSquared === 0) {
    if (gamma === 0) return [1, t, 0.5 * t * t];
    const stretch = (1 - exp(-gamma * t)) / gamma;
    return [1, stretch, (t - stretch) / gamma];
  }
  const rate = gamma / 2;
  const square = omegaSquared - rate * rate;
  const decay = exp(-rate * t);
  const turned = square * t * t;
  // Both formulas as a series, where they meet.
  let [c, s] = [decay * (1 - turned / 2), decay * t * (1 - turned / 6)];
  if (Math.abs(turned) < SMALL) return [c + rate * s, s, 0];
  if (square > 0) {
    const omega = Math.sqrt(square);
    [c, s] = [decay * cos(omega * t), (decay * sin(omega * t)) / omega];
  } else {
    const kappa = Math.sqrt(-square);
    const [slow, fast] = [exp((kappa - rate) * t), exp((-kappa - rate) * t)];
    [c, s] = [(slow + fast) / 2, (slow - fast) / (2 * kappa)];
  }
  return [c + rate * s, s, 0];
}
