import { addPull } from './forces/grab';
import type { State } from './model';
import type { MutableWorld } from './world';

/** How far back a throw remembers the way of a hard hold, s. */
const THROW_MEMORY = 0.03;

/**
 * The hand, step by step. Held softly, a particle is pulled by the grab force, whose work is counted here. Held hard, as
 * a moving pin, it reaches the target within the step at constant velocity, under any method: its inverse mass is 0.
 */
export interface Hand {
  beforeStep(state: State, h: number): void;
  /** Ends the step, and gives the work that it did on the scene, J. */
  afterStep(state: State, h: number): number;
  /** Lets go: a particle held hard flies on with the velocity of the hand. */
  release(state: State): void;
}

export function createHand(world: MutableWorld): Hand {
  const { control, model } = world;
  const size = 4 * model.particleCount;
  /** N; the forces that a hard hold must overcome, or the hand's own. */
  const force = world.arena.floats(size);
  const from = new Float64Array(3);
  /** m/s; of a hard hold, smoothed. */
  const velocity = new Float64Array(3);
  let moved = false;

  return {
    beforeStep(state, h) {
      const { held, target } = control;
      if (held < 0) return;
      const o = 4 * held;
      for (let axis = 0; axis < 3; axis++) from[axis] = state.positions[o + axis];
      if (world.params.hardHold === 0) {
        velocity.fill(0);
        if (model.pinned[held] === 1) return;
        force.fill(0, o, o + 3);
        addPull(world, state, force);
        return;
      }
      moved = false;
      const fading = h / (h + THROW_MEMORY);
      for (let axis = 0; axis < 3; axis++) {
        const speed = (target[axis] - from[axis]) / h;
        state.velocities[o + axis] = speed;
        velocity[axis] += fading * (speed - velocity[axis]);
        if (speed !== 0) moved = true;
      }
      if (moved) world.computeForces(state, force);
    },

    afterStep(state) {
      const { held, target } = control;
      if (held < 0) return 0;
      const hard = world.params.hardHold === 1;
      if (hard ? !moved : model.pinned[held] === 1) return 0;
      const o = 4 * held;
      let work = 0;
      for (let axis = 0; axis < 3; axis++) {
        if (hard) state.positions[o + axis] = target[axis];
        work += (hard ? -1 : 1) * force[o + axis] * (state.positions[o + axis] - from[axis]);
      }
      return work;
    },

    release(state) {
      const { held } = control;
      if (held >= 0 && world.params.hardHold === 1) {
        state.velocities.set(model.pinned[held] === 1 ? [0, 0, 0] : velocity, 4 * held);
      }
      velocity.fill(0);
    },
  };
}
