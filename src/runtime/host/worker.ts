/// <reference lib="webworker" />
import { loadKernels } from './load-kernels';
import { messageOf } from './message-of';
import { PLAIN, type Reply } from './messages';
import { serveRequests } from './serve-requests';

declare const self: DedicatedWorkerGlobalScope;

const post = (reply: Reply, transfer: Transferable[] = []) => self.postMessage(reply, transfer);

/**
 * What is needed to see a cloth move comes first, its kernel with it: so the bits of a run don't depend on when that came.
 * What else there is to see and to do is loaded while it moves.
 */
async function begin(): Promise<void> {
  const coming = import('./catalog');
  // The name tells what the address asks for: a first message would wait until the page's thread is free.
  const serve = serveRequests(await loadKernels(self.name === PLAIN ? 'js' : 'auto'), post);
  self.onmessage = ({ data }) => serve(data);
  const { catalog } = await coming;
  post({ type: 'complete', catalog: catalog() });
}

begin().catch((error) => post({ type: 'failed', message: messageOf(error) }));
