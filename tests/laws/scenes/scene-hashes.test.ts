// @module-tag sampled
import { expect, inject, test } from 'vitest';
import { createSimulation, SCENES } from '../../../src/physics';
import { LONG } from '../../fixtures/run-length';
import HASHES from '../../fixtures/scene-hashes.json';

/**
 * Bits are promised for each kernel and precision: a change of the program that changes a hash changes what saved runs and
 * recordings continue to. It must be intended, said in the commit, and written to scene-hashes.json.
 */
const HELD: Record<string, Record<string, string>> = HASHES;

/** Double precision has the JavaScript kernel only: its hashes are checked once, in the long run of the laws. The default run has
 *  those in single precision. */
const PRECISIONS = LONG && inject('kernel') === 'simd' ? (['double'] as const) : (['single'] as const);

test('every built-in scene has its hash in scene-hashes.json', () => {
  expect(Object.keys(HELD).sort()).toEqual(SCENES.map(({ id }) => id).sort());
});

for (const { id } of SCENES) {
  test.each(PRECISIONS)(`the scene ${id} has the held hash after 1,000 steps in %s precision`, (precision) => {
    const simulation = createSimulation({ scene: id, precision });
    simulation.step(1000);
    expect(simulation.stepCount).toBe(1000);
    expect(simulation.hash()).toBe(HELD[id][precision === 'double' ? 'double' : simulation.kernel]);
  });
}
