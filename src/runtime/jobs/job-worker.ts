/// <reference lib="webworker" />
/** A worker that runs one job. The page ends it afterwards. */
import { serveJob } from './serve-job';

declare const self: DedicatedWorkerGlobalScope;

serveJob(self);
