/** The engine in a worker. */
import type { SceneFile, StepReport } from '../../physics';
import { isChecked } from '../../physics/scenes/file/checked-scene';
import { createFrameReceiver } from '../frame/frame-message';
import { startWorker } from '../jobs/start-worker';
import type { Answer } from '../queries';
import type { Catalog } from './catalog-types';
import type { Host } from './host';
import {
  type EngineReply,
  type EngineRequest,
  type RequestedKernel,
  type RequestWithId,
  type Result,
  WORKER_NAMES,
} from './messages';
import address from './worker?worker&url';

/** Wall time between two checks whether the worker answers, ms. */
const CHECK_EVERY = 500;
/** Checks without an answer after which the page is told, and after which it is told again: 2 s and 10 s. */
const SILENT = 4;
const ASK_AGAIN = 20;

type WithoutId<T> = T extends RequestWithId ? Omit<T, 'id'> : never;

/**
 * Starts the worker. At most one `advance` is under way at a time, so that requests do not pile up on a slow machine.
 * @param worker one that has been started already
 */
export function connectWorker(
  kernel: RequestedKernel,
  worker: Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'> = startWorker(
    address,
    WORKER_NAMES[kernel],
  ),
): Host {
  const pending = new Map<number, { resolve(result: Result): void; reject(error: Error): void }>();
  const frames = createFrameReceiver();
  const ready = deferred();
  let catalog: Catalog;
  let nextId = 0;
  let failure: string | null = null;
  let advancing = false;
  /** True if the worker has answered since the last check. */
  let answered = false;
  /** Checks in a row without an answer that is due. Checks are counted, not time: a computer may have slept. */
  let silentChecks = 0;
  const heartbeat = setInterval(() => {
    const isDue = advancing || pending.size > 0;
    silentChecks = isDue && !answered ? silentChecks + 1 : 0;
    answered = false;
    if (silentChecks === SILENT || silentChecks % ASK_AGAIN === ASK_AGAIN - 1) host.onSilence(true);
  }, CHECK_EVERY);
  /** s; wall time since the last `advance` was sent. */
  let elapsedSince = 0;

  function post(request: EngineRequest, transfer: Transferable[] = []): void {
    worker.postMessage(request, transfer);
  }

  function request(content: WithoutId<RequestWithId>): Promise<Result> {
    if (failure) return Promise.reject(new Error(failure));
    const id = nextId++;
    return new Promise((resolve, reject) => {
      try {
        post({ ...content, id } as RequestWithId);
      } catch (error) {
        // A function, for example, cannot be copied to another thread.
        throw new RangeError(`a command must be plain data: ${(error as Error).message}`);
      }
      pending.set(id, { resolve, reject });
    });
  }

  function rejectAll(message: string): void {
    for (const { reject } of pending.values()) reject(new Error(message));
    pending.clear();
  }

  function fail(message: string): void {
    if (failure) return;
    failure = message;
    clearInterval(heartbeat);
    worker.terminate();
    ready.reject(new Error(message));
    rejectAll(message);
    host.onFailure(message);
  }

  worker.onmessage = ({ data: reply }: MessageEvent<EngineReply>) => {
    answered = true;
    if (silentChecks >= SILENT) host.onSilence(false);
    silentChecks = 0;
    switch (reply.type) {
      case 'ready':
        catalog = reply.catalog;
        frames.receive(reply.frame);
        return ready.resolve();
      case 'frame':
        frames.receive(reply.frame);
        advancing = false;
        return;
      case 'done':
        if (reply.frame) frames.receive(reply.frame);
        pending.get(reply.id)?.resolve(reply.result);
        pending.delete(reply.id);
        return;
      case 'building':
        return host.onBuild(reply.done);
      case 'rejected':
        pending.get(reply.id)?.reject(Object.assign(new RangeError(reply.message), { name: reply.name }));
        pending.delete(reply.id);
        return;
      case 'failed':
        return fail(reply.message);
    }
  };
  worker.onerror = (event) => fail(event.message || 'the worker could not be started');

  const host: Host = {
    ready: ready.promise,
    get catalog() {
      return catalog;
    },
    latest: () => frames.latest,
    send: async (command, act) =>
      void (await request({
        type: 'send',
        command,
        act,
        packed: isChecked((command as { scene?: unknown } | null)?.scene),
      })),
    controlShow: async (control) => void (await request({ type: 'controlShow', control })),
    step: (count) => request({ type: 'step', count }) as Promise<StepReport>,
    save: () => request({ type: 'save' }) as Promise<SceneFile>,
    hash: () => request({ type: 'hash' }) as Promise<string>,
    advance(elapsed, steps) {
      elapsedSince += elapsed;
      if (advancing) return;
      advancing = true;
      const recycle = frames.takeSpent();
      post(
        { type: 'advance', elapsed: elapsedSince, steps, recycle },
        recycle.map(({ buffer }) => buffer as ArrayBuffer),
      );
      elapsedSince = 0;
    },
    ask: (name, args) => request({ type: 'ask', name, args }) as Promise<Answer<typeof name>>,
    sideBySide: async (variants) => void (await request({ type: 'sideBySide', variants })),
    colorBy: (field) => post({ type: 'colorBy', field }),
    watch: (particles) => post({ type: 'watch', particles }),
    playBlowUps: (on) => post({ type: 'playBlowUps', on }),
    onBuild: () => {},
    cancelBuild: () => post({ type: 'cancelBuild' }),
    onFailure: () => {},
    onSilence: () => {},
    dispose() {
      failure ??= 'the engine has been closed';
      clearInterval(heartbeat);
      worker.terminate();
      rejectAll(failure);
    },
  };
  return host;
}

function deferred() {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
