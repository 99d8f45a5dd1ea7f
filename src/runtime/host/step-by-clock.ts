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
