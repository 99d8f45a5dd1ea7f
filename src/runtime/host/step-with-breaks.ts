import { nextTask } from '../remote/serve';

/** Wall time of a slice, ms. */
const SLICE = 50;

/**
 * Runs many steps in slices, so that other commands and the page get their turn in between. A slice begins with one step, and has up to
 * four times as many as the one before it: a step may take seconds.
 * @param step runs so many; false: the run has stopped
 * @param shouldContinue called between two slices with the number of steps made; false ends them
 * @param changes a number that is another one when a command has changed what a step costs
 * @returns the number of steps made
 */
export async function stepWithBreaks(
  step: (count: number) => Promise<boolean>,
  count: number,
  shouldContinue: (done: number) => boolean,
  changes: () => number,
): Promise<number> {
  let size = 1;
  for (let done = 0; ; ) {
    const slice = Math.min(size, count - done);
    const begin = performance.now();
    const before = changes();
    const continues = await step(slice);
    done += slice;
    if (done === count || !continues) return count;
    size = Math.max(1, Math.round(size * Math.min(4, SLICE / Math.max(1, performance.now() - begin))));
    await nextTask();
    if (!shouldContinue(done)) return done;
    if (changes() !== before) size = 1;
  }
}
