import type { State } from '../../model/model';
import type { World } from '../../world/world';
import { createDampedMotion } from './damped-motion';
import { largest } from './net-force';
import { polish } from './polish';
import { farthestApart, type Search } from './search';

/** Where a search by damped motion stands. */
export interface Settling {
  /** Steps of damped motion. */
  motion: number;
  /** m/s; of the fastest particle. */
  speed: number;
  /** Newton steps. */
  steps: number;
  /** N; largest net force on a particle. */
  residual: number;
}

/** Steps before Newton's method is tried first. It is tried again each time after this factor more steps. */
const FIRST = 40;
/** The same on surfaces, where that is seldom of use before the motion has ended. */
const FIRST_ON_SURFACES = 400;
const LATER = 1.4;
/**
 * Times the mean spring length: where no particle moves farther in a step, the motion has ended, or creeps away from a saddle of the
 * potential. Newton's method then goes down from the saddle: the first time by a few steps, after which more motion may lead on
 * faster; later to the end.
 */
const CALM = 5e-4;
const FEW = 6;
/** The same on surfaces: the last ones that move are single particles that slip, and Newton's method before that makes others slip. */
const CALM_ON_SURFACES = 1e-4;
/** Steps between two reports. */
const CHUNK = 10;
/** Times the scene's extent: farther motion is a fall without end. */
const FALLEN = 50;

/**
 * Lets the scene settle by damped motion, and tries Newton's method at growing intervals, where it converges in some steps once the
 * motion has come near a stable equilibrium.
 * @returns true if the point of the search is then an equilibrium
 */
export function* settleSearch(
  world: World,
  start: State,
  search: Search,
  counts: Settling,
  { steps: limit, motion: longest, tolerance }: { steps: number; motion: number; tolerance: number },
): Generator<Settling, boolean> {
  const { x, extent } = search;
  const { hasPotential } = search.direction;
  const acceleration = typicalAcceleration(world, search);
  const motion = createDampedMotion(world, start, { acceleration, extent, hasPotential });
  const { positions, velocities } = motion.state;
  const spacing = world.model.meanLength || extent;
  let isFirst = true;
  const before = counts.motion;
  /** Steps when Newton's method was tried last. */
  let tried = 0;
  while (counts.motion < longest) {
    x.set(positions);
    search.surfaces.putOn(x);
    search.evaluate();
    const touches = search.surfaces.presses;
    const made = counts.motion - before;
    const isCalm = hasPotential && made > 0 && motion.moved < (touches ? CALM_ON_SURFACES : CALM) * spacing;
    const isDue = made >= Math.max(touches ? FIRST_ON_SURFACES : FIRST, LATER * tried);
    if (made === 0 || isDue || (touches && isCalm)) {
      tried = made;
      const left = limit - counts.steps;
      const newton = polish(search, {
        limit: isCalm && (isFirst || touches) ? Math.min(FEW, left) : left,
        isCalm,
        tolerance,
        spacing,
      });
      for (;;) {
        const { done, value } = newton.next();
        if (done && value) return true;
        if (done) break;
        counts.steps++;
        counts.residual = largest(search.f);
        yield counts;
      }
      if (counts.steps >= limit) return false;
      if (isCalm) {
        isFirst = false;
        positions.set(x);
        motion.restart();
      }
    }
    const steps = Math.min(CHUNK, longest - counts.motion);
    motion.advance(steps, touches);
    counts.motion += steps;
    counts.speed = largest(velocities);
    if (!(farthestApart(positions, start.positions) < FALLEN * extent)) return false;
    yield counts;
  }
  return false;
}

/** Of gravity; without it, the root mean square of the net force per mass at the point of the search, m/s². */
function typicalAcceleration(world: World, { f, evaluate }: Search): number {
  if (world.params.gravity > 0) return world.params.gravity;
  const { particleCount: n, inverseMasses } = world.model;
  evaluate();
  let sum = 0;
  for (let i = 0; i < 4 * n; i++) {
    const a = f[i] * inverseMasses[i >> 2];
    sum += a * a;
  }
  return Math.sqrt(sum / n) || 1;
}
