/** For the long run: skips the tests that take no sample of their cases, as the default run has had them in full. */
import { beforeEach } from 'vitest';

beforeEach(({ task, skip }) => skip(!task.tags?.includes('sampled'), 'not sampled in the default run'));
