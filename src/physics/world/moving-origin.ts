import type { State } from '../model/model';
import { largestEntry } from '../model/state';
import type { Integrator, StepReport } from './integrator';
import type { World } from './world';

/** Steps of particles in single precision that are far from the origin of the world, with the accuracy of those near it. */
export type MovingOrigin = ReturnType<typeof createMovingOrigin>;

/** m; nearer to the origin of the world, positions are as accurate as in any scene. */
const FAR = 16;
/** m; the origin follows when the first particle is farther from it. */
const REACH = 0.75;
/** m; single precision has no whole metres beyond 2²⁴. */
const MAX_DISTANCE = 2 ** 20;

/**
 * A Float32 number of 600 m has steps of 0.06 mm. A spring of 1000 N/m makes 0.06 N of such an error, in each step another one,
 * and a free cloth that drifts gains energy. So a step is made with positions relative to an origin near the first particle:
 *
 *    x = o + y,  o in whole metres for each axis;  stored as x̂ = fl(x) and the remainder r = y − (x̂ − o)
 *
 * x̂ − o is exact where ½ ≤ x̂/o ≤ 1½ (Sterbenz's lemma), and so is y = (x̂ − o) + r: from step to step y keeps its bits.
 * Everything else, from scene files to the picture, reads x̂, which is rounded but in the coordinates of the world.
 *
 * Along an axis with particles outside that range the origin is 0: the remainders are 0 there, and a step is as usual. The same
 * holds while something depends on the place in the world: obstacles, moving pins, a grab, and forces that don't say otherwise.
 * Source: Goldberg, What Every Computer Scientist Should Know About Floating-Point Arithmetic, theorem 11 (Sterbenz).
 */
export function createMovingOrigin(world: World) {
  const { particleCount } = world.model;
  const isSingle = world.arena.precision === 'single';
  const origin = new Float64Array(3);
  /** 4n; r, m; empty until the first use. */
  let remainders = new Float64Array(0);
  let memories: readonly Float64Array[] = [];

  const moving = {
    /** What carries over from step to step, as in `Integrator`: empty near the origin of the world. */
    get memories() {
      return memories;
    },
    /** True while positions have remainders. Set it before `memories` are written, as for a checkpoint. */
    get isAway(): boolean {
      return memories.length > 0;
    },
    set isAway(isAway: boolean) {
      if (isAway && remainders.length === 0) remainders = new Float64Array(4 * particleCount);
      if (isAway !== memories.length > 0) memories = isAway ? [origin, remainders] : [];
      origin.fill(0);
      remainders.fill(0);
    },
    /** One step of the integrator. */
    step(integrator: Integrator, state: State, h: number): StepReport {
      if (!isSingle || !follow(state)) return integrator.step(state, h);
      toLocal(state);
      const report = integrator.step(state, h);
      toWorld(state);
      return report;
    },
  };

  /** Moves the origin to the particles; false if it is that of the world. */
  function follow({ positions: x }: State): boolean {
    const isFar = particleCount > 0 && (isFrom(x[0]) || isFrom(x[1]) || isFrom(x[2]));
    if (!(isFar || moving.isAway)) return false;
    const follows = isFar && !dependsOnPlace(world);
    if (follows !== moving.isAway) moving.isAway = follows;
    if (!follows) return false;
    for (let axis = 0; axis < 3; axis++) {
      if (!(Math.abs(x[axis] - origin[axis]) <= REACH)) origin[axis] = isFrom(x[axis]) ? Math.round(x[axis]) : 0;
      const reach = 0.5 * Math.abs(origin[axis]);
      for (let i = axis; i < x.length && origin[axis] !== 0; i += 4) {
        if (!(Math.abs(x[i] - origin[axis]) <= reach)) origin[axis] = 0;
      }
    }
    return true;
  }

  /** x̂ → y. A position that a command or a constraint has changed has no remainder. */
  function toLocal({ positions: x }: State): void {
    for (let i = 0; i < x.length; i++) {
      const remainder = Math.fround(x[i] + remainders[i]) === x[i] ? remainders[i] : 0;
      x[i] = x[i] - (i % 4 < 3 ? origin[i % 4] : 0) + remainder;
    }
  }

  /** y → x̂ and r. */
  function toWorld({ positions: x }: State): void {
    for (let i = 0; i < x.length; i++) {
      const o = i % 4 < 3 ? origin[i % 4] : 0;
      const y = x[i];
      x[i] = o + y;
      remainders[i] = y - (x[i] - o);
    }
  }

  return moving;
}

/** A coarser rounding than this part of the mean spring length is worth a warning. */
const COARSE = 1e-4;

/**
 * The distance between neighbouring numbers in single precision where the particles are, m, if it is so coarse that springs feel
 * it and no origin follows the particles; else 0.
 */
export function coarseRounding(world: World, { positions: x }: State): number {
  if (world.arena.precision !== 'single') return 0;
  const farthest = largestEntry(x);
  if (!(farthest > FAR) || (farthest < MAX_DISTANCE && !dependsOnPlace(world))) return 0;
  // To the next number in single precision.
  const rounding = Math.fround(farthest * (1 + 2 ** -24 + 2 ** -40)) - farthest;
  return rounding > COARSE * world.model.meanLength ? rounding : 0;
}

function isFrom(x: number): boolean {
  return Math.abs(x) > FAR && Math.abs(x) < MAX_DISTANCE;
}

/** True if the motion would be another one elsewhere in the world. */
function dependsOnPlace({ control, environment, forceDefinitions, constraintDefinitions }: World): boolean {
  for (let k = 0; k < control.hands.length; k++) if (control.hands[k].held >= 0) return true;
  for (const list in environment) if (list !== 'forces' && (environment[list]?.length ?? 0) > 0) return true;
  for (let i = 0; i < forceDefinitions.length; i++) if (!forceDefinitions[i].isRelative) return true;
  for (let i = 0; i < constraintDefinitions.length; i++) if (!constraintDefinitions[i].isRelative) return true;
  return false;
}
