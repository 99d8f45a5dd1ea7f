import type { Pace } from './describe';

/** Simulated time that may be owed, in wall seconds: what a slow machine can't catch up with is let go. */
const DEBT = 0.1;
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

/** @param clock in ms; @param budget wall time that the steps of one frame may take, ms, and no more than the frame took */
export function createPacing(clock: () => number, budget: number): Pacing {
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
      const end = start + Math.min(budget, 1000 * elapsed);
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
