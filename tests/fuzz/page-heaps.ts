/** The memory of a page and of its workers, which have heaps of their own. */
import type { CDPSession } from 'playwright-core';

/** Sends one command of the browser's protocol, and resolves with its result. */
type Send = (method: 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage') => Promise<unknown>;

interface HeapUsage {
  usedSize: number;
  backingStorageSize: number;
}

/** Makes a function that collects garbage and returns the bytes of all heaps and typed arrays. @param session of the page */
export async function heapsOf(session: CDPSession): Promise<() => Promise<number>> {
  const ofPage: Send = (method) => session.send(method);
  const ofWorkers = await attachWorkers(session);
  return async () => {
    let sum = 0;
    for (const send of [ofPage, ...ofWorkers]) {
      await send('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize } = (await send('Runtime.getHeapUsage')) as HeapUsage;
      sum += usedSize + backingStorageSize;
    }
    return sum;
  };
}

/** The workers that the page has. Playwright has no sessions for workers: their messages are wrapped in those of the page's session. */
async function attachWorkers(session: CDPSession): Promise<readonly Send[]> {
  const waiting = new Map<number, (result: unknown) => void>();
  const workers: Send[] = [];
  let lastId = 0;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== 'worker') return;
    workers.push((method) => {
      const id = ++lastId;
      const answered = new Promise((resolve) => waiting.set(id, resolve));
      const message = JSON.stringify({ id, method });
      return session.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answered);
    });
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return workers;
}
