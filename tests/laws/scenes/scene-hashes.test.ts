// @module-tag divided
// @module-tag sampled
import { expect, inject, test } from 'vitest';
import { createSimulation, SCENES } from '../../../src/physics';
import { everyNth, LONG } from '../../fixtures/run-length';
import HASHES from '../../fixtures/scene-hashes.json';

/**
 * Bits are promised for each kernel and precision: a change of the program that changes a hash changes what saved runs and
 * recordings continue to. It must be intended and said in the commit. `npm run hashes` writes scene-hashes.json.
 */
const HELD: Record<string, { steps: number; simd: string; js: string; double: string }> = HASHES;

/** The default run has every seventh scene in single precision; the long run has the others, and all on the JavaScript kernel. */
const IN_SINGLE = inject('kernel') === 'js' ? SCENES : everyNth(7, SCENES, 3);
/** Double precision has the JavaScript kernel only: its hashes are checked once, in the long run of the laws. */
const IN_DOUBLE = LONG && inject('kernel') === 'simd' ? SCENES : [];

test('every built-in scene has its hash in scene-hashes.json', () => {
  expect(Object.keys(HELD).sort()).toEqual(SCENES.map(({ id }) => id).sort());
});

test.each([
  ...IN_SINGLE.map(({ id }) => [id, 'single'] as const),
  ...IN_DOUBLE.map(({ id }) => [id, 'double'] as const),
])('the scene %s has the held hash after its steps in %s precision', (id, precision) => {
  const simulation = createSimulation({ scene: id, precision });
  const { steps } = HELD[id];
  simulation.step(steps);
  expect(simulation.stepCount).toBe(steps);
  expect(simulation.hash()).toBe(HELD[id][precision === 'double' ? 'double' : simulation.kernel]);
});
