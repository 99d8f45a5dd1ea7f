import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile } from '../../../src/physics';
import type { LimitLine } from '../../../src/physics/analysis/studies/stability-map';
import { classifyMechanisms } from '../../../src/physics/statics/classify-mechanisms';
import type { Call, Reply } from '../../../src/runtime/connect';
import type { JobProgress } from '../../../src/runtime/jobs';
import { mapOnPool } from '../../../src/runtime/jobs/map-on-pool';
import { runJob } from '../../../src/runtime/jobs/run-job';

const scene = createSimulation({ scene: 'two-bodies' }).save();
const args = { duration: 0.5, halvings: 3, budget: 1e3 };

/** Stands in for a module worker. */
class FakeWorker {
  static readonly all: FakeWorker[] = [];
  onmessage: (event: { data: Reply }) => void = () => {};
  onerror: (event: { message: string }) => void = () => {};
  calls: Call[] = [];
  ended = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(call: Call) {
    this.calls.push(call);
  }
  terminate() {
    this.ended = true;
  }
}

const onPage = (search: string) => vi.stubGlobal('location', { search });

beforeEach(() => onPage('?host=page'));
afterEach(() => {
  vi.unstubAllGlobals();
  FakeWorker.all.length = 0;
});

describe('a job on the page’s own thread', () => {
  test('reports progress and returns its result', async () => {
    const seen: JobProgress<'convergence'>[] = [];
    const onProgress = (progress: JobProgress<'convergence'>) => void seen.push(progress);
    const result = await runJob('convergence', [scene, args], { onProgress });
    expect(result.methods.length).toBe(INTEGRATORS.length);
    expect(result.duration).toBeCloseTo(0.5, 1);
    expect(seen.length).toBeGreaterThan(9);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b));
    expect(seen.at(-1)?.done).toBe(1);
  });

  test('stops when it is cancelled, and reports no more progress', async () => {
    let seen = 0;
    const cancel = new AbortController();
    const onProgress = () => {
      seen++;
      cancel.abort();
    };
    const job = runJob('convergence', [scene, { ...args, halvings: 12 }], { onProgress, signal: cancel.signal });
    await expect(job).rejects.toMatchObject({ name: 'AbortError' });
    // In each turn another slice would run.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
    expect(seen).toBe(1);
  });

  test('lets other tasks run between its slices', async () => {
    let turns = 0;
    const clock = setInterval(() => turns++, 1);
    await runJob('convergence', [scene, { ...args, halvings: 6 }]);
    clearInterval(clock);
    expect(turns).toBeGreaterThan(3);
  });

  test('rejects a bad scene or bad arguments by name', async () => {
    const start = (file: unknown, more: object) => runJob('convergence', [file as SceneFile, { ...args, ...more }]);
    await expect(start(scene, { halvings: 99 })).rejects.toThrow(
      'the halvings must be a whole number from 2 to 12, got 99',
    );
    await expect(start({ hooke: 1 }, {})).rejects.toMatchObject({ name: 'SceneError' });
    const map = { integrator: 'rk4', precision: 'double', stiffness: [1, 100], dt: [1e-3, 0.1], steps: 10 } as const;
    const mapped = (more: object) =>
      runJob('mapRuns', [scene, { ...map, stiffness: [1, 100], dt: [1e-3, 0.1], size: 8, ...more }, []]);
    await expect(mapped({ size: 7 })).rejects.toThrow('the size must be 8, 16, 32, 64 or 128, got 7');
    await expect(mapped({ integrator: 'none' })).rejects.toThrow('there is no integrator "none"');
    await expect(mapped({ dt: [1, 0.1] })).rejects.toThrow(
      'dt must go from a positive number to a larger one, got 1 to 0.1',
    );
  });

  test('finds mechanisms in slices as a query finds them at once', async () => {
    const simulation = createSimulation({ scene: 'cloth-floating', params: { rows: 22, columns: 22 } });
    const { world, state } = simulation;
    const file = simulation.save();
    const seen: number[] = [];
    const onProgress = ({ done }: { done: number }) => void seen.push(done);
    const found = await runJob('mechanisms', [file, { precision: 'single', hand: [] }], { onProgress });
    expect(found.count).toBeGreaterThan(0);
    expect(found).toEqual(classifyMechanisms(world, state));
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual(seen.slice().sort((a, b) => a - b));
    expect(seen.every((done) => done > 0 && done <= 1)).toBe(true);
  });

  test('rejects a map of a scene without springs', async () => {
    const loose = createSimulation({ scene: { hooke: 1, particles: { positions: [[0, 1, 0]], masses: 1 } } });
    await expect(painted(loose.save(), 2)).rejects.toThrow('no springs');
  });

  test('paints the same map on any number of workers', async () => {
    const oscillator = createSimulation({ scene: 'damped-oscillator' }).save();
    const alone = await painted(oscillator, 1);
    expect(alone.runs).toBeGreaterThan(64);
    expect(new Set(alone.cells).size).toBeGreaterThan(1);
    expect(alone.done).toEqual(alone.done.toSorted((a, b) => a - b));
    const { done, ...together } = await painted(oscillator, 3);
    expect(together).toEqual({ runs: alone.runs, line: alone.line, cells: alone.cells });
    expect(done.at(-1)).toBe(1);
  });
});

async function painted(file: SceneFile, workers: number) {
  const args = { integrator: 'symplectic-euler', precision: 'double', size: 16, steps: 100 } as const;
  const cells: string[] = [];
  const done: number[] = [];
  let line: LimitLine = [];
  const runs = await mapOnPool(
    file,
    { ...args, stiffness: [1, 1000], dt: [1e-3, 1] },
    {
      workers,
      signal: new AbortController().signal,
      onLine(found) {
        line = found;
      },
      onOutcome({ column, row, side }, { kind, step }, part) {
        for (let i = 0; i < side * side; i++) {
          cells[(row + Math.floor(i / side)) * args.size + column + (i % side)] = `${kind} ${step}`;
        }
        done.push(part);
      },
    },
  );
  return { runs, cells, line, done };
}

describe('a job in a worker', () => {
  beforeEach(() => {
    onPage('');
    vi.stubGlobal('Worker', FakeWorker);
  });
  /** The call is sent one task later: a worker may have to wait for definitions. */
  async function begin(onProgress?: (progress: JobProgress<'convergence'>) => void, signal?: AbortSignal) {
    const job = runJob('convergence', [scene, args], { onProgress, signal });
    job.catch(() => {});
    await Promise.resolve();
    return { job, worker: FakeWorker.all.at(-1) as FakeWorker };
  }
  const progress = (done: number) => ({ data: { id: 1, progress: { done, partial: {} } } });

  test('sends one call, and ends its worker when it is done', async () => {
    const seen: number[] = [];
    const { job, worker } = await begin(({ done }) => void seen.push(done));
    expect(worker.calls).toEqual([{ id: 1, method: 'convergence', args: [scene, args] }]);
    worker.onmessage(progress(0.5));
    expect(seen).toEqual([0.5]);
    worker.onmessage({ data: { id: 1, value: { runs: 7 } } });
    expect(await job).toEqual({ runs: 7 });
    expect(worker.ended).toBe(true);
  });

  test('ends its worker when it is cancelled', async () => {
    const cancel = new AbortController();
    const { job, worker } = await begin(undefined, cancel.signal);
    cancel.abort();
    await expect(job).rejects.toMatchObject({ name: 'AbortError' });
    expect(worker.ended).toBe(true);
  });

  test('rejects with the class, the name and the message of the worker’s error', async () => {
    for (const [name, Class] of [
      ['SceneError', Error],
      ['RangeError', RangeError],
    ] as const) {
      const { job, worker } = await begin();
      worker.onmessage({ data: { id: 1, error: { name, message: 'no particles' } } });
      const error = await job.catch((rejected) => rejected);
      expect([error.constructor, error.name, error.message]).toEqual([Class, name, 'no particles']);
      expect(worker.ended).toBe(true);
    }
  });

  test('runs on the page if no worker can start, but not if the worker stops later', { tags: ['long'] }, async () => {
    const { job, worker } = await begin();
    worker.onerror({ message: '' });
    expect((await job).methods.length).toBe(INTEGRATORS.length);
    const second = await begin();
    second.worker.onmessage(progress(0.1));
    second.worker.onerror({ message: 'out of memory' });
    await expect(second.job).rejects.toThrow('out of memory');
  });
});
