import type { Host } from '../../runtime/host/host';
import { messageOf } from '../../runtime/host/message-of';
import type { RequestedKernel } from '../../runtime/host/messages';
import { connectWorker } from '../../runtime/host/worker-host';

/** A started engine. */
export interface OpenHost {
  host: Host;
  /** Why it does not run in a worker, as requested; null if it does. */
  fallbackReason: string | null;
}

/**
 * Starts an engine and resolves when its first frame is available. It runs in a worker, or on the main thread if the address has
 * `?host=page` or no worker can be started. `?kernel=js` selects the JavaScript kernel.
 */
export async function openHost(): Promise<OpenHost> {
  const query = new URLSearchParams(location.search);
  const kernel: RequestedKernel = query.get('kernel') === 'js' ? 'js' : 'auto';
  if (query.get('host') === 'page') return { host: await inPage(kernel), fallbackReason: null };
  try {
    return { host: await firstFrame(connectWorker(kernel)), fallbackReason: null };
  } catch (error) {
    // In such a frame the page may start no worker.
    const reason =
      origin === 'null' ? 'the page around this frame has to add allow-same-origin to its sandbox' : messageOf(error);
    return {
      host: await inPage(kernel),
      fallbackReason: `The engine runs on the page’s main thread because no worker could be started: ${reason}`,
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
