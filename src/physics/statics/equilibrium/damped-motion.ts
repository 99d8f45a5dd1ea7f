import { createContact } from '../../constraints/contact/contact';
import { createObstacleCache } from '../../constraints/contact/obstacle-cache';
import { standing } from '../../constraints/obstacles/moving-obstacle';
import { implicitEuler } from '../../integrators/implicit-euler';
import { createArena } from '../../model/arena';
import type { State } from '../../model/model';
import { preconditionerFor } from '../../registry';
import type { Constraint } from '../../world/constraint';
import { constrain, energyOf } from '../../world/create-world';
import type { World } from '../../world/world';
import type { Energy } from '../../world/world-context';
import { largest } from './net-force';

/** Steps in the time in which a particle falls, or is pulled, through the whole scene, and the fraction of the velocity that each leaves. */
interface Pace {
  stepsPerFall: number;
  kept: number;
}

const IN_AIR: Pace = { stepsPerFall: 10, kept: 0.93 };
/** The derivative of wind by position is not in the matrix of a step: large steps swing for ever. */
const IN_WIND: Pace = { stepsPerFall: 60, kept: 0.985 };
/** What touches a surface slides or sticks for a whole step: large ones shake what rests, and it sinks down for ever. */
const ON_SURFACES: Pace = { stepsPerFall: 40, kept: 0.97 };
/**
 * On surfaces a scene creeps to rest: steps become longer by GROWTH while no particle moves farther than SLOW times the mean spring length,
 * at most LONGEST times as long as the first ones, and shorter again where one moves farther than FAST times it.
 */
const GROWTH = 1.2;
const LONGEST = 100;
const SLOW = 1e-3;
const FAST = 1e-2;
/** Of Coulomb's μ: what rests in motion may exceed friction by the error of its solves, and must be within that of the scene. */
const FRICTION = 0.97;
/** Of the linear solves. */
const TOLERANCE = 1e-3;
const MAX_ITERATIONS = 400;

/**
 * Linearly-implicit Euler with a large step, a loss of velocity in every step, and pins and time that stand still. Inertia carries it
 * past the saddles between the many equilibria of folded cloth, where Newton's method stalls.
 * Source: pseudo-transient continuation, as in Kelley and Keyes, with the velocity kept from step to step.
 * @param acceleration m/s²; of a typical particle
 * @param extent m; of the scene
 */
export function createDampedMotion(
  world: World,
  start: State,
  { acceleration, extent, hasPotential }: { acceleration: number; extent: number; hasPotential: boolean },
) {
  const size = 4 * world.model.particleCount;
  const quiet = quietWorld(world, start.time);
  const [contact] = quiet.constraints;
  const state: State = { positions: world.arena.floats(size), velocities: world.arena.floats(size), time: start.time };
  const { step } = implicitEuler.create(quiet);
  const fall = Math.sqrt((2 * extent) / acceleration);
  const spacing = world.model.meanLength || extent;
  let pace: Pace | null = null;
  let h = 0;
  state.positions.set(start.positions);

  const motion = {
    /** Of the last step. */
    state,
    /** m; how far the fastest particle moved in the last step. */
    moved: Number.POSITIVE_INFINITY,
    /** Begins again at rest, with steps as long as the first ones. */
    restart() {
      state.velocities.fill(0);
      pace = null;
    },
    /** Makes some steps. @param touches true: a surface presses a particle */
    advance(steps: number, touches: boolean) {
      const { velocities: v } = state;
      const before = pace;
      pace = !hasPotential ? IN_WIND : touches ? ON_SURFACES : IN_AIR;
      const first = fall / pace.stepsPerFall;
      if (pace !== before) h = first;
      for (let k = 0; k < steps; k++) {
        world.kernel.scale(v, pace.kept);
        contact.beforeStep?.(state, h);
        step(state, h);
        contact.afterStep?.(state, h);
        const moved = h * largest(v);
        motion.moved = moved;
        if (pace !== ON_SURFACES) continue;
        if (moved < SLOW * spacing) h = Math.min(GROWTH * h, LONGEST * first);
        else if (moved > FAST * spacing) h = Math.max((h * FAST * spacing) / moved, 0.25 * h, first);
      }
    },
  };
  return motion;
}

/** A world with rough solves, in which obstacles stand still as they are at `time`, and are all that constrains particles. */
function quietWorld(world: World, time: number): World {
  const constraints: Constraint[] = [];
  const settings = { cgTolerance: TOLERANCE, cgIterations: MAX_ITERATIONS, clamp: 1 };
  const quiet: World = Object.create(world, {
    params: { value: { ...world.params, ...settings } },
    preconditioner: { value: preconditionerFor(world, 'auto') },
    persistentArena: { value: createArena(world.arena.precision) },
    audit: { value: null },
    solvesSprings: { value: false },
    energy: { value: (state: State, energy?: Energy) => energyOf(quiet, state, energy) },
    linearize: { value: (state: State) => world.linearize(state, true) },
  });
  Object.assign(quiet, constrain(world.model, world.kernel, world.forces, constraints));
  const cache = createObstacleCache((obstacle) => ({
    ...standing(obstacle, time),
    friction: FRICTION * obstacle.friction,
    restitution: 0,
  }));
  constraints.push(createContact(quiet, cache));
  return quiet;
}
