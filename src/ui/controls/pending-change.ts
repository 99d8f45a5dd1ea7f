/**
 * While a change is on its way to the engine, its control shows the requested value: frames still have the old one, and
 * the control would jump back.
 */
export interface PendingChange {
  /** True while no change is on its way: the control may show the value of the frame. */
  readonly settled: boolean;
  /** Waits for a change to end. An error is already shown as a message. */
  wait(change: Promise<unknown>): void;
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
    wait(change) {
      waiting++;
      change.then(done, done);
    },
  };
}
