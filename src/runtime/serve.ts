/** Carries out the calls that come through a port with the methods of an object, one after the other. */
import type { Call, Port, Reply } from './connect';

/** Wall time of a slice of a generator, ms: then other messages, and what the user does, have their turn. */
const SLICE = 8;

interface ServeOptions {
  /** Methods whose generators run in slices beside later calls, which do not wait for their end. */
  beside?: readonly string[];
  /** Methods that are called between the slices of a generator which other calls wait for. */
  between?: readonly string[];
  /** What the reply has beside the value, and the buffers that are transferred with it. */
  frameOf?(method: string, args: readonly unknown[]): { frame: unknown; transfer: Transferable[] } | null;
  /** False: the object answers no more calls. */
  isHarmless?(error: Error): boolean;
}

export function serve(
  port: Port,
  target: object,
  { beside = [], between = [], frameOf = () => null, isHarmless = () => true }: ServeOptions = {},
): void {
  const methods = target as Record<string, (...args: readonly unknown[]) => unknown>;
  const cancelled = new Set<number>();
  /** Ends with the last call. */
  let last: Promise<unknown> = Promise.resolve();
  /** True between two slices of a generator which other calls wait for. */
  let isBetween = false;
  const post = (reply: Reply, transfer: Transferable[] = []) => port.postMessage(reply, transfer);

  /** Runs a generator to its end. A slice has at least one step, which may take long. @param isAwaited true: other calls wait for it */
  async function run(
    id: number,
    work: Iterator<unknown> | AsyncIterator<unknown>,
    isAwaited: boolean,
  ): Promise<unknown> {
    for (let end = performance.now() + SLICE; ; ) {
      if (cancelled.has(id)) throw new DOMException('it was cancelled', 'AbortError');
      const { done, value } = await work.next();
      if (done) return value;
      if (value !== null) post({ id, progress: value });
      if (performance.now() < end) continue;
      if (isAwaited) isBetween = true;
      await nextTask();
      if (isAwaited) isBetween = false;
      end = performance.now() + SLICE;
    }
  }

  async function answer({ id, method, args }: Extract<Call, { id: number }>): Promise<void> {
    try {
      const result = methods[method](...args);
      const value = await (isIterator(result) ? run(id, result, !beside.includes(method)) : result);
      const { frame, transfer } = frameOf(method, args) ?? {};
      post({ id, value, frame }, transfer);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (isHarmless(error)) post({ id, error: { name: error.name, message: error.message } });
      else post({ failed: error.message });
    } finally {
      cancelled.delete(id);
    }
  }

  port.onmessage = ({ data: call }: MessageEvent<Call>) => {
    if ('cancel' in call) {
      cancelled.add(call.cancel);
      return;
    }
    if (isBetween && between.includes(call.method)) {
      void answer(call);
      return;
    }
    last = last.then(() => {
      const answered = answer(call);
      return beside.includes(call.method) ? null : answered;
    });
  };
}

function isIterator(value: unknown): value is Iterator<unknown> | AsyncIterator<unknown> {
  return typeof (value as Partial<Iterator<unknown>> | null)?.next === 'function';
}

/** The sandbox takes it from the scope of definitions, which this file is loaded before. */
const Channel = MessageChannel;

/** On the page's own thread, what the user does has its turn now. A timer would wait a second on a hidden page. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new Channel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
