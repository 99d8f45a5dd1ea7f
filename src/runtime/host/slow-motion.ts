import type { Floats, Replay, Simulation } from '../../physics';
import type { Status } from '../frame/frame';

/** How long the steps up to the one at which the blow-up was seen are shown, wall seconds. */
const DURATION = 4;
/** Most steps a second. */
const FASTEST = 120;
/** How long the burst stays before the picture rests at the last good state, wall seconds. */
const PAUSE = 0.7;

/** The blow-up once more, in slow motion, from the first ripple to the burst; between two steps it is interpolated. */
export interface SlowMotion {
  /** What it shows, or null where nothing plays. */
  readonly shown: Status['replay'];
  /** 4n; m. */
  readonly positions: Floats | null;
  start(simulation: Simulation): void;
  /** @param elapsed wall seconds */
  advance(elapsed: number): void;
  end(): void;
}

export function createSlowMotion(): SlowMotion {
  let replay: Replay | null = null;
  /** Positions one step back, and what is shown. */
  let before: Floats = new Float32Array(0);
  let between: Floats = before;
  /** Part of the way from the one to the other, in steps; and wall seconds since the burst, or null ahead of it. */
  let part = 0;
  let burst: number | null = null;

  return {
    get shown() {
      return replay === null ? null : { step: replay.stepCount, time: replay.state.time };
    },
    get positions() {
      return replay === null ? null : between;
    },
    start(simulation) {
      replay = simulation.replay();
      if (!replay) return;
      before = replay.state.positions.slice();
      between = before.slice();
      part = 1;
      burst = null;
    },
    advance(elapsed) {
      if (!replay) return;
      if (burst !== null) {
        burst += elapsed;
        if (burst > PAUSE) replay = null;
        return;
      }
      part += elapsed * Math.min(FASTEST, (replay.to - replay.from) / DURATION);
      for (; part > 1; part--) {
        before.set(replay.state.positions);
        if (replay.step(1)) continue;
        between.set(before);
        burst = 0;
        return;
      }
      const { positions } = replay.state;
      for (let i = 0; i < between.length; i++) between[i] = before[i] + part * (positions[i] - before[i]);
    },
    end() {
      replay = null;
    },
  };
}
