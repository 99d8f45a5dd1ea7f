/** Calls the methods of an object behind a port: in a worker, or on this thread. */

/** One end of a channel. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** The caller's end: a worker, or what stands for one. */
export interface WorkerPort extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** From the caller. */
export type Call =
  | { id: number; method: string; args: readonly unknown[] }
  /** Ends the generator that this call has started; other calls are not affected. */
  | { cancel: number };

/** To the caller. Each call gets a value or an error. */
export type Reply =
  /** What a generator has yielded. */
  | { id: number; progress: unknown }
  /** `frame`: what the page shows after the call; absent: the call changed nothing visible. */
  | { id: number; value: unknown; frame?: unknown }
  | { id: number; error: { name: string; message: string } }
  /** The object has failed, and answers no more calls. */
  | { failed: string };

/** The id of the reply that comes first, without a call. */
export const GREETING = 0;

type Method = (...args: never[]) => unknown;
type Work<Progress, Result> = Generator<Progress, Result, void> | AsyncGenerator<Progress, Result, void>;
export type ArgsOf<M> = M extends (...args: infer Args) => unknown ? Args : never;
/** What a method returns; a generator at its end. */
export type ResultOf<M> = M extends (...args: never[]) => infer R
  ? R extends Work<unknown, infer End>
    ? End
    : Awaited<R>
  : never;
/** What the generator that a method returns yields, except null. */
export type ProgressOf<M> = M extends (...args: never[]) => Work<infer Progress, unknown>
  ? NonNullable<Progress>
  : never;

/** The methods of an object as the caller sees them. */
export type Remote<T> = {
  readonly [Name in keyof T as T[Name] extends Method ? Name : never]: (
    ...args: ArgsOf<T[Name]>
  ) => Promise<ResultOf<T[Name]>>;
};

/** How a caller follows a generator. */
export interface Follow<Progress = never> {
  onProgress?(progress: Progress): void;
  /** Ends it: the call rejects with its reason, unless it was at its end. */
  signal?: AbortSignal;
}

export type Connection<T> = ReturnType<typeof connect<T>>;

interface Pending {
  resolve(value: never): void;
  reject(error: unknown): void;
  onProgress?(progress: never): void;
}

/**
 * @param onFrame called before the call whose effect the frame shows resolves
 * @param onFailure called when the other side has stopped with an error: the connection is closed
 */
export function connect<T>(
  port: WorkerPort,
  onFrame: (frame: never) => void = () => {},
  onFailure: (message: string) => void = () => {},
) {
  const pending = new Map<number, Pending>();
  let lastId = GREETING;
  let received = 0;
  let closed: { reason: unknown } | null = null;

  function close(reason: unknown): void {
    if (closed) return;
    closed = { reason };
    for (const id of pending.keys()) port.postMessage({ cancel: id } satisfies Call, []);
    port.terminate();
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
  }

  function fail(message: string): void {
    if (closed) return;
    close(new Error(message));
    onFailure(message);
  }

  async function call<Name extends keyof T & string>(
    method: Name,
    args: ArgsOf<T[Name]>,
    { onProgress, signal, transfer = [] }: Follow<ProgressOf<T[Name]>> & { transfer?: Transferable[] } = {},
  ): Promise<ResultOf<T[Name]>> {
    signal?.throwIfAborted();
    if (closed) throw closed.reason;
    const id = ++lastId;
    const cancel = () => port.postMessage({ cancel: id } satisfies Call, []);
    signal?.addEventListener('abort', cancel);
    try {
      return await new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject, onProgress: (progress) => signal?.aborted || onProgress?.(progress) });
        port.postMessage({ id, method, args } satisfies Call, transfer);
      });
    } catch (error) {
      if (signal?.aborted && (error as Error).name === 'AbortError') throw signal.reason;
      // A function, for example, cannot be copied to another thread.
      if (pending.delete(id)) throw new RangeError(`a command must be plain data: ${(error as Error).message}`);
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  const connection = {
    remote: new Proxy({} as Remote<T>, {
      get:
        (_, method) =>
        (...args: never) =>
          call(method as keyof T & string, args),
    }),
    /** The same for generators, and with buffers that are transferred. */
    call,
    /** The value of the greeting. To be asked for at once. */
    greeting: () => new Promise<unknown>((resolve, reject) => pending.set(GREETING, { resolve, reject })),
    /** Number of calls without an answer. */
    get due() {
      return pending.size;
    },
    /** Number of messages that have come. */
    get received() {
      return received;
    },
    get closed() {
      return closed !== null;
    },
    /** Ends the other side. All calls reject with the reason, now and later. */
    close,
    /** The same after an error of the other side. */
    fail,
  };

  port.onmessage = ({ data: reply }: MessageEvent<Reply>) => {
    received++;
    if ('failed' in reply) return fail(reply.failed);
    const call = pending.get(reply.id);
    if ('progress' in reply) return call?.onProgress?.(reply.progress as never);
    pending.delete(reply.id);
    if ('error' in reply) return call?.reject(revived(reply.error));
    if (reply.frame) onFrame(reply.frame as never);
    call?.resolve(reply.value as never);
  };
  port.onerror = ({ message }) => fail(message || 'the worker could not be started');
  return connection;
}

/** An error of the same class, as far as callers tell them apart, and of the same name. */
function revived({ name, message }: { name: string; message: string }): Error {
  return Object.assign(name === 'RangeError' ? new RangeError(message) : new Error(message), { name });
}

/** The caller's end of a channel within this thread. @param serve serves the other end */
export function inThread(serve: (port: Port) => void): WorkerPort {
  const { port1, port2 } = new MessageChannel();
  serve(port2);
  return Object.assign(port1, { terminate: () => port1.close(), onerror: null });
}

/** Browsers without trusted types, and Node, do not have it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): URL };
}

/** The only policy that the page's own allows: .build/content-policy.ts. It takes the addresses that the build wrote. */
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('hooke-worker', {
  createScriptURL: (address) => address,
});

/** For a sink that takes scripts. @param address of a script that the build wrote */
export function trustedScript(address: string): string | URL {
  return trusted?.createScriptURL(address) ?? address;
}

/** @param address of a built worker: `import address from './worker?worker&url'` */
export function startWorker(address: string, name: string): Worker {
  // The program of the single file is one classic script in a blob: browsers start no module worker for a page that is a file.
  return new Worker(trustedScript(address), { type: address.startsWith('blob:') ? 'classic' : 'module', name });
}
