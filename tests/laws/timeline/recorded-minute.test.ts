// @module-tag long
// @module-tag chooses-kernels
import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';

/** s. */
const DURATION = 60;

// On one kernel: the size of a checkpoint is the same on each, and rewind.test.ts tests the bits on both.
test('a minute of the default cloth with some grabs is recorded whole, and a rewind restores its bits', () => {
  const simulation = createSimulation({ kernel: 'simd' });
  const { dt } = simulation.params;
  const hashes = new Map<number, string>();
  const [x, y, z] = simulation.particle(500).position;
  let most = 0;
  while (simulation.time < DURATION) {
    const second = Math.floor(simulation.time);
    if (second % 4 === 1) simulation.apply({ type: 'grab', particle: 500 + second, target: [x, y, z] });
    if (second % 4 === 2) simulation.apply({ type: 'move', target: [x, y, z + 0.005 * second] });
    if (second % 4 === 3) simulation.apply({ type: 'release' });
    simulation.step(1000);
    hashes.set(simulation.stepCount, simulation.hash());
    most = Math.max(most, simulation.timeline.bytes);
  }
  const { first, last } = simulation.timeline;
  expect(first.step).toBe(0);
  expect(last.time - first.time).toBeGreaterThanOrEqual(DURATION);
  expect(last.step * dt).toBeGreaterThanOrEqual(DURATION);
  expect(most).toBeLessThanOrEqual(64e6);
  const steps = [...hashes.keys()].filter((_, i) => i % 23 === 7).reverse();
  for (const step of steps) {
    simulation.apply({ type: 'rewind', step });
    simulation.apply({ type: 'set', key: 'speed', value: 1 });
    const hash = simulation.hash();
    expect(hash, `step ${step}`).toBe(hashes.get(step));
  }
}, 300_000);
