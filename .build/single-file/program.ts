/**
 * The whole program of the single file, as one script: the page runs it, and so does each worker. The address of a worker's script says
 * which worker it is; the frame of the sandbox knows only the text, and adds nothing.
 */
import '../../src/ui/page/style.css';

const WORKERS: Record<string, () => Promise<unknown>> = {
  '#worker': () => import('../../src/runtime/host/worker'),
  '#job-worker': () => import('../../src/runtime/jobs/job-worker'),
  '': () => import('../../src/runtime/definitions/sandbox-worker'),
};

void ('document' in globalThis ? import('../../src/main') : WORKERS[location.hash]());
