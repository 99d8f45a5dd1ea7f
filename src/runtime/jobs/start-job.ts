import type { SceneFile } from '../../physics';
import type { ArgsOf, JobName, ProgressOf, ResultOf } from '.';
import { jobInPage } from './job-in-page';

/** From the page to a job's worker, once. */
export interface Order {
  name: JobName;
  scene: SceneFile;
  args: unknown;
}

/** From the worker to the page. */
export type Report =
  | { type: 'progress'; progress: ProgressOf<JobName> }
  | { type: 'done'; result: ResultOf<JobName> }
  | { type: 'refused'; name: string; message: string };

export interface RunningJob<Result> {
  /** Rejects with a RangeError or SceneError where the job can't be done, and with an AbortError when it is cancelled. */
  readonly result: Promise<Result>;
  cancel(): void;
}

type OnProgress<Name extends JobName> = (progress: ProgressOf<Name>) => void;

/**
 * Computes something about a scene as it stood while the run goes on: in a worker of its own, or, where none can be had or
 * the address says `?host=page`, in slices on the page's thread.
 */
export function startJob<Name extends JobName>(
  name: Name,
  scene: SceneFile,
  args: ArgsOf<Name>,
  onProgress: OnProgress<Name>,
): RunningJob<ResultOf<Name>> {
  const order: Order = { name, scene, args };
  const abort = new AbortController();
  const told = onProgress as OnProgress<JobName>;
  const inPage = typeof Worker === 'undefined' || new URLSearchParams(location.search).get('host') === 'page';
  const result = inPage
    ? jobInPage(order, told, abort.signal)
    : inWorker(order, told, abort.signal).catch((error) => {
        if (!(error instanceof NoWorker)) throw error;
        return jobInPage(order, told, abort.signal);
      });
  return { result: result as Promise<ResultOf<Name>>, cancel: () => abort.abort() };
}

/** Nothing came of starting a worker. */
class NoWorker extends Error {}

function inWorker(order: Order, onProgress: OnProgress<JobName>, signal: AbortSignal): Promise<ResultOf<JobName>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./job-worker.ts', import.meta.url), { type: 'module', name: 'Hooke job' });
    let heard = false;
    const end = (act: () => void) => {
      worker.terminate();
      act();
    };
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      heard = true;
      if (data.type === 'progress') onProgress(data.progress);
      else if (data.type === 'done') end(() => resolve(data.result));
      else end(() => reject(Object.assign(new RangeError(data.message), { name: data.name })));
    };
    worker.onerror = ({ message }) =>
      end(() => reject(heard ? new Error(message || 'the worker died') : new NoWorker(message)));
    signal.addEventListener('abort', () => end(() => reject(signal.reason)));
    worker.postMessage(order);
  });
}
