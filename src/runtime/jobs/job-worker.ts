/// <reference lib="webworker" />
import { beginJob } from '.';
import type { Order, Report } from './start-job';

declare const self: DedicatedWorkerGlobalScope;

const post = (report: Report) => self.postMessage(report);

/** One job, and then the page ends the worker. */
function perform({ name, scene, args }: Order): void {
  const work = beginJob(name, scene, args);
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
