import type { Pace } from '../frame/describe';

/** Simulated time that may be owed, in wall seconds: what a slow machine can't catch up with is let go. It is more than
 *  pictures that are drawn in software are apart. */
const DEBT = 0.25;
/** Smoothing of what is shown, wall seconds. */
const MEMORY = 0.5;

/**
 * Turns wall time into whole steps of dt. What is left over is kept for the next time; when the machine is too slow the
 * simulation falls behind real time, and says so, but never stretches dt.
 */
export interface Pacing {
  readonly pace: Pace;
  /** @param elapsed wall seconds; @param step does one step, and says whether to go on */
  advance(elapsed: number, dt: number, speed: number, step: () => boolean): void;
  restart(): void;
}

/** Wall time that the steps of one frame may take, ms; of frames that are far apart a part of the time between them. */
export interface Budget {
  readonly least: number;
  readonly part: number;
}

/** @param clock in ms */
export function createPacing(clock: () => number, { least, part }: Budget): Pacing {
  let debt = 0;
  let realTimeFactor = 0;
  let stepTime = 0;

  return {
    get pace() {
      return { stepTime, realTimeFactor };
    },
    restart() {
      debt = 0;
    },
    advance(elapsed, dt, speed, step) {
      debt = Math.min(debt + elapsed * speed, Math.max(DEBT * speed, dt));
      const start = clock();
      const wanted = Math.floor(debt / dt);
      let done = 0;
      const end = start + 1000 * Math.min(elapsed, Math.max(least / 1000, part * elapsed));
      while (done < wanted && (done === 0 || clock() < end)) {
        done++;
        if (!step()) break;
      }
      const late = done < wanted;
      debt = late ? 0 : debt - done * dt;

      const blend = Math.min(1, elapsed / MEMORY);
      if (elapsed > 0) realTimeFactor += blend * ((done * dt) / elapsed - realTimeFactor);
      if (done > 0) stepTime += (stepTime === 0 ? 1 : blend) * ((clock() - start) / done - stepTime);
    },
  };
}
