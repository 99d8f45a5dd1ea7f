/// <reference lib="webworker" />
/** The worker in the sandbox: lets definitions from source join the registry, and then serves its role. All code of the engine is in it. */
import { grade } from '../../physics/analysis/methods/grade';
import { serveEngine } from '../host/serve-engine';
import { JOBS } from '../jobs';
import { serve } from '../serve';
import { bytesOfArrays } from './count-arrays';
import type { SandboxReply, SandboxStart } from './definitions';
import { joinAll } from './join';

declare const self: DedicatedWorkerGlobalScope;

/** What a definition has no use for. The policy of the frame already forbids what reaches the network. */
const REMOVED = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'EventSource', 'WebTransport', 'importScripts'],
  ...['indexedDB', 'caches', 'BroadcastChannel', 'Worker', 'SharedWorker', 'MessageChannel', 'postMessage', 'close'],
  ...['setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame', 'navigator', 'Notification'],
];

/** What the messages to the page go through. */
const FROZEN = ['MessagePort', 'EventTarget', 'MessageEvent'] as const;

const clock = performance.now.bind(performance);

/** The jobs of the sandbox. */
const SANDBOX_JOBS = { ...JOBS, grade: (id: string) => grade(id, bytesOfArrays) };
export type SandboxJobs = typeof SANDBOX_JOBS;

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
  if (role === 'job') serve(port, SANDBOX_JOBS);
  else serveEngine(port, 'worker', role.engine, clock);
}

/** Takes them from the scope of the worker. Call before the first definition is imported, and after the last use of what it removes. */
function lockScope(): void {
  for (const name of REMOVED) {
    if (name in globalThis) Object.defineProperty(globalThis, name, { value: undefined });
  }
  for (const name of FROZEN) Object.freeze(globalThis[name].prototype);
}
