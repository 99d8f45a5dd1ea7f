/** Starts a job in a worker of its own, or on the page's thread. */
import type { SceneFile } from '../../physics';
import type { ArgsOf, JobName, ProgressOf, ResultOf } from '.';
import type { JobReply, JobRequest } from './job-messages';
import address from './job-worker?worker&url';
import { startWorker } from './start-worker';

export interface RunningJob<Result> {
  /** Rejects with a RangeError or SceneError for bad arguments, and with an AbortError after `cancel`. */
  readonly result: Promise<Result>;
  cancel(): void;
}

type OnProgress<Name extends JobName> = (progress: ProgressOf<Name>) => void;

/** ms; time for one slice on the page's thread, so that the page still draws. */
const SLICE = 8;

/**
 * Computes something about a scene while the run continues: in a worker, or in slices on the page's thread if no worker can
 * start or the address says `?host=page`.
 */
export function startJob<Name extends JobName>(
  name: Name,
  scene: SceneFile | null,
  args: ArgsOf<Name>,
  onProgress: OnProgress<Name>,
): RunningJob<ResultOf<Name>> {
  const request: JobRequest = { name, scene, args };
  const abort = new AbortController();
  const report = onProgress as OnProgress<JobName>;
  const onPage = typeof Worker === 'undefined' || new URLSearchParams(location.search).get('host') === 'page';
  const result = onPage
    ? runOnPage(request, report, abort.signal)
    : runInWorker(request, report, abort.signal).catch((error) => {
        if (!(error instanceof NoWorker)) throw error;
        return runOnPage(request, report, abort.signal);
      });
  return { result: result as Promise<ResultOf<Name>>, cancel: () => abort.abort() };
}

/** Starts the workers of jobs that need definitions from source; null: no job needs them. */
export const jobWorkers: {
  start: (() => Promise<Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>>) | null;
} = {
  start: null,
};

/** The worker did not start. */
class NoWorker extends Error {}

async function runInWorker(
  request: JobRequest,
  onProgress: OnProgress<JobName>,
  signal: AbortSignal,
): Promise<ResultOf<JobName>> {
  const worker = jobWorkers.start ? await jobWorkers.start() : startWorker(address, 'Hooke job');
  if (signal.aborted) worker.terminate();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let started = false;
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<JobReply>) => {
      started = true;
      if (data.type === 'progress') onProgress(data.progress);
      else if (data.type === 'done') end(() => resolve(data.result));
      else end(() => reject(Object.assign(new RangeError(data.message), { name: data.name })));
    };
    worker.onerror = ({ message }) =>
      end(() => reject(started ? new Error(message || 'the worker stopped') : new NoWorker(message)));
    signal.addEventListener('abort', () => end(() => reject(signal.reason)));
    worker.postMessage(request);
  });
}

/** Runs slices of a few milliseconds. @throws the signal's reason after an abort */
async function runOnPage(
  { name, scene, args }: JobRequest,
  onProgress: OnProgress<JobName>,
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
