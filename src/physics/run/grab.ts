import { addGrabForce } from '../forces/grab';
import type { Hand, State } from '../model/model';
import type { MutableWorld } from '../world/create-world';

/** Averaging time of the velocity of a rigid grab, s: a released particle keeps this velocity. */
const VELOCITY_AVERAGING = 0.03;

/**
 * The grabs, step by step. In a soft grab, the grab force pulls the held particle, and its work is computed here. In a rigid
 * grab, the particle is a moving pin: it reaches the target within the step at constant velocity, with any integrator,
 * because its inverse mass is 0.
 */
export type Grab = ReturnType<typeof createGrab>;

export function createGrab(world: MutableWorld) {
  const { model } = world;
  const { hands } = world.control;
  /** 4n; N; the net force against a rigid grab, or at each held particle the pull of a soft one. */
  const force = world.arena.floats(4 * model.particleCount);
  /** 3 for each hand; m; where the held particle begins the step. */
  const start = new Float64Array(3 * hands.length);
  const velocity: Float64Array = new Float64Array(3 * hands.length);
  /** For each hand: 1 if a rigid grab moves its particle in this step. */
  const isMoving = new Uint8Array(hands.length);

  const isRigid = () => world.params.hardHold === 1;

  /** Moves each particle to its target. Returns −∫f·dx by the trapezoidal rule, J. */
  function endRigidStep(state: State): number {
    if (!isMoving.includes(1)) return 0;
    let work = 0;
    for (let end = 0; end < 2; end++) {
      if (end === 1) world.computeForces(state, force);
      for (let hand = 0; hand < hands.length; hand++) {
        const { held, target } = hands[hand];
        if (isMoving[hand] === 0) continue;
        for (let axis = 0; axis < 3; axis++) {
          state.positions[4 * held + axis] = target[axis];
          work -= 0.5 * force[4 * held + axis] * (target[axis] - start[3 * hand + axis]);
        }
      }
    }
    return work;
  }

  /** f·Δx of the pull, or f·h v if larger, J: an integrator that moves x before v does the first step's work a step late. */
  function pullWork({ positions: x, velocities: v }: State, hand: number, h: number): number {
    const o = 4 * hands[hand].held;
    let done = 0;
    let next = 0;
    for (let axis = 0; axis < 3; axis++) {
      done += force[o + axis] * (x[o + axis] - start[3 * hand + axis]);
      next += force[o + axis] * h * v[o + axis];
    }
    return Math.max(done, next);
  }

  return {
    /** 3 for each hand; m/s; the averaged velocity of a rigid grab, which carries over from step to step. */
    memory: velocity,
    beforeStep(state: State, h: number) {
      isMoving.fill(0);
      for (let hand = 0; hand < hands.length; hand++) {
        const { held } = hands[hand];
        if (held < 0) continue;
        const o = 4 * held;
        for (let axis = 0; axis < 3; axis++) start[3 * hand + axis] = state.positions[o + axis];
        if (isRigid()) isMoving[hand] = aimAtTarget(hands[hand], state, velocity.subarray(3 * hand), h) ? 1 : 0;
        else {
          force.fill(0, o, o + 3);
          addGrabForce(world, hands[hand], state, force);
        }
      }
      if (isMoving.includes(1)) world.computeForces(state, force);
    },

    /** Ends the step, and returns the work that the grabs did on the scene, J. */
    afterStep(state: State, h: number) {
      if (isRigid()) return endRigidStep(state);
      let work = 0;
      for (let hand = 0; hand < hands.length; hand++) {
        const { held } = hands[hand];
        if (held >= 0 && model.pinned[held] === 0) work += pullWork(state, hand, h);
      }
      return work;
    },

    /** Ends the grab of a hand: a rigidly held particle keeps the averaged velocity. */
    release(state: State, hand: number) {
      const { held } = hands[hand];
      const own = velocity.subarray(3 * hand, 3 * hand + 3);
      if (held >= 0 && isRigid()) state.velocities.set(model.pinned[held] === 1 ? [0, 0, 0] : own, 4 * held);
      own.fill(0);
    },
  };
}

/**
 * Sets the velocity with which a rigidly held particle reaches its target in h seconds.
 * @param average 3; m/s; of the grab, is updated @returns true if the particle moves
 */
export function aimAtTarget(
  { held, target }: Hand,
  { positions: x, velocities: v }: State,
  average: Float64Array,
  h: number,
): boolean {
  const weight = h / (h + VELOCITY_AVERAGING);
  let moves = false;
  for (let axis = 0; axis < 3; axis++) {
    const o = 4 * held + axis;
    const speed = (target[axis] - x[o]) / h;
    v[o] = speed;
    average[axis] += weight * (speed - average[axis]);
    if (speed !== 0) moves = true;
  }
  return moves;
}
