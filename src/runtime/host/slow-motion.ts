/** Replays a blow-up in slow motion, from its first visible growth, with interpolation between steps. */
import type { Floats, Replay, Simulation } from '../../physics';
import type { Status } from '../frame/frame';

/** Wall seconds for the replayed steps. */
const DURATION = 4;
/** Steps per wall second, at most. */
const MAX_RATE = 120;
/** Wall seconds for which the last replayed state stays before the last good state is shown. */
const PAUSE = 0.7;

export interface SlowMotion {
  /** The step that it shows; null while it does not play. */
  readonly shown: Status['replay'];
  /** 4n; m. */
  readonly positions: Floats | null;
  /** Does nothing if the simulation has not blown up. */
  start(simulation: Simulation): void;
  /** @param elapsed wall seconds */
  advance(elapsed: number): void;
  end(): void;
}

export function createSlowMotion(): SlowMotion {
  let replay: Replay | null = null;
  /** 4n; m; one step before the replay's state, and the interpolated positions. */
  let before: Floats = new Float32Array(0);
  let between: Floats = before;
  /** 0: at `before`; 1: at the replay's state. */
  let part = 0;
  /** Wall seconds since the replay ended; null before that. */
  let sinceEnd: number | null = null;

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
      sinceEnd = null;
    },
    advance(elapsed) {
      if (!replay) return;
      if (sinceEnd !== null) {
        sinceEnd += elapsed;
        if (sinceEnd > PAUSE) replay = null;
        return;
      }
      part += elapsed * Math.min(MAX_RATE, (replay.to - replay.from) / DURATION);
      for (; part > 1; part--) {
        before.set(replay.state.positions);
        if (replay.step(1)) continue;
        between.set(before);
        sinceEnd = 0;
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
