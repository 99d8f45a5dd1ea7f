/** Calls of functions in an embedded page, over its port. */
import type { Hooke } from '../ui/lab/scripting';
import type { Call, Reply } from '../ui/sharing/embedding/serve-embedding';

/** Rejects with the message of the page. */
export type Calls = (name: string, ...args: unknown[]) => Promise<unknown>;

export function callsOver(port: MessagePort): Calls {
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let count = 0;
  port.onmessage = ({ data }: MessageEvent<Reply>) => {
    const call = pending.get(data.id);
    pending.delete(data.id);
    if ('error' in data) call?.reject(new Error(data.error));
    else call?.resolve(data.value);
  };
  return (name, ...args) =>
    new Promise((resolve, reject) => {
      pending.set(++count, { resolve, reject });
      port.postMessage({ id: count, name, args } satisfies Call);
    });
}

/**
 * The scripting interface of a page of another origin: every function returns a promise.
 * @param names what it has; code that looks for other functions must find none
 */
export const remote = (calls: Calls, names: readonly string[]): Hooke =>
  ({
    ...Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => calls(name, ...args)])),
    ready: Promise.resolve(),
  }) as unknown as Hooke;
