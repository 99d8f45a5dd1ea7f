import { largestStrain, type Simulation, type Variant } from '../../physics';
import { createSideBySide, type SideBySide } from '../../physics/analysis/side-by-side';
import { type CompanionShows, createCompanionShows } from '../blow-up-show/companion-shows';
import type { BufferPool } from '../frame/buffer-pool';
import type { FrameUpdate } from '../frame/frame-message';
import { createCompanionSnapshot } from '../frame/snapshot';

/** Runs that are compared with the main one, and their frames. */
export interface Companions extends Pick<SideBySide, 'apply' | 'step' | 'resting'> {
  readonly shows: CompanionShows;
  /** One step of all runs. False if all have stopped. */
  stepAll(): boolean;
  /** Their arrays belong to the receiver until it returns them to the pool. */
  frames(): FrameUpdate['companions'];
}

/** More could not be told apart. */
const MAX_COMPANIONS = 3;

/**
 * @param clock in ms
 * @throws RangeError for an unknown method or parameter, or too many companions
 */
export function openCompanions(
  simulation: Simulation,
  variants: readonly Variant[],
  pool: BufferPool,
  clock: () => number,
): Companions {
  if (variants.length > MAX_COMPANIONS)
    throw new RangeError(`there are at most ${MAX_COMPANIONS} companions, got ${variants.length}`);
  const runs = createSideBySide(simulation, variants);
  const shows = createCompanionShows(runs.companions, clock);
  const snapshots = runs.companions.map(() => createCompanionSnapshot(pool));

  return {
    shows,
    apply: runs.apply,
    step: runs.step,
    get resting() {
      return runs.resting;
    },
    stepAll() {
      runs.step();
      return !runs.resting;
    },
    frames: () =>
      runs.companions.map(({ variant: { label }, simulation: companion }, i) => {
        const { integrator, params, time, stepCount, blowUp, model, state } = companion;
        return {
          label,
          integrator,
          dt: params.dt,
          time,
          stepCount,
          energy: companion.energy(),
          strain: largestStrain(model, state),
          blowUp,
          show: shows.all[i].shown,
          ...snapshots[i](companion, simulation.model, shows.all[i].state?.positions ?? null),
        };
      }),
  };
}
