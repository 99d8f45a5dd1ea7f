/** Makes some runs of an experiment in a worker of Node. */
import { parentPort, workerData } from 'node:worker_threads';
import { experimentRuns } from '../runtime/jobs/experiment';

export interface WorkerInput {
  /** The value of the experiment's JSON. */
  readonly file: unknown;
  /** Their indices. */
  readonly runs: readonly number[];
}

/** Posts the progress to the thread that started this worker. */
export function makeRuns(): void {
  for (const progress of experimentRuns(workerData as WorkerInput)) {
    parentPort?.postMessage(progress);
  }
}
