import type { Floats, Replay, Simulation } from '../physics';
import type { Status } from './protocol';

/** How long a blow-up is shown, wall seconds. */
const DURATION = 3;
/** Most steps a second. */
const FASTEST = 120;

/** The blow-up once more, a few steps a frame, from the first ripple to the burst. */
export interface SlowMotion {
  /** What it shows, or null where nothing plays. */
  readonly shown: Status['replay'];
  readonly positions: Floats | null;
  start(simulation: Simulation): void;
  advance(elapsed: number): void;
  end(): void;
}

export function createSlowMotion(): SlowMotion {
  let replay: Replay | null = null;
  let owed = 0;

  return {
    get shown() {
      return replay === null ? null : { step: replay.stepCount, time: replay.state.time };
    },
    get positions() {
      return replay?.state.positions ?? null;
    },
    start(simulation) {
      replay = simulation.replay();
      owed = 0;
    },
    advance(elapsed) {
      if (!replay) return;
      const rate = Math.min(FASTEST, (replay.to - replay.from) / DURATION);
      owed += elapsed * rate;
      const steps = Math.floor(owed);
      owed -= steps;
      if (!replay.step(steps)) replay = null;
    },
    end() {
      replay = null;
    },
  };
}
