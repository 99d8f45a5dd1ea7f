// @module-tag long
import { expect, inject, test } from 'vitest';
import type { Attack } from '../fuzz/attack';
import { browser } from '../fuzz/browser';
import { contexts } from '../fuzz/contexts';
import { pageSoak } from '../fuzz/page-soak';
import { describeBrowser } from '../setup/browser';

/** The same in every run: a failure is then due to a change. */
const SEED = 20;
/** ms. */
const LIMIT = 60_000;

/** `npm run fuzz` takes as many cases as one wants. */
const SHARES: readonly [attack: Attack, cases: number, holds: string][] = [
  [browser, 60, 'random acts end without an error, and Play does what it says'],
  [contexts, 1, 'a lost WebGL context comes back with the same picture'],
  [pageSoak, 1200, 'a long run has the same bits as the engine alone'],
];

describeBrowser('the page under attack:', () => {
  for (const [attack, cases, holds] of SHARES) {
    test(holds, { timeout: 2 * LIMIT }, async () => {
      const { url, folder: site } = inject('site');
      // Answered when the site is built.
      await fetch(url);
      const { failures } = await attack.run({ seed: SEED, time: LIMIT, cases, site });
      expect(failures).toEqual([]);
    });
  }
});
