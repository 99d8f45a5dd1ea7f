import { largestStrain, type Simulation, type Variant } from '../../physics';
import { createSideBySide } from '../../physics/analysis/side-by-side';
import type { BufferPool, FrameUpdate } from '../frame/frame-message';
import { createCompanionSnapshot } from '../frame/snapshot';
import { createSlowReplay, type ReplayControl, type Replayer } from '../slow-replay';

/** More could not be told apart. */
const MAX_COMPANIONS = 3;

export type Companions = ReturnType<typeof openCompanions>;

/**
 * Runs that are compared with the main one, and their frames.
 * @param clock in ms
 * @throws RangeError for an unknown method or parameter, or too many companions
 */
export function openCompanions(
  simulation: Simulation,
  variants: readonly Variant[],
  pool: BufferPool,
  clock: () => number,
) {
  if (variants.length > MAX_COMPANIONS)
    throw new RangeError(`there are at most ${MAX_COMPANIONS} companions, got ${variants.length}`);
  const runs = createSideBySide(simulation, variants);
  const replays = createCompanionReplays(runs.companions, clock);
  const snapshots = runs.companions.map(() => createCompanionSnapshot(pool));

  return {
    replays,
    apply: runs.apply,
    step: runs.step,
    get resting(): boolean {
      return runs.resting;
    },
    /** One step of all runs. False if all have stopped. */
    stepAll(): boolean {
      runs.step();
      return !runs.resting;
    },
    /** Their arrays belong to the receiver until it returns them to the pool. */
    frames: (): FrameUpdate['companions'] =>
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
          show: replays.all[i].shown,
          ...snapshots[i](companion, simulation.model, replays.all[i].state?.positions ?? null),
        };
      }),
  };
}

/** One slow replay for each run, while the others continue. @param clock in ms */
function createCompanionReplays(runs: readonly { readonly simulation: Simulation }[], clock: () => number) {
  const replays = runs.map(() => createSlowReplay(clock));
  /** The blow-up that each shows. */
  const known = runs.map((): Simulation['blowUp'] => null);

  return {
    /** In the order of the companions. */
    all: replays as readonly Pick<Replayer, 'shown' | 'state'>[],
    /**
     * Starts the replays of runs that have blown up since the last call, and ends those of runs that have not.
     * @param plays false: a still picture of the end
     */
    update(plays: boolean): void {
      runs.forEach(({ simulation }, i) => {
        const { blowUp } = simulation;
        if (blowUp === known[i]) return;
        known[i] = blowUp;
        replays[i].start(simulation, plays);
        if (blowUp && !plays) replays[i].control({ type: 'seek', position: 1 });
      });
    },
    /** @param elapsed wall seconds */
    advance(elapsed: number): void {
      // Recording takes time: one after the other.
      const first = replays.find(({ shown }) => shown?.boxes === null);
      for (const replay of replays) if (replay === first || replay.shown?.boxes) replay.advance(elapsed);
    },
    control(control: ReplayControl): void {
      for (const [i, replay] of replays.entries()) {
        const position = replay.shown?.position ?? 0;
        if (control.type === 'repeat' && control.companion === i) {
          replay.control({ type: 'seek', position: 0 });
          replay.control({ type: 'play' });
        } else if (control.type === 'pause') replay.control(control);
        else if (control.type === 'play' && position > 0 && position < 1) replay.control({ type: 'play' });
      }
    },
  };
}
