/** Runs the one job that the page asks for in another thread. */
import { beginJob } from '.';
import type { JobReply, JobRequest } from './job-messages';

/** The other end of the messages: a worker's own scope, or a port. */
interface JobPort {
  postMessage(reply: JobReply): void;
  onmessage: ((event: MessageEvent<JobRequest>) => void) | null;
}

export function serveJob(port: JobPort): void {
  port.onmessage = ({ data }) => {
    try {
      run(port, data);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      port.postMessage({ type: 'failed', name, message });
    }
  };
}

function run(port: JobPort, { name, scene, args }: JobRequest): void {
  const work = beginJob(name, scene, args);
  for (;;) {
    const { done, value } = work.next();
    if (done) {
      port.postMessage({ type: 'done', result: value });
      return;
    }
    if (value) port.postMessage({ type: 'progress', progress: value });
  }
}
