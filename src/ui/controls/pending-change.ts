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
