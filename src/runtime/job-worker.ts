/// <reference lib="webworker" />
import { JOBS, type JobName, type ProgressOf, type ResultOf } from './jobs';
import type { Order, Report } from './start-job';

declare const self: DedicatedWorkerGlobalScope;

const post = (report: Report) => self.postMessage(report);

/** One job, and then the page ends the worker. */
function perform({ name, scene, args }: Order): void {
  if (!Object.hasOwn(JOBS, name)) throw new RangeError(`there is no job "${name}"`);
  const work: Generator<ProgressOf<JobName> | null, ResultOf<JobName>, void> = JOBS[name](scene, args as never);
  for (;;) {
    const { done, value } = work.next();
    if (done) {
      post({ type: 'done', result: value });
      return;
    }
    if (value) post({ type: 'progress', progress: value });
  }
}

self.onmessage = ({ data }: MessageEvent<Order>) => {
  try {
    perform(data);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    post({ type: 'refused', name, message });
  }
};
