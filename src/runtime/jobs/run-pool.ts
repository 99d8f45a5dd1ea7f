/** Makes the runs of an experiment on several workers, in a page or in Node. */
import type { ExperimentPlan, ExperimentRun } from '../../physics';

/** Some runs that a worker makes. */
export interface RunningBatch {
  readonly result: Promise<unknown>;
  cancel(): void;
}

/** @param done 0 … 1; fraction of the batch that is made @param finished a run that is now finished, or null */
type OnBatchProgress = (done: number, finished: ExperimentRun | null) => void;

export interface PoolOptions {
  readonly plan: ExperimentPlan;
  /** Number of workers. */
  readonly workers: number;
  /** Starts a worker with these runs. */
  start(runs: readonly number[], onProgress: OnBatchProgress): RunningBatch;
  /** @param done 0 … 1, of all runs */
  progress(done: number, finished: ExperimentRun | null): void;
}

/** Batches per worker that are still to come: large ones first, so that few workers are started and all end at about the same time. */
const BATCHES_AHEAD = 2;

/** Rejects with the error of the first batch that fails, or the signal's reason: then all batches are cancelled. */
export async function runOnPool(options: PoolOptions, signal: AbortSignal): Promise<ExperimentRun[]> {
  const { plan, workers, start, progress } = options;
  const runs: ExperimentRun[] = [];
  const weights = plan.runs.map(({ steps }) => steps);
  const all = sum(weights);
  const active = new Set<RunningBatch>();
  let next = 0;
  let finished = 0;
  const parts = new Map<readonly number[], number>();
  const report = (run: ExperimentRun | null) => progress((finished + sum([...parts.values()])) / all, run);

  async function work(): Promise<void> {
    while (next < plan.runs.length) {
      signal.throwIfAborted();
      const count = Math.ceil((plan.runs.length - next) / (BATCHES_AHEAD * workers));
      const batch = Array.from({ length: count }, (_, i) => next + i);
      next += count;
      const weight = sum(batch.map((index) => weights[index]));
      const running = start(batch, (done, run) => {
        if (signal.aborted) return;
        parts.set(batch, done * weight);
        if (run) runs[run.index] = run;
        report(run);
      });
      active.add(running);
      await running.result;
      active.delete(running);
      parts.delete(batch);
      finished += weight;
    }
  }

  const cancelAll = () => {
    next = plan.runs.length;
    for (const one of active) one.cancel();
  };
  signal.addEventListener('abort', cancelAll);
  try {
    await Promise.all(Array.from({ length: Math.min(workers, plan.runs.length) }, work));
  } catch (error) {
    cancelAll();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancelAll);
  }
  report(null);
  return runs;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
