/// <reference lib="webworker" />
/** The engine's worker. Its name ends with the requested kernel: a first message would wait until the page's thread is free. */
import { serveEngine } from './serve-engine';
import type { RequestedKernel } from './session';

declare const self: DedicatedWorkerGlobalScope;

serveEngine(self, 'worker', self.name.split(' ').at(-1) as RequestedKernel);
