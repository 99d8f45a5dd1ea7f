/** A long run of the default cloth in Node, picture by picture: its memory stays flat, and its state is that of a run without pictures. */
import { createSession } from '../../src/runtime/host/session';
import type { Attack } from './attack';
import { APART, judge, PICTURE } from './long-run';

/** Bytes of the heap and of typed arrays, after a collection: `npm run fuzz` allows it. */
function memory(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
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
    return judge(seed, { pictures, steps: session.simulation.stepCount, hash: session.hash(), sizes, resident });
  },
};
