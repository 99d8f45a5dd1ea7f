/// <reference lib="webworker" />
/** The engine's worker: creates a session, posts its first frame, and serves the page's requests in order. */

import { WORKER_NAMES } from './messages';
import { serve } from './serve';
import { createSession } from './session';

declare const self: DedicatedWorkerGlobalScope;

/** The page draws meanwhile. A command waits no longer than 50 ms, or than 0.8 of the time between frames. */
const BUDGET = { least: 50, part: 0.8 };

serve(self, () => createSession(() => performance.now(), BUDGET, self.name === WORKER_NAMES.js ? 'js' : 'auto'));
