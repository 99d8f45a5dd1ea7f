/// <reference lib="webworker" />
/** A worker that runs one job. The page ends it afterwards. */

import { serve } from '../serve';
import { JOBS } from '.';

declare const self: DedicatedWorkerGlobalScope;

serve(self, JOBS);
