import type { JobName, ProgressOf, ResultOf } from './jobs';
import type { Order } from './start-job';

/** ms; that a slice may take, so that the page still draws. */
const SLICE = 8;

/** Does a job on this thread, a few milliseconds at a time. @param signal gives it up; the promise rejects with its reason */
export async function runInSlices(
  { name, scene, args }: Order,
  onProgress: (progress: ProgressOf<JobName>) => void,
  signal: AbortSignal,
): Promise<ResultOf<JobName>> {
  const { JOBS } = await import('./jobs');
  if (!Object.hasOwn(JOBS, name)) throw new RangeError(`there is no job "${name}"`);
  const work: Generator<ProgressOf<JobName> | null, ResultOf<JobName>, void> = JOBS[name](scene, args as never);
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
