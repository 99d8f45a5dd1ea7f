import { type Floats, isFiniteState, largestStrain, type Simulation } from '../../physics';
import { createSideBySide, type SideBySide } from '../../physics/analysis/side-by-side';
import type { BufferPool } from '../frame/buffer-pool';
import type { CompanionFrame } from '../frame/frame';
import type { Variant } from './protocol';

/** What runs beside the main run, and what the page is to see of it. Loaded when it is first asked for. */
export interface Companions extends Pick<SideBySide, 'apply' | 'step' | 'resting'> {
  /** One step of all; whether there is one that goes on. */
  stepOn(): boolean;
  /** They are the receiver's until their arrays are given back to the pool. */
  frames(): CompanionFrame[];
}

/** Most at a time: more can't be told apart. */
const MOST = 3;

/** @throws RangeError for a method or parameter that there isn't, and for too many */
export function openCompanions(simulation: Simulation, variants: readonly Variant[], pool: BufferPool): Companions {
  if (variants.length > MOST) throw new RangeError(`there is room for ${MOST} companions, got ${variants.length}`);
  const runs = createSideBySide(simulation, variants);
  /** Their last positions that were numbers: they stand in while some have ceased to be and nobody has looked yet. */
  const sound: Floats[] = [];

  function soundPositions(i: number, { state }: Simulation): Floats {
    const { positions } = state;
    const fits = sound[i]?.length === positions.length && sound[i].constructor === positions.constructor;
    if (!fits) sound[i] = positions.slice();
    else if (isFiniteState(state)) sound[i].set(positions);
    return pool.copy(sound[i]);
  }

  return {
    apply: runs.apply,
    step: runs.step,
    get resting() {
      return runs.resting;
    },
    stepOn() {
      runs.step();
      return !runs.resting;
    },
    frames: () =>
      runs.companions.map(({ variant: { label }, simulation }, i) => {
        const { integrator, params, time, stepCount, blowUp, model, state } = simulation;
        const strain = largestStrain(model, state);
        const positions = soundPositions(i, simulation);
        return {
          label,
          integrator,
          dt: params.dt,
          time,
          stepCount,
          energy: simulation.energy(),
          strain,
          blowUp,
          positions,
        };
      }),
  };
}
