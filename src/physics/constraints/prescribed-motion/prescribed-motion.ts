import type { Environment } from '../../model/environment';
import type { ConstraintDefinition } from '../../world/constraint';
import { arrive, createMovingPins, follow, meet, setOut } from './moving-pins';

/** Pins that move. Their inverse mass is 0, so that no method moves them but by the velocity that they have.
 *
 *  Ahead of a step that velocity becomes d/h, with d the way that their motions prescribe for it (several motions of one
 *  pin add up): every method then carries them along in a straight line, and an implicit solve sees them in h²K v, which
 *  the P-form of the lecture notes lacks. A method of order above 2 has them put to their true places at the time of each
 *  stage. After the step they stand where d leads, to the last bit, at their true velocity.
 *
 *  The work of what moves them is that against the forces on them, by the trapezoidal rule, and what they gain in kinetic
 *  energy,
 *    W = −Σ ½(fₙ + fₙ₊₁)·dₙ + ΔT = −Σ fₙ·½(dₙ₋₁ + dₙ) + ΔT,
 *  with fₙ from the first evaluation in step n, so that none is made for it.
 *  Sources: lecture notes 3D Mass Spring System; Baraff and Witkin, Large Steps in Cloth Simulation, on constraints. */
export const prescribedMotion: ConstraintDefinition = {
  id: 'motion',
  label: 'Moving pins',
  summary: 'Carries pins along a prescribed way.',
  account: 'hand',
  create(world) {
    let environment: Environment | null = null;
    let movers = createMovingPins([]);
    /** s; when the step began. */
    let start = 0;
    let isStepping = false;
    let isForceDue = false;

    /** Takes up a new list. */
    function renew(): void {
      if (world.environment === environment) return;
      environment = world.environment;
      movers = createMovingPins(environment.motion);
    }

    return {
      get memory() {
        renew();
        return movers.memory;
      },
      beforeStep(state, h) {
        renew();
        if (movers.particles.length === 0) return;
        start = state.time;
        isStepping = isForceDue = true;
        setOut(movers, world, state, h);
      },
      prescribe(state) {
        if (isStepping) follow(movers, state, start, state.time - start);
      },
      react(f) {
        if (!isForceDue) return;
        isForceDue = false;
        meet(movers, f);
      },
      afterStep(state) {
        if (!isStepping) return 0;
        isStepping = isForceDue = false;
        return arrive(movers, world, state);
      },
    };
  },
};
