import { addGrabForce } from '../forces/grab';
import type { State } from '../model/model';
import type { MutableWorld } from '../world/create-world';

/** Averaging time of the velocity of a rigid grab, s: a released particle keeps this velocity. */
const VELOCITY_AVERAGING = 0.03;

/**
 * The grab, step by step. In a soft grab, the grab force pulls the held particle, and its work is computed here. In a rigid
 * grab, the particle is a moving pin: it reaches the target within the step at constant velocity, with any integrator,
 * because its inverse mass is 0.
 */
export interface Grab {
  /** 3; m/s; the averaged velocity of a rigid grab, which carries over from step to step. */
  readonly memory: Float64Array;
  beforeStep(state: State, h: number): void;
  /** Ends the step, and returns the work that the grab did on the scene, J. */
  afterStep(state: State, h: number): number;
  /** Ends the grab: a rigidly held particle keeps the averaged velocity. */
  release(state: State): void;
}

export function createGrab(world: MutableWorld): Grab {
  const { control, model } = world;
  /** 4n; N; the net force against a rigid grab, or at the held particle the pull of a soft one. */
  const force = world.arena.floats(4 * model.particleCount);
  const start = new Float64Array(3);
  const velocity = new Float64Array(3);
  let isMoving = false;

  const isRigid = () => world.params.hardHold === 1;

  /** Sets the velocity that reaches the target in h seconds. */
  function startRigidStep(state: State, h: number): void {
    const o = 4 * control.held;
    const weight = h / (h + VELOCITY_AVERAGING);
    isMoving = false;
    for (let axis = 0; axis < 3; axis++) {
      const speed = (control.target[axis] - start[axis]) / h;
      state.velocities[o + axis] = speed;
      velocity[axis] += weight * (speed - velocity[axis]);
      if (speed !== 0) isMoving = true;
    }
    if (isMoving) world.computeForces(state, force);
  }

  /** Moves the particle to the target. Returns −∫f·dx by the trapezoidal rule, J. */
  function endRigidStep(state: State): number {
    if (!isMoving) return 0;
    const o = 4 * control.held;
    let work = 0;
    for (let end = 0; end < 2; end++) {
      if (end === 1) world.computeForces(state, force);
      for (let axis = 0; axis < 3; axis++) {
        state.positions[o + axis] = control.target[axis];
        work -= 0.5 * force[o + axis] * (control.target[axis] - start[axis]);
      }
    }
    return work;
  }

  /** f·Δx of the pull, or f·h v if larger, J: an integrator that moves x before v does the first step's work a step late. */
  function pullWork({ positions: x, velocities: v }: State, h: number): number {
    const o = 4 * control.held;
    let done = 0;
    let next = 0;
    for (let axis = 0; axis < 3; axis++) {
      done += force[o + axis] * (x[o + axis] - start[axis]);
      next += force[o + axis] * h * v[o + axis];
    }
    return Math.max(done, next);
  }

  return {
    memory: velocity,
    beforeStep(state, h) {
      const { held } = control;
      if (held < 0) return;
      const o = 4 * held;
      for (let axis = 0; axis < 3; axis++) start[axis] = state.positions[o + axis];
      if (isRigid()) startRigidStep(state, h);
      else {
        force.fill(0, o, o + 3);
        addGrabForce(world, state, force);
      }
    },

    afterStep(state, h) {
      if (control.held < 0) return 0;
      if (isRigid()) return endRigidStep(state);
      return model.pinned[control.held] === 1 ? 0 : pullWork(state, h);
    },

    release(state) {
      const { held } = control;
      if (held >= 0 && isRigid()) {
        state.velocities.set(model.pinned[held] === 1 ? [0, 0, 0] : velocity, 4 * held);
      }
      velocity.fill(0);
    },
  };
}
