/** Makes the runs of an experiment, or other work in parts, on several workers, in a page or in Node. */
import type { ExperimentPlan, ExperimentRun } from '../../physics';
import type { Progress } from '../../physics/slices';

/** How the pool follows a batch: what is done of it, 0 … 1, with a run that is now finished, or null; and what ends it. */
export interface FollowBatch {
  readonly signal: AbortSignal;
  onProgress(progress: Progress<ExperimentRun | null>): void;
}

export interface PoolOptions {
  readonly plan: ExperimentPlan;
  /** Number of workers. */
  readonly workers: number;
  /** Makes these runs in a worker. */
  start(runs: readonly number[], follow: FollowBatch): Promise<unknown>;
  /** @param done 0 … 1, of all runs */
  progress(done: number, finished: ExperimentRun | null): void;
}

/** Batches per worker that are still to come: large ones first, so that few workers are started and all end at about the same time. */
const BATCHES_AHEAD = 2;

/** Rejects with the error of the first batch that fails, or the signal's reason: then all batches end. */
export async function runOnPool(options: PoolOptions, signal: AbortSignal): Promise<ExperimentRun[]> {
  const { plan, workers, start, progress } = options;
  const runs: ExperimentRun[] = [];
  const weights = plan.runs.map(({ steps }) => steps);
  const all = sum(weights);
  let finished = 0;
  const parts = new Map<readonly number[], number>();
  const report = (run: ExperimentRun | null) => progress((finished + sum([...parts.values()])) / all, run);

  async function make(batch: readonly number[], own: AbortSignal): Promise<void> {
    const weight = sum(batch.map((index) => weights[index]));
    await start(batch, {
      signal: own,
      onProgress({ done, partial: run }) {
        if (own.aborted) return;
        parts.set(batch, done * weight);
        if (run) runs[run.index] = run;
        report(run);
      },
    });
    parts.delete(batch);
    finished += weight;
  }

  await onPool(batchesOf(plan.runs.length, workers), workers, make, signal);
  report(null);
  return runs;
}

/** Indices in batches, each of which is made when a worker asks for it. */
function* batchesOf(length: number, workers: number): Generator<number[], void, void> {
  for (let next = 0; next < length; ) {
    const count = Math.ceil((length - next) / (BATCHES_AHEAD * workers));
    yield Array.from({ length: count }, (_, i) => next + i);
    next += count;
  }
}

/**
 * Works at some items at the same time. Rejects with the error of the first that fails, or the signal's reason: then all end.
 * @param work is given a signal that ends it
 */
export async function onPool<T>(
  items: Iterable<T>,
  workers: number,
  work: (item: T, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const own = new AbortController();
  const endAll = () => own.abort(signal.reason);
  const queue = items[Symbol.iterator]();
  async function one(): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      await work(next.value, own.signal);
      own.signal.throwIfAborted();
    }
  }
  signal.throwIfAborted();
  signal.addEventListener('abort', endAll);
  try {
    await Promise.all(Array.from({ length: workers }, one));
  } catch (error) {
    endAll();
    throw error;
  } finally {
    signal.removeEventListener('abort', endAll);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
