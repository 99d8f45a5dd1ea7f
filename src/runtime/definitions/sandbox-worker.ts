/// <reference lib="webworker" />
/** The worker in the sandbox: lets definitions from source join the registry, and then serves its role. All code of the engine is in it. */

import { createSimulation, type ForceDefinition, type IntegratorDefinition } from '../../physics';
import { grade } from '../../physics/analysis/methods/grade';
import { joinRegistry } from '../../physics/registry';
import { serveEngine } from '../host/serve-engine';
import { JOBS } from '../jobs';
import { serve } from '../serve';
import { type Adopted, adopt } from './adopt';
import { bytesOfArrays } from './count-arrays';
import { DefinitionError, type SandboxReply, type SandboxStart } from './definitions';
import { type CallObserver, guarded, lineOf, textOf } from './guard';

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

// Imports definitions, tries the last one on a small cloth, and lets them join the registry.

/** Steps of the trial. */
const STEPS = 3;
const TRIAL = { rows: 4, columns: 4 };

/**
 * Of two definitions with the same id the later one joins.
 * @param tell says which function is called, as one that does not end says nothing more
 */
async function joinAll(sources: readonly string[], tell: (reply: SandboxReply) => void): Promise<SandboxReply> {
  const adopted = new Map<string, Adopted>();
  let isTrial = true;
  const always = (call: string) => tell({ type: 'calls', call });
  /** Of the last one only: it cannot call itself through this, so that it floods nothing. */
  const inTrial = (call: string) => {
    if (isTrial) always(call);
  };
  try {
    for (const [index, source] of sources.entries()) {
      const isLast = index === sources.length - 1;
      const one = await imported(source, { always, inTrial: isLast ? inTrial : () => {} });
      adopted.delete(one.id);
      adopted.set(one.id, one);
    }
    const all = [...adopted.values()];
    for (const one of all) joinRegistry(listsOf(one));
    for (const one of all.slice(-1)) tryOut(one);
    return { type: 'joined', definitions: all.map(({ kind, id }) => ({ kind, id })) };
  } catch (error) {
    return { type: 'refused', message: textOf(error) };
  } finally {
    isTrial = false;
    always('');
  }
}

async function imported(source: string, observer: CallObserver): Promise<Adopted> {
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  observer.always('the top level of the module');
  let module: { default?: unknown };
  try {
    module = await import(/* @vite-ignore */ address);
  } catch (error) {
    throw new DefinitionError(textOf(error), lineOf(error, address));
  } finally {
    observer.always('');
  }
  if (!('default' in module))
    throw new DefinitionError('the module has no default export: begin with `export default {`');
  return adopt(module.default, (id) => guarded(id, address, observer));
}

function listsOf({ kind, definition }: Adopted): { integrators: IntegratorDefinition[]; forces: ForceDefinition[] } {
  return kind === 'integrator' ? { integrators: [definition], forces: [] } : { integrators: [], forces: [definition] };
}

/** A few steps of a small cloth, in the precision of the page and in that of the laws. @throws DefinitionError */
function tryOut({ kind, id }: Adopted): void {
  for (const precision of ['single', 'double'] as const) {
    const simulation = createSimulation({ params: TRIAL, precision, ...(kind === 'integrator' && { integrator: id }) });
    simulation.step(STEPS);
  }
}
