/** In a part of a run (`--shard`), skips the tests that other parts have of a file with the tag `divided`. */
import { beforeEach, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** By the sequencer, in a part of a run. */
    part?: { index: number; count: number };
  }
}

const part = inject('part');
let tests = 0;

beforeEach(({ task, skip }) => {
  if (!part || !task.tags?.includes('divided')) return;
  // Files begin at different parts, so that the first part does not have the first test of each.
  const first = Math.abs(Number.parseInt(task.file.id, 10));
  skip((first + tests++) % part.count !== part.index - 1, 'another part has it');
});
