/** Steps in wall time: as many whole steps of dt as are due, or many steps in slices. The rest of a step is kept for the next call. On a
 *  machine that is too slow the simulation falls behind real time; dt never changes. */

/** Largest backlog of simulated time, in wall seconds: a slow machine drops the rest. It exceeds the time between frames that
 *  are rendered in software. */
const MAX_BACKLOG = 0.25;
/** Time constant of the smoothed figures, wall seconds. */
const SMOOTHING = 0.5;

/** Wall time for the steps of one frame: at least this, ms, or this part of the time between two frames. */
export interface Budget {
  readonly least: number;
  readonly part: number;
}

/** @param clock in ms */
export function createPacing(clock: () => number, { least, part }: Budget) {
  /** Simulated time to catch up with, s. */
  let backlog = 0;
  let realTimeFactor = 0;
  let stepTime = 0;

  return {
    get pace() {
      return { stepTime, realTimeFactor };
    },
    restart() {
      backlog = 0;
    },
    /** @param elapsed wall seconds; @param step runs one step and returns false to stop */
    advance(elapsed: number, dt: number, speed: number, step: () => boolean) {
      const { due, start, end } = plan(elapsed, dt, speed);
      let done = 0;
      while (done < due && (done === 0 || clock() < end)) {
        done++;
        if (!step()) break;
      }
      finish(elapsed, dt, { due, done, start });
    },
    /** The same with steps that are run together, without a look at the clock between them. @param steps runs so many */
    async advanceTogether(elapsed: number, dt: number, speed: number, steps: (count: number) => Promise<void>) {
      const { due, start, end } = plan(elapsed, dt, speed);
      const fit = stepTime > 0 ? Math.floor((end - start) / stepTime) : 1;
      const done = Math.min(due, Math.max(1, fit));
      if (done > 0) await steps(done);
      finish(elapsed, dt, { due, done, start });
    },
  };

  /** What is due, in steps, and until when, ms. */
  function plan(elapsed: number, dt: number, speed: number) {
    backlog = Math.min(backlog + elapsed * speed, Math.max(MAX_BACKLOG * speed, dt));
    const start = clock();
    // After a step of seconds the next frame does not take as long again: commands wait for it.
    const end = start + 1000 * Math.min(elapsed, Math.max(least / 1000, part * Math.min(elapsed, MAX_BACKLOG)));
    return { due: Math.floor(backlog / dt), start, end };
  }

  function finish(elapsed: number, dt: number, { due, done, start }: Record<'due' | 'done' | 'start', number>): void {
    const late = done < due;
    backlog = late ? 0 : backlog - done * dt;
    const blend = Math.min(1, elapsed / SMOOTHING);
    if (elapsed > 0) realTimeFactor += blend * ((done * dt) / elapsed - realTimeFactor);
    if (done > 0) stepTime += (stepTime === 0 ? 1 : blend) * ((clock() - start) / done - stepTime);
  }
}

/** Wall time of a slice, ms. */
const SLICE = 50;

/**
 * Runs many steps in slices of about the same time, so that other commands and the page get their turn in between. The first slice is
 * one step, and each has at most four times as many as the one before it: a step may take seconds.
 * @param clock in ms @param step runs so many; false: the run has stopped
 * @param changes a number that is another one when a command has changed what a step costs
 * @param isEnded asked before each slice; true: no more steps
 * Yields the number of steps made after each slice. @returns the same at the end; `count` where the run has stopped
 */
export async function* stepByClock(
  clock: () => number,
  step: (count: number) => boolean | Promise<boolean>,
  count: number,
  changes: () => number,
  isEnded: () => boolean,
): AsyncGenerator<number, number, void> {
  let size = 1;
  for (let done = 0; done < count; ) {
    if (isEnded()) return done;
    const slice = Math.min(size, count - done);
    const begin = clock();
    const before = changes();
    const continues = await step(slice);
    if (!continues) return count;
    done += slice;
    size = Math.max(1, Math.round(size * Math.min(4, SLICE / Math.max(1, clock() - begin))));
    yield done;
    if (changes() !== before) size = 1;
  }
  return count;
}
