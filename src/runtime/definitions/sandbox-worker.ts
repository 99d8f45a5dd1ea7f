/// <reference lib="webworker" />
/** The worker in the sandbox: lets definitions from source join the registry, and then serves its role. All code of the engine is in it. */
import { grade } from '../../physics/analysis/methods/grade';
import { serve } from '../host/serve';
import { createSession } from '../host/session';
import { serveJob } from '../jobs/serve-job';
import { bytesOfArrays } from './count-arrays';
import { joinAll } from './join';
import type { SandboxReply, SandboxStart } from './sandbox-messages';

declare const self: DedicatedWorkerGlobalScope;

/** As in the engine's own worker. */
const BUDGET = { least: 50, part: 0.8 };

/** What a definition has no use for. The policy of the frame already forbids what reaches the network. */
const REMOVED = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'EventSource', 'WebTransport', 'importScripts'],
  ...['indexedDB', 'caches', 'BroadcastChannel', 'Worker', 'SharedWorker', 'MessageChannel', 'postMessage', 'close'],
  ...['setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame', 'navigator', 'Notification'],
];

/** What the messages to the page go through. */
const FROZEN = ['MessagePort', 'EventTarget', 'MessageEvent'] as const;

const clock = performance.now.bind(performance);

self.onmessage = ({ data, ports: [port] }: MessageEvent<SandboxStart>) => {
  self.onmessage = null;
  void start(data, port);
};

async function start({ role, sources }: SandboxStart, port: MessagePort): Promise<void> {
  const post = port.postMessage.bind(port);
  post({ type: 'started' } satisfies SandboxReply);
  lockScope();
  const reply = await joinAll(sources, post);
  post(reply);
  if (reply.type === 'refused') return;
  if (role.type === 'engine') serve(port, () => createSession(clock, BUDGET, role.kernel));
  else if (role.type === 'job') serveJob(port);
  else post(grade(role.id, bytesOfArrays));
}

/** Takes them from the scope of the worker. Call before the first definition is imported, and after the last use of what it removes. */
function lockScope(): void {
  for (const name of REMOVED) {
    if (name in globalThis) Object.defineProperty(globalThis, name, { value: undefined });
  }
  for (const name of FROZEN) Object.freeze(globalThis[name].prototype);
}
