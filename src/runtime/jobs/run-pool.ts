/** Makes the runs of an experiment on several workers, in a page or in Node. */
import type { ExperimentPlan, ExperimentRun } from '../../physics';
import type { Progress } from '../../physics/analysis/sliced-work';

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
  const own = new AbortController();
  let next = 0;
  let finished = 0;
  const parts = new Map<readonly number[], number>();
  const report = (run: ExperimentRun | null) => progress((finished + sum([...parts.values()])) / all, run);

  async function work(): Promise<void> {
    while (next < plan.runs.length) {
      own.signal.throwIfAborted();
      const count = Math.ceil((plan.runs.length - next) / (BATCHES_AHEAD * workers));
      const batch = Array.from({ length: count }, (_, i) => next + i);
      next += count;
      const weight = sum(batch.map((index) => weights[index]));
      await start(batch, {
        signal: own.signal,
        onProgress({ done, partial: run }) {
          if (own.signal.aborted) return;
          parts.set(batch, done * weight);
          if (run) runs[run.index] = run;
          report(run);
        },
      });
      parts.delete(batch);
      finished += weight;
    }
  }

  const endAll = () => own.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', endAll);
  try {
    await Promise.all(Array.from({ length: Math.min(workers, plan.runs.length) }, work));
  } catch (error) {
    endAll();
    throw error;
  } finally {
    signal.removeEventListener('abort', endAll);
  }
  report(null);
  return runs;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
