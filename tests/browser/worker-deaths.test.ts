// @module-tag long
import fc from 'fast-check';
import { test } from 'vitest';
import { openLab } from '../fixtures/lab-page';
import { checkDeath, death, mortalWorkers } from '../fuzz/worker-deaths';
import { describeBrowser } from '../setup/browser';

describeBrowser('an engine that dies at random moments', () => {
  test('is followed by one with the same motion, masses, push, pins, cuts and obstacles', async () => {
    const page = await openLab({ beforeScripts: mortalWorkers, expectProblems: true });
    for (const one of fc.sample(death, { seed: 20, numRuns: 2 })) await checkDeath(page, one);
  });
});
