/** Calls of functions in an embedded page. */
import type { Hooke } from '../ui/lab/scripting';
import type { Call, Reply } from '../ui/sharing/embedding';

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

/** The scripting interface of a page; what it has promised rejects when its frame goes. */
export function whileShown(hooke: Hooke, gone: AbortSignal): Hooke {
  const ended = new Promise<never>((_, reject) => {
    gone.addEventListener('abort', () => reject(gone.reason));
  });
  // Without a call that waits it is no error.
  ended.catch(() => {});
  const lasting = (member: unknown) => {
    if (typeof member !== 'function') return member;
    return (...args: unknown[]) => {
      const result = member(...args);
      return typeof result?.then === 'function' ? Promise.race([result, ended]) : result;
    };
  };
  const members = Object.entries(hooke).map(([name, member]) => [name, lasting(member)]);
  return Object.fromEntries(members) as Hooke;
}

/**
 * The scripting interface of a page of another origin: every function returns a promise.
 * @param names what it has; code that looks for other functions must find none
 */
export function remote(calls: Calls, names: readonly string[]): Hooke {
  const members = names.map((name) => [name, (...args: unknown[]) => calls(name, ...args)]);
  return Object.fromEntries([...members, ['ready', Promise.resolve()]]) as Hooke;
}
