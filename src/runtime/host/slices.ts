/** Runs many steps, and builds a scene, in slices, so that other requests and the page get their turn in between; and keeps the order. */
import type { Command } from '../../physics';
import type { Host } from './host';
import type { Session } from './session';

/** Wall time of a slice, ms. */
const SLICE = 50;

/**
 * A slice begins with one step, and has up to four times as many as the one before it: a step may take seconds.
 * @param shouldContinue called between two slices with the number of steps made; false ends them
 * @param changes a number that is another one when a command has changed what a step costs
 * @returns the number of steps made
 */
export async function stepWithBreaks(
  host: Host,
  count: number,
  shouldContinue: (done: number) => boolean,
  changes: () => number,
): Promise<number> {
  let size = 1;
  for (let done = 0; ; ) {
    const slice = Math.min(size, count - done);
    const begin = performance.now();
    const before = changes();
    const { ok } = await host.step(slice);
    done += slice;
    if (done === count || (!ok && host.latest().companions.length === 0)) return count;
    size = Math.max(1, Math.round(size * Math.min(4, SLICE / Math.max(1, performance.now() - begin))));
    await nextTask();
    if (!shouldContinue(done)) return done;
    if (changes() !== before) size = 1;
  }
}

/**
 * Builds the scene of a command, for the command itself. The present scene stays until then.
 * @param shouldContinue called between two slices with what is done, 0 … 1; false ends it
 * @throws an AbortError after `shouldContinue` has returned false; else as the command
 */
export async function buildInSlices(
  { simulation }: Pick<Session, 'simulation'>,
  command: Command,
  shouldContinue: (done: number) => boolean,
): Promise<void> {
  for (const done of simulation.build(command as Extract<Command, { type: 'scene' }>)) {
    await nextTask();
    if (!shouldContinue(done)) throw new DOMException('the scene was not built', 'AbortError');
  }
}

/** Requests in the order of the calls, where some take several tasks. */
export interface Queue {
  /** Does the work at once, or after the long work before it. */
  enqueue<T>(work: () => T): Promise<T>;
  /** The same for work that takes several tasks: all later work waits for its end. */
  enqueueLong<T>(work: () => T | Promise<T>): Promise<T>;
  /** True while long work is under way. */
  isBusy(): boolean;
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function enqueueLong<T>(work: () => T | Promise<T>): Promise<T> {
    waiting++;
    const result = last.then(work);
    last = result.catch(() => {});
    try {
      return await result;
    } finally {
      waiting--;
    }
  }

  return {
    enqueue: async (work) => (waiting === 0 ? work() : enqueueLong(work)),
    enqueueLong,
    isBusy: () => waiting > 0,
  };
}

/** On the page's own thread, what the user does has its turn now. A timer would wait a second on a hidden page. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
