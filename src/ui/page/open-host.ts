import { t } from '../../language/translate';
import { inThread, type WorkerPort } from '../../runtime/connect';
import { connectEngine, type Host, requestedKernel, startEngine } from '../../runtime/host/host';
import { messageOf } from '../../runtime/host/message-of';

/** A started engine. */
export interface OpenHost {
  host: Host;
  /** Why it does not run in a worker, as requested; null if it does. */
  fallbackReason: string | null;
}

/**
 * Starts an engine and resolves when its first frame is available. It runs in a worker, or on the main thread if the address has
 * `?host=page` or no worker can be started. `?kernel=js` selects the JavaScript kernel, `?kernel=cpu` the fastest one
 * on the CPU, and `?kernel=gpu` the GPU.
 */
export async function openHost(): Promise<OpenHost> {
  let fallbackReason: string | null = null;
  if (new URLSearchParams(location.search).get('host') !== 'page') {
    try {
      return { host: await opened(startEngine()), fallbackReason };
    } catch (error) {
      // In such a frame the page may start no worker.
      const reason =
        origin === 'null' ? 'the page around this frame has to add allow-same-origin to its sandbox' : messageOf(error);
      fallbackReason = t`The engine runs on the page’s main thread because no worker could be started: ${reason}`;
    }
  }
  const { serveEngine } = await import('../../runtime/host/serve-engine');
  return { host: await opened(inThread((port) => serveEngine(port, 'page', requestedKernel()))), fallbackReason };
}

async function opened(port: WorkerPort): Promise<Host> {
  const host = connectEngine(port);
  await host.ready;
  // The first picture does not wait for it.
  if (requestedKernel() === 'gpu') host.session.computeOn('gpu').catch(() => {});
  return host;
}
