import { largestStrain, type Simulation } from '../../physics';
import { createSideBySide, type SideBySide } from '../../physics/analysis/side-by-side';
import type { BufferPool } from '../frame/buffer-pool';
import type { FrameUpdate } from '../frame/frame-message';
import { createCompanionSnapshot } from '../frame/snapshot';
import type { Variant } from './protocol';

/** What runs beside the main run, and what the page is to see of it. Loaded when it is first asked for. */
export interface Companions extends Pick<SideBySide, 'apply' | 'step' | 'resting'> {
  /** One step of all; whether there is one that goes on. */
  stepOn(): boolean;
  /** They are the receiver's until their arrays are given back to the pool. */
  frames(): FrameUpdate['companions'];
}

/** Most at a time: more can't be told apart. */
const MOST = 3;

/** @throws RangeError for a method or parameter that there isn't, and for too many */
export function openCompanions(simulation: Simulation, variants: readonly Variant[], pool: BufferPool): Companions {
  if (variants.length > MOST) throw new RangeError(`there is room for ${MOST} companions, got ${variants.length}`);
  const runs = createSideBySide(simulation, variants);
  const snapshots = runs.companions.map(() => createCompanionSnapshot(pool));

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
        return {
          label,
          integrator,
          dt: params.dt,
          time,
          stepCount,
          energy: simulation.energy(),
          strain: largestStrain(model, state),
          blowUp,
          ...snapshots[i](simulation),
        };
      }),
  };
}
