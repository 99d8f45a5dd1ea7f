/** A long run of the default cloth, picture by picture: its memory stays flat, and its state is that of a run without pictures. */
import { createSimulation } from '../../src/physics';
import { createSession } from '../../src/runtime/host/session';
import type { Attack, Failure } from './attack';

/** s. */
const PICTURE = 1 / 60;
/** Pictures between two measurements of the memory. */
const APART = 600;
/** Growth of the memory in the second half of the run that counts as a leak: a recording fills up in the first. */
const LEAK = 0.05;
/** Measurements below which growth tells nothing. */
const FEWEST = 12;

/** Bytes of the heap and of typed arrays, after a collection: `npm run fuzz` allows it. */
function memory(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Growth of a list from the mean of its third quarter to that of its last. */
function growth(values: readonly number[]): number {
  const mean = (from: number, to: number) => {
    const part = values.slice(Math.floor(from * values.length), Math.floor(to * values.length));
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  };
  return mean(0.75, 1) / mean(0.5, 0.75) - 1;
}

export const soak: Attack = {
  id: 'soak',
  about: 'a long run of the default cloth, picture by picture; 216,000 cases are an hour',
  async run({ seed, time, cases }) {
    // A clock that stands still: every picture has all of its steps.
    const session = createSession(() => 0);
    const end = performance.now() + time / 2;
    const sizes: number[] = [];
    const resident: number[] = [];
    let pictures = 0;
    while (pictures < cases && performance.now() < end) {
      session.advance(PICTURE);
      const { positions, velocities } = session.frame();
      session.recycle([positions, velocities].filter((array) => array !== null));
      if (++pictures % APART !== 0) continue;
      sizes.push(memory());
      resident.push(process.memoryUsage().rss);
    }
    const { stepCount } = session.simulation;
    const again = createSimulation();
    again.step(stepCount);
    const failures: Failure[] = [];
    const fail = (error: string) => failures.push({ seed, path: '0', text: `${pictures} pictures`, error });
    if (again.hash() !== session.hash()) fail(`${session.hash()} with pictures, ${again.hash()} without`);
    if (sizes.length >= FEWEST && growth(sizes) > LEAK) fail(`the memory grew: ${sizes.map(megabytes).join(' ')} MB`);
    const counts = {
      pictures,
      steps: stepCount,
      'MB of heap and arrays at half the time': megabytes(sizes[Math.floor(sizes.length / 2)] ?? 0),
      'MB at the end': megabytes(sizes.at(-1) ?? 0),
      'MB resident at half the time': megabytes(resident[Math.floor(resident.length / 2)] ?? 0),
      'MB resident at the end': megabytes(resident.at(-1) ?? 0),
    };
    return { counts, failures };
  },
};

const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
