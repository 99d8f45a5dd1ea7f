/**
 * While a change is on its way to the engine, its control keeps showing what was asked for; the frames that still tell
 * the old value would make it jump back.
 */
export interface PendingChange {
  /** True while nothing is on its way: the control may show what the frame says. */
  readonly settled: boolean;
  /** Waits for a deed; a refusal was already shown as a message, so that only its end matters here. */
  wait(deed: Promise<unknown>): void;
}

export function createPendingChange(onSettled?: () => void): PendingChange {
  let waiting = 0;
  const done = () => {
    waiting--;
    if (waiting === 0) onSettled?.();
  };
  return {
    get settled() {
      return waiting === 0;
    },
    wait(deed) {
      waiting++;
      deed.then(done, done);
    },
  };
}
