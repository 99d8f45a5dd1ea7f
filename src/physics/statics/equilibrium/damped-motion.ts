import { implicitEuler } from '../../integrators/implicit-euler';
import type { State } from '../../model/model';
import { preconditionerFor } from '../../registry';
import type { World } from '../../world/world';

/** Motion of a world that loses its speed: it goes where the scene would come to rest. */
export interface DampedMotion {
  /** Of the last step. */
  readonly state: State;
  /** s; of a step. */
  readonly h: number;
  /** Makes some steps. */
  advance(steps: number): void;
}

/** Steps in the time in which a particle falls, or is pulled, through the whole scene. */
const STEPS_PER_FALL = 10;
/** Fraction of the velocity that is left after a step. */
const KEPT = 0.93;
/** The same in wind, whose derivative by position is not in the matrix of a step: large steps swing for ever. */
const STEPS_PER_FALL_IN_WIND = 60;
const KEPT_IN_WIND = 0.985;
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
): DampedMotion {
  const size = 4 * world.model.particleCount;
  const settings = { cgTolerance: TOLERANCE, cgIterations: MAX_ITERATIONS, clamp: 1 };
  const quiet: World = Object.create(world, {
    params: { value: { ...world.params, ...settings } },
    preconditioner: { value: preconditionerFor(world, 'auto') },
    audit: { value: null },
    linearize: { value: (state: State) => world.linearize(state, true) },
  });
  const state: State = { positions: world.arena.floats(size), velocities: world.arena.floats(size), time: start.time };
  const { step } = implicitEuler.create(quiet);
  const contact = world.constraints.filter((_, i) => world.constraintDefinitions[i].id === 'contact');
  const h = Math.sqrt((2 * extent) / acceleration) / (hasPotential ? STEPS_PER_FALL : STEPS_PER_FALL_IN_WIND);
  const kept = hasPotential ? KEPT : KEPT_IN_WIND;
  state.positions.set(start.positions);

  return {
    state,
    h,
    advance(steps) {
      const { velocities: v } = state;
      for (let k = 0; k < steps; k++) {
        world.kernel.scale(v, kept);
        for (const one of contact) one.beforeStep?.(state, h);
        step(state, h);
        for (const one of contact) one.afterStep?.(state, h);
      }
    },
  };
}
