/// <reference lib="webworker" />
/** The worker in the sandbox: lets definitions from source join the registry, and then serves its role. All code of the engine is in it. */
import { grade } from '../../physics/analysis/methods/grading/grade';
import { serve } from '../host/serve';
import { createSession } from '../host/session';
import { serveJob } from '../jobs/serve-job';
import { bytesOfArrays } from './count-arrays';
import { joinAll } from './join';
import { lockScope } from './lock-scope';
import type { SandboxReply, SandboxStart } from './sandbox-messages';

declare const self: DedicatedWorkerGlobalScope;

/** As in the engine's own worker. */
const BUDGET = { least: 50, part: 0.8 };

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
