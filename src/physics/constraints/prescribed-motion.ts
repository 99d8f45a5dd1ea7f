import type { Environment } from '../model/environment';
import type { ConstraintDefinition } from '../world/constraint';
import { beginStep, createMovingPins, endStep, moveToStage, recordForces } from './moving-pins';

/** Pins that move along a set path. Their inverse mass is 0, so that a method moves them only by their velocity.
 *
 *  Before a step that velocity becomes d/h, with d the displacement that their motions prescribe (several motions of one pin
 *  add up): every method then carries them along in a straight line, and an implicit solve sees them in h²K v, which the
 *  P-form of the lecture notes lacks. A method of order above 2 moves them to their exact places at the time of each stage.
 *  After the step they are at x + d, to the last bit, with their exact velocity.
 *
 *  The work that moves them is the work against the forces on them, by the trapezoidal rule, plus their gain in kinetic energy,
 *    W = −Σ ½(fₙ + fₙ₊₁)·dₙ + ΔT = −Σ fₙ·½(dₙ₋₁ + dₙ) + ΔT,
 *  with fₙ from the first force evaluation in step n, so that it needs no evaluation of its own.
 *  Sources: lecture notes 3D Mass Spring System; Baraff and Witkin, Large Steps in Cloth Simulation, on constraints. */
export const prescribedMotion: ConstraintDefinition = {
  id: 'motion',
  label: 'Moving pins',
  summary: 'Moves pins along a set path.',
  isRelative: true,
  account: 'hand',
  create(world) {
    let environment: Environment | null = null;
    let pins = createMovingPins([]);
    /** Time at the start of the step, s. */
    let start = 0;
    let isInStep = false;
    let needsForces = false;

    /** Creates the pins anew if the environment has been replaced. */
    function update(): void {
      if (world.environment === environment) return;
      environment = world.environment;
      pins = createMovingPins(environment.motion);
    }

    return {
      get memory() {
        update();
        return pins.memory;
      },
      beforeStep(state, h) {
        update();
        if (pins.particles.length === 0) return;
        start = state.time;
        isInStep = needsForces = true;
        beginStep(pins, world, state, h);
      },
      prescribe(state) {
        if (isInStep) moveToStage(pins, state, start, state.time - start);
      },
      addReactions(f) {
        if (!needsForces) return;
        needsForces = false;
        recordForces(pins, f);
      },
      afterStep(state) {
        if (!isInStep) return 0;
        isInStep = needsForces = false;
        return endStep(pins, world, state);
      },
    };
  },
};
