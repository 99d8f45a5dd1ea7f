/** `hooke run`: the runs of an experiment, on all processors. */
import type { FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { ExperimentRun, OpenExperiment } from '../physics';
import { type FollowBatch, runOnPool } from '../runtime/jobs/run-pool';
import { type CliCommand, CommandFailure, openToWrite, readJson } from './command';
import { readScene, withBody } from './read-scene';

export const runCommand: CliCommand = {
  name: 'run',
  summary: 'makes the runs of an experiment on all processors, and prints their table; docs/experiments.md',
  operands: ['EXPERIMENT.json'],
  options: {
    csv: { value: 'FILE', help: 'write the table to this file instead' },
    jobs: { value: 'N', help: 'make at most N runs at the same time; otherwise as many as there are processors' },
    mesh: { value: 'FILE', help: 'run this mesh, or scene file, in place of the scene of the experiment' },
    body: { value: 'FILE', help: 'add this closed mesh to the scene of every run, where its file has it, as a body' },
  },
  async act({ operands: [path], options: { csv, jobs, mesh, body }, program }) {
    const workers = jobs === undefined ? availableParallelism() : checkJobs(jobs);
    const given = await readJson(path);
    let file = mesh === undefined ? given : { ...(given as object), scene: await readScene(mesh) };
    if (body !== undefined)
      file = { ...(file as object), scene: await withBody((file as { scene: unknown }).scene, body) };
    const { openExperiment, tableText } = await import('../physics');
    try {
      const experiment = openExperiment(file);
      // Opened before the runs: they may take long. What the file holds is kept until then.
      const out = csv === undefined ? null : await openToWrite(csv);
      try {
        const table = tableText(experiment, await makeRuns(experiment, file, program, workers));
        if (out) await replaceText(out, table);
        else process.stdout.write(table);
      } finally {
        await out?.close();
      }
    } catch (error) {
      // So the engine rejects invalid values.
      if (error instanceof RangeError) throw new CommandFailure(`${path}: ${error.message}`);
      throw error;
    }
  },
};

function checkJobs(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new CommandFailure(`--jobs must be a whole number from 1 to 9999, got "${text}"`, 2);
  return Number(text);
}

async function replaceText(file: FileHandle, text: string): Promise<void> {
  await file.truncate();
  await file.writeFile(text);
}

/** Tells of each run when it is finished. */
function makeRuns(plan: OpenExperiment, file: unknown, program: URL, workers: number): Promise<ExperimentRun[]> {
  return runOnPool(
    {
      plan,
      workers,
      start: (runs, follow) => runInWorker(program, { file, runs }, follow),
      progress(_, finished) {
        if (finished) process.stderr.write(`${finished.about.replace(/^# /, '')}\n`);
      },
    },
    new AbortController().signal,
  );
}

function runInWorker(program: URL, input: WorkerInput, { signal, onProgress }: FollowBatch): Promise<unknown> {
  const worker = new Worker(program, { workerData: input });
  worker.on('message', onProgress);
  signal.addEventListener('abort', () => void worker.terminate());
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', resolve);
  });
}

interface WorkerInput {
  /** The value of the experiment's JSON. */
  readonly file: unknown;
  /** Their indices. */
  readonly runs: readonly number[];
}

/** In such a worker: posts the progress to the thread that started it. */
export async function runInThisWorker(): Promise<void> {
  const { experimentRuns } = await import('../physics/experiment/open-experiment');
  for (const progress of experimentRuns(workerData as WorkerInput)) {
    parentPort?.postMessage(progress);
  }
}
