/** Runs many steps in slices, so that other commands and the page get their turn in between. */
import type { Host } from '../../runtime/host/host';
import type { MessageList } from './message-list';

/** Steps of the first slice. */
const FIRST = 64;
/** Wall time of a slice, ms. */
const SLICE = 50;
/** Wall time after which the progress is shown, ms. */
const PATIENCE = 1000;

/** Steps that are under way. */
export interface StepRun {
  /** Set it to end them after the present slice. */
  cancelled: boolean;
}

/** Resolves after all steps, or at a blow-up. @throws Error if they were cancelled before the end */
export async function stepInSlices(host: Host, count: number, run: StepRun, messages: MessageList): Promise<void> {
  const start = performance.now();
  let size = FIRST;
  let shown = false;
  try {
    for (let done = 0; ; ) {
      const slice = Math.min(size, count - done);
      const begin = performance.now();
      const { ok } = await host.step(slice);
      done += slice;
      if (done === count || (!ok && host.latest().companions.length === 0)) return;
      const now = performance.now();
      size = Math.max(1, Math.round(size * Math.min(4, SLICE / Math.max(1, now - begin))));
      if (now - start > PATIENCE) {
        shown = true;
        messages.show({
          kind: 'notice',
          text: `${done.toLocaleString('en')} of ${count.toLocaleString('en')} steps.`,
          actions: [
            {
              label: 'Cancel',
              help: 'Stop after the steps that are done',
              act() {
                run.cancelled = true;
              },
            },
          ],
        });
      }
      await nextTask();
      if (run.cancelled) throw new Error(`stopped after ${done} of ${count} steps`);
    }
  } finally {
    if (shown) messages.hide('notice');
  }
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
