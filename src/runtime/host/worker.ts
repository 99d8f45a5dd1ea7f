/// <reference lib="webworker" />
import { messageOf } from './message-of';
import { type Reply, WORKER_NAMES } from './messages';
import { serveRequests } from './serve-requests';

declare const self: DedicatedWorkerGlobalScope;

const post = (reply: Reply, transfer: Transferable[] = []) => self.postMessage(reply, transfer);

try {
  const serve = serveRequests(self.name === WORKER_NAMES.js ? 'js' : 'auto', post);
  self.onmessage = ({ data }) => serve(data);
} catch (error) {
  post({ type: 'failed', message: messageOf(error) });
}
