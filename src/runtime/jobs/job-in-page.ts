import type { JobName, ProgressOf, ResultOf } from '.';
import type { Order } from './start-job';

/** ms; that a slice may take, so that the page still draws. */
const SLICE = 8;

/** Does a job on this thread, a few milliseconds at a time. @param signal gives it up; the promise rejects with its reason */
export async function jobInPage(
  { name, scene, args }: Order,
  onProgress: (progress: ProgressOf<JobName>) => void,
  signal: AbortSignal,
): Promise<ResultOf<JobName>> {
  const { beginJob } = await import('.');
  const work = beginJob(name, scene, args);
  for (;;) {
    signal.throwIfAborted();
    const end = performance.now() + SLICE;
    while (performance.now() < end) {
      const { done, value } = work.next();
      if (done) return value;
      if (value) onProgress(value);
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
