/** What is on its way: code that a click has asked for, and changes that the engine has not made yet. */

/** Code of the page that is loaded when a click first needs it. @param onError told of a failure by `now` */
export function lazy<T>(open: () => Promise<T>, onError: (error: unknown) => void = () => {}) {
  let loading: Promise<T> | null = null;
  let value: T | null = null;

  async function start(): Promise<T> {
    try {
      value = await open();
      return value;
    } catch (error) {
      loading = null;
      throw error;
    }
  }
  const load = () => {
    loading ??= start();
    return loading;
  };

  return {
    /** Loads it once. After a failure, which rejects, the next call tries again. */
    load,
    /** For each frame: null until it is loaded. @param needed true: starts to load it */
    now(needed: boolean): T | null {
      if (needed && !loading) load().catch(onError);
      return value;
    },
  };
}

/**
 * Gives `work` one value at a time: of those that come while it works only the newest one is next. Its errors are ignored: a message
 * shows them.
 */
export function newestOnly<T>(work: (value: T) => Promise<unknown>) {
  let waiting: [T] | null = null;
  const newest = {
    busy: false,
    async set(value: T): Promise<void> {
      waiting = [value];
      if (newest.busy) return;
      newest.busy = true;
      for (let next = waiting as [T] | null; next; next = waiting) {
        waiting = null;
        await work(next[0]).catch(() => {});
      }
      newest.busy = false;
    },
  };
  return newest;
}

/**
 * While a change is on its way to the engine, its control shows the requested value: frames still have the old one, and
 * the control would jump back.
 */
export function createPendingChange(onSettled?: () => void) {
  let waiting = 0;
  const done = () => {
    waiting--;
    if (waiting === 0) onSettled?.();
  };
  return {
    /** True while no change is on its way: the control may show the value of the frame. */
    get settled() {
      return waiting === 0;
    },
    /** Waits for a change to end. An error is already shown as a message. */
    wait(change: Promise<unknown>): void {
      waiting++;
      change.then(done, done);
    },
  };
}
