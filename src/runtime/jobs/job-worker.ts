/// <reference lib="webworker" />
/** A worker that runs one job. The page ends it afterwards. */
import { beginJob } from '.';
import type { JobReply, JobRequest } from './job-messages';

declare const self: DedicatedWorkerGlobalScope;

const post = (reply: JobReply) => self.postMessage(reply);

function run({ name, scene, args }: JobRequest): void {
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

self.onmessage = ({ data }: MessageEvent<JobRequest>) => {
  try {
    run(data);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    post({ type: 'failed', name, message });
  }
};
