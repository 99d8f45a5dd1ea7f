/**
 * The quantities that are recorded over time: by plots, by tables and by experiments. The page loads this file too, so it imports no
 * code.
 */

import { cos, exp, sin } from '../../model/deterministic-math';
import type { PlaneInFile } from '../../model/environment';
import type { Vec3 } from '../../model/model';
import { lengthOf } from '../../model/vectors';
import type { Energy } from '../../world/world-context';

/** A run at one time, with the motion of one particle. */
export interface Observed {
  /** s. */
  readonly time: number;
  /** J. */
  readonly energy: Energy;
  /** Largest strain of a spring. */
  readonly strain: number;
  /** Iterations of the solver in the last step. */
  readonly iterations: number;
  /** m and m/s; the x of the particle is at index `o`. */
  readonly positions: ArrayLike<number>;
  /** m/s; laid out as `positions`. */
  readonly velocities: ArrayLike<number>;
  /** Index of the particle's x in both arrays. */
  readonly o: number;
  /** m; the exact position of the particle; null where none is known; absent: not asked for. */
  readonly exact?: Vec3 | null;
}

/** A quantity that can be recorded over time. */
export interface Observable<M = Observed> {
  /** As in `kinetic`. */
  readonly id: string;
  /** What the page shows. */
  readonly label: string;
  /** As in `m/s`; '' for a number without unit. */
  readonly unit: string;
  /** True if it is a quantity of one particle; absent: of the whole scene. */
  readonly ofParticle?: true;
  /** @returns NaN where it is undefined */
  read(moment: M): number;
}

const ofParticle = (id: string, label: string, unit: string, read: Observable['read']): Observable => ({
  id,
  label,
  unit,
  ofParticle: true,
  read,
});

/** What can be recorded; a new quantity is an entry here. */
export const OBSERVABLES: readonly Observable[] = [
  { id: 'total', label: 'energy', unit: 'J', read: ({ energy }) => energy.total },
  { id: 'kinetic', label: 'kinetic energy', unit: 'J', read: ({ energy }) => energy.kinetic },
  { id: 'elastic', label: 'elastic energy', unit: 'J', read: ({ energy }) => energy.elastic },
  { id: 'gravity', label: 'gravitational energy', unit: 'J', read: ({ energy }) => energy.gravity },
  { id: 'strain', label: 'largest strain', unit: '%', read: ({ strain }) => 100 * strain },
  { id: 'iterations', label: 'solver iterations', unit: '1', read: ({ iterations }) => iterations },
  ofParticle('x', 'x', 'm', ({ positions: x, o }) => x[o]),
  ofParticle('y', 'height y', 'm', ({ positions: x, o }) => x[o + 1]),
  ofParticle('z', 'z', 'm', ({ positions: x, o }) => x[o + 2]),
  ofParticle('vx', 'velocity x', 'm/s', ({ velocities: v, o }) => v[o]),
  ofParticle('vy', 'velocity y', 'm/s', ({ velocities: v, o }) => v[o + 1]),
  ofParticle('vz', 'velocity z', 'm/s', ({ velocities: v, o }) => v[o + 2]),
  ofParticle('speed', 'speed', 'm/s', ({ velocities: v, o }) =>
    Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]),
  ),
  ofParticle('xExact', 'exact x', 'm', ({ exact }) => exact?.[0] ?? Number.NaN),
  ofParticle('yExact', 'exact height y', 'm', ({ exact }) => exact?.[1] ?? Number.NaN),
  ofParticle('zExact', 'exact z', 'm', ({ exact }) => exact?.[2] ?? Number.NaN),
  ofParticle('error', 'distance from the exact position', 'm', ({ exact, positions: x, o }) => {
    if (!exact) return Number.NaN;
    return lengthOf(exact.map((value, axis) => x[o + axis] - value));
  }),
];

// The exact motion of a particle at a time. The page loads this file too.

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
