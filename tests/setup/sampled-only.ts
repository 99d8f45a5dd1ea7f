/** For the long run: skips the tests that the default run has had in full. */
import { beforeEach } from 'vitest';

beforeEach(({ task, skip }) =>
  skip(!task.tags?.some((tag) => tag === 'sampled' || tag === 'long'), 'the default run has it in full'),
);
