import type { SceneFile, StepReport } from '../../physics';
import { createFrameReceiver } from '../frame/frame-message';
import type { Answer } from '../queries';
import type { Catalog } from './catalog-types';
import { type Question, type Reply, type Request, type RequestedKernel, type Result, WORKER_NAMES } from './messages';
import type { Host } from './protocol';

/** A question without its number. */
type Asked<T> = T extends Question ? Omit<T, 'id'> : never;

/** The engine in a worker. Time passes in it one request at a time: a slow machine is never swamped. */
export function connectWorker(kernel: RequestedKernel): Host {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: WORKER_NAMES[kernel],
  });
  const waiting = new Map<number, { resolve(result: Result): void; reject(error: Error): void }>();
  let catalog: Catalog;
  let nextId = 0;
  let failure: string | null = null;
  /** Whether time is being let pass, and what has passed since, s. */
  let busy = false;
  let owed = 0;
  const frames = createFrameReceiver();

  const ready = deferred();

  function post(request: Request, transfer: Transferable[] = []): void {
    worker.postMessage(request, transfer);
  }

  function ask(question: Asked<Question>): Promise<Result> {
    if (failure) return Promise.reject(new Error(failure));
    const id = nextId++;
    return new Promise((resolve, reject) => {
      try {
        post({ ...question, id } as Question);
      } catch (error) {
        // What can't be copied to another thread (a function, say) is no plain data.
        throw new RangeError(`a command must be plain data: ${(error as Error).message}`);
      }
      waiting.set(id, { resolve, reject });
    });
  }

  function refuseAll(message: string): void {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  }

  function fail(message: string): void {
    if (failure) return;
    failure = message;
    worker.terminate();
    ready.reject(new Error(message));
    refuseAll(message);
    host.onFailure(message);
  }

  worker.onmessage = ({ data: reply }: MessageEvent<Reply>) => {
    switch (reply.type) {
      case 'ready':
        catalog = reply.catalog;
        frames.receive(reply.frame);
        return ready.resolve();
      case 'frame':
        frames.receive(reply.frame);
        busy = false;
        return;
      case 'done':
        if (reply.frame) frames.receive(reply.frame);
        waiting.get(reply.id)?.resolve(reply.result);
        waiting.delete(reply.id);
        return;
      case 'refused':
        waiting.get(reply.id)?.reject(Object.assign(new RangeError(reply.message), { name: reply.name }));
        waiting.delete(reply.id);
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
    send: async (command) => void (await ask({ type: 'send', command })),
    step: (count) => ask({ type: 'step', count }) as Promise<StepReport>,
    save: () => ask({ type: 'save' }) as Promise<SceneFile>,
    hash: () => ask({ type: 'hash' }) as Promise<string>,
    advance(elapsed) {
      owed += elapsed;
      if (busy) return;
      busy = true;
      const recycle = frames.takeSpent();
      post(
        { type: 'advance', elapsed: owed, recycle },
        recycle.map(({ buffer }) => buffer as ArrayBuffer),
      );
      owed = 0;
    },
    ask: (name, args) => ask({ type: 'ask', name, args }) as Promise<Answer<typeof name>>,
    sideBySide: async (variants) => void (await ask({ type: 'sideBySide', variants })),
    colourBy: (field) => post({ type: 'colourBy', field }),
    playBlowUps: (on) => post({ type: 'playBlowUps', on }),
    onFailure: () => {},
    dispose() {
      worker.terminate();
      refuseAll('the engine was put away');
    },
  };
  return host;
}

/** A promise to be kept from outside. */
function deferred() {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
