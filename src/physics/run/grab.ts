import { addGrabForce } from '../forces/grab';
import type { State } from '../model/model';
import type { MutableWorld } from '../world/create-world';

/** How far back a throw remembers the way of a hard hold, s. */
const THROW_MEMORY = 0.03;

/**
 * The hand, step by step. Held softly, a particle is pulled by the grab force, whose work is counted here. Held hard, as
 * a moving pin, it reaches the target within the step at constant velocity, under any method: its inverse mass is 0.
 */
export interface Grab {
  /** What it remembers from step to step: the velocity of a hard hold, m/s, smoothed. */
  readonly memory: Float64Array;
  beforeStep(state: State, h: number): void;
  /** Ends the step, and gives the work that it did on the scene, J. */
  afterStep(state: State, h: number): number;
  /** Lets go: a particle held hard flies on with the velocity of the hand. */
  release(state: State): void;
}

export function createGrab(world: MutableWorld): Grab {
  const { control, model } = world;
  /** N; of all particles: what a hard hold must overcome, or in the held one's place the hand's own pull. */
  const force = world.arena.floats(4 * model.particleCount);
  const from = new Float64Array(3);
  const velocity = new Float64Array(3);
  let moved = false;

  const isHard = () => world.params.hardHold === 1;

  /** Sets out for the target, at the velocity that reaches it in h seconds. */
  function setOut(state: State, h: number): void {
    const o = 4 * control.held;
    const fading = h / (h + THROW_MEMORY);
    moved = false;
    for (let axis = 0; axis < 3; axis++) {
      const speed = (control.target[axis] - from[axis]) / h;
      state.velocities[o + axis] = speed;
      velocity[axis] += fading * (speed - velocity[axis]);
      if (speed !== 0) moved = true;
    }
    if (moved) world.computeForces(state, force);
  }

  /** −∫f·dx of a hard hold by the trapezoidal rule, J. */
  function arrive(state: State): number {
    if (!moved) return 0;
    const o = 4 * control.held;
    let work = 0;
    for (let end = 0; end < 2; end++) {
      if (end === 1) world.computeForces(state, force);
      for (let axis = 0; axis < 3; axis++) {
        state.positions[o + axis] = control.target[axis];
        work -= 0.5 * force[o + axis] * (control.target[axis] - from[axis]);
      }
    }
    return work;
  }

  /** f·Δx of the pull, J; a method that moves x before v does its first step's work a step late, so f·h v counts too. */
  function pullWork({ positions: x, velocities: v }: State, h: number): number {
    const o = 4 * control.held;
    let along = 0;
    let ahead = 0;
    for (let axis = 0; axis < 3; axis++) {
      along += force[o + axis] * (x[o + axis] - from[axis]);
      ahead += force[o + axis] * h * v[o + axis];
    }
    return Math.max(along, ahead);
  }

  return {
    memory: velocity,
    beforeStep(state, h) {
      const { held } = control;
      if (held < 0) return;
      const o = 4 * held;
      for (let axis = 0; axis < 3; axis++) from[axis] = state.positions[o + axis];
      if (isHard()) setOut(state, h);
      else {
        force.fill(0, o, o + 3);
        addGrabForce(world, state, force);
      }
    },

    afterStep(state, h) {
      if (control.held < 0) return 0;
      if (isHard()) return arrive(state);
      return model.pinned[control.held] === 1 ? 0 : pullWork(state, h);
    },

    release(state) {
      const { held } = control;
      if (held >= 0 && isHard()) {
        state.velocities.set(model.pinned[held] === 1 ? [0, 0, 0] : velocity, 4 * held);
      }
      velocity.fill(0);
    },
  };
}
