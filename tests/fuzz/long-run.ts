/** What a long run of the default cloth is held to: its memory stays flat, and its state is that of a run without pictures. */
import { createSimulation } from '../../src/physics';
import type { Failure, Outcome } from './attack';

/** s. */
export const PICTURE = 1 / 60;
/** Pictures between two measurements of the memory. */
export const APART = 600;
/** Growth of the memory in the second half of the run that counts as a leak: a recording fills up in the first. */
const LEAK = 0.05;
/** Measurements below which growth tells nothing. */
const MIN_MEASUREMENTS = 12;

export interface LongRun {
  readonly pictures: number;
  readonly steps: number;
  readonly hash: string;
  /** bytes of the heap and of typed arrays, after a collection; every `APART` pictures. */
  readonly sizes: readonly number[];
  /** bytes of the process in the machine's memory, at the same times. Told, not judged: the system decides when memory is returned. */
  readonly resident: readonly number[];
}

export function judge(seed: number, { pictures, steps, hash, sizes, resident }: LongRun): Outcome {
  const again = createSimulation();
  again.step(steps);
  const failures: Failure[] = [];
  const fail = (error: string) => failures.push({ seed, path: '0', text: `${pictures} pictures`, error });
  if (again.hash() !== hash) fail(`${hash} with pictures, ${again.hash()} without`);
  if (sizes.length >= MIN_MEASUREMENTS && growth(sizes) > LEAK)
    fail(`the memory grew: ${sizes.map(megabytes).join(' ')} MB`);
  const counts: Record<string, number> = { pictures, steps };
  for (const [what, values] of Object.entries({ 'heap and arrays': sizes, resident }))
    for (const quarter of [1, 2, 3, 4])
      counts[`MB ${what} at ${quarter} of 4`] = megabytes(values[Math.ceil((quarter / 4) * values.length) - 1] ?? 0);
  return { counts, failures };
}

/** Growth of a list from the mean of its third quarter to that of its last. */
function growth(values: readonly number[]): number {
  const mean = (from: number, to: number) => {
    const part = values.slice(Math.floor(from * values.length), Math.floor(to * values.length));
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  };
  return mean(0.75, 1) / mean(0.5, 0.75) - 1;
}

const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
