/** Runs a job in a worker of its own, or on the page's thread. */
import { type ArgsOf, type Connection, connect, type Follow, inThread, startWorker, type WorkerPort } from '../connect';
import { serve } from '../serve';
import type { JobName, JobProgress, JobResult, Jobs } from '.';
import address from './job-worker?worker&url';

/** Where the browser does not say it. */
const PROCESSORS = 2;

/** How many workers compute at the same time. */
export const processorCount = () => navigator.hardwareConcurrency || PROCESSORS;

/** Starts the workers of jobs that need definitions from source; null: no job needs them. */
export const jobWorkers: { start: (() => Promise<WorkerPort>) | null } = { start: null };

/**
 * Computes something while the run continues: in a worker, or in slices on the page's thread if no worker can start or the address
 * says `?host=page`. Rejects with a RangeError or SceneError for bad arguments, and with the signal's reason.
 */
export async function runJob<Name extends JobName>(
  name: Name,
  args: ArgsOf<Jobs[Name]>,
  { signal, onProgress }: Follow<JobProgress<Name>> = {},
): Promise<JobResult<Name>> {
  async function runBehind(connection: Connection<Jobs>): Promise<JobResult<Name>> {
    const end = () => connection.close(signal?.reason);
    signal?.addEventListener('abort', end);
    try {
      return await connection.call(name, args, { onProgress });
    } finally {
      signal?.removeEventListener('abort', end);
      end();
    }
  }

  if (typeof Worker !== 'undefined' && new URLSearchParams(location.search).get('host') !== 'page') {
    const worker = connect<Jobs>(await (jobWorkers.start?.() ?? startWorker(address, 'Hooke job')));
    if (signal?.aborted) worker.close(signal.reason);
    try {
      return await runBehind(worker);
    } catch (error) {
      // It did not start.
      if (worker.received > 0 || signal?.aborted) throw error;
    }
  }
  const { JOBS } = await import('.');
  signal?.throwIfAborted();
  return runBehind(connect<Jobs>(inThread((port) => serve(port, JOBS))));
}
