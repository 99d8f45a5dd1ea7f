import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile } from '../../../src/physics';
import { classifyMechanisms } from '../../../src/physics/statics/classify-mechanisms';
import type { ProgressOf } from '../../../src/runtime/jobs';
import type { JobReply, JobRequest } from '../../../src/runtime/jobs/job-messages';
import { startJob } from '../../../src/runtime/jobs/start-job';

const scene = createSimulation({ scene: 'two-bodies' }).save();
const args = { duration: 0.5, halvings: 3, budget: 1e3 };

/** Stands in for a module worker. */
class FakeWorker {
  static readonly all: FakeWorker[] = [];
  onmessage: (event: { data: JobReply }) => void = () => {};
  onerror: (event: { message: string }) => void = () => {};
  requests: JobRequest[] = [];
  ended = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(request: JobRequest) {
    this.requests.push(request);
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
    const seen: ProgressOf<'convergence'>[] = [];
    const result = await startJob('convergence', scene, args, (progress) => seen.push(progress)).result;
    expect(result.methods.length).toBe(INTEGRATORS.length);
    expect(result.duration).toBeCloseTo(0.5, 1);
    expect(seen.length).toBeGreaterThan(9);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b));
    expect(seen.at(-1)?.done).toBe(1);
  });

  test('stops when it is cancelled, and reports no more progress', async () => {
    let seen = 0;
    const job = startJob('convergence', scene, { ...args, halvings: 12 }, () => {
      seen++;
      job.cancel();
    });
    await expect(job.result).rejects.toMatchObject({ name: 'AbortError' });
    const before = seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen).toBe(before);
  });

  test('lets other tasks run between its slices', async () => {
    let turns = 0;
    const clock = setInterval(() => turns++, 1);
    await startJob('convergence', scene, { ...args, halvings: 6 }, () => {}).result;
    clearInterval(clock);
    expect(turns).toBeGreaterThan(3);
  });

  test('rejects a bad scene or bad arguments by name', async () => {
    const start = (file: unknown, more: object) =>
      startJob('convergence', file as SceneFile, { ...args, ...more }, () => {}).result;
    await expect(start(scene, { halvings: 99 })).rejects.toThrow(
      'the halvings must be a whole number from 2 to 12, got 99',
    );
    await expect(start({ hooke: 1 }, {})).rejects.toMatchObject({ name: 'SceneError' });
    const map = { integrator: 'rk4', precision: 'double', stiffness: [1, 100], dt: [1e-3, 0.1], steps: 10 } as const;
    const mapped = (more: object) =>
      startJob('stabilityMap', scene, { ...map, stiffness: [1, 100], dt: [1e-3, 0.1], size: 8, ...more }, () => {})
        .result;
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
    const found = await startJob('mechanisms', file, { precision: 'single', hand: [] }, ({ done }) => seen.push(done))
      .result;
    expect(found.count).toBeGreaterThan(0);
    expect(found).toEqual(classifyMechanisms(world, state));
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual(seen.slice().sort((a, b) => a - b));
    expect(seen.every((done) => done > 0 && done <= 1)).toBe(true);
  });

  test('rejects a map of a scene without springs', async () => {
    const loose = createSimulation({ scene: { hooke: 1, particles: { positions: [[0, 1, 0]], masses: 1 } } });
    const job = startJob(
      'stabilityMap',
      loose.save(),
      { integrator: 'rk4', precision: 'double', stiffness: [1, 100], dt: [1e-3, 0.1], size: 8, steps: 10 },
      () => {},
    );
    await expect(job.result).rejects.toThrow('no springs');
  });
});

describe('a job in a worker', () => {
  beforeEach(() => {
    onPage('');
    vi.stubGlobal('Worker', FakeWorker);
  });
  const begin = (onProgress = (_: ProgressOf<'convergence'>) => {}) => {
    const job = startJob('convergence', scene, args, onProgress);
    return { job, worker: FakeWorker.all[0] };
  };

  test('sends one request, and ends its worker when it is done', async () => {
    const seen: number[] = [];
    const { job, worker } = begin(({ done }) => seen.push(done));
    expect(worker.requests).toEqual([{ name: 'convergence', scene, args }]);
    worker.onmessage({ data: { type: 'progress', progress: { done: 0.5, partial: {} as never } } });
    expect(seen).toEqual([0.5]);
    worker.onmessage({ data: { type: 'done', result: { runs: 7 } } });
    expect(await job.result).toEqual({ runs: 7 });
    expect(worker.ended).toBe(true);
  });

  test('ends its worker when it is cancelled', async () => {
    const { job, worker } = begin();
    job.cancel();
    await expect(job.result).rejects.toMatchObject({ name: 'AbortError' });
    expect(worker.ended).toBe(true);
  });

  test('rejects with the name and the message of the worker’s error', async () => {
    const { job, worker } = begin();
    worker.onmessage({ data: { type: 'failed', name: 'SceneError', message: 'no particles' } });
    await expect(job.result).rejects.toMatchObject({ name: 'SceneError', message: 'no particles' });
    expect(worker.ended).toBe(true);
  });

  test('runs on the page if no worker can start, but not if the worker stops later', async () => {
    const { job, worker } = begin();
    worker.onerror({ message: '' });
    expect((await job.result).methods.length).toBe(INTEGRATORS.length);
    const second = startJob('convergence', scene, args, () => {});
    const [, other] = FakeWorker.all;
    other.onmessage({ data: { type: 'progress', progress: { done: 0.1, partial: {} as never } } });
    other.onerror({ message: 'out of memory' });
    await expect(second.result).rejects.toThrow('out of memory');
  });
});
