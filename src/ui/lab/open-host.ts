import { messageOf } from '../../runtime/host/message-of';
import type { RequestedKernel } from '../../runtime/host/messages';
import type { Host } from '../../runtime/host/protocol';
import { connectWorker } from '../../runtime/host/worker-host';

/** Where the engine runs, and why not where it was asked for. */
export interface OpenHost {
  host: Host;
  excuse: string | null;
}

/**
 * Starts an engine, and resolves when its first frame is there. It runs in a worker, or on the page's own thread where
 * the address says `?host=page` or no worker can be had; `?kernel=js` keeps it to the plain loops.
 */
export async function openHost(): Promise<OpenHost> {
  const query = new URLSearchParams(location.search);
  const kernel: RequestedKernel = query.get('kernel') === 'js' ? 'js' : 'auto';
  if (query.get('host') === 'page') return { host: await inPage(kernel), excuse: null };
  try {
    return { host: await firstFrame(connectWorker(kernel)), excuse: null };
  } catch (error) {
    const why = messageOf(error);
    return {
      host: await inPage(kernel),
      excuse: `The engine runs on the page’s own thread, for want of a worker: ${why}`,
    };
  }
}

async function inPage(kernel: RequestedKernel): Promise<Host> {
  const { connectPage } = await import('../../runtime/host/page-host');
  return firstFrame(connectPage(kernel));
}

function firstFrame(host: Host): Promise<Host> {
  return new Promise((resolve, reject) => {
    host.onFailure = (message) => reject(new Error(message));
    host.ready.then(() => resolve(host), reject);
  });
}
