/** The page in a real browser while its engine dies at random moments. */
import fc from 'fast-check';
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../setup/find-browser';
import { drawNothing, visitedBefore } from '../setup/page-scripts';
import type { Attack, Failure } from './attack';
import { inTime, openSite } from './open-site';
import { checkDeath, death, mortalWorkers } from './worker-deaths';

export const deaths: Attack = {
  id: 'deaths',
  about: 'engines that die at random moments in a real browser, and the next ones',
  async run({ seed, time, cases, site: folder, onCase }) {
    const executablePath = findBrowser();
    if (executablePath === null) throw new Error('no Chromium was found: install one or set CHROME_PATH');
    const site = await openSite(folder);
    const chrome = await chromium.launch({ executablePath, args: BROWSER_FLAGS, headless: true });
    const open = async () => {
      const page = await chrome.newPage({ viewport: { width: 900, height: 600 } });
      for (const script of [drawNothing, visitedBefore, mortalWorkers]) await page.addInitScript(script);
      await page.goto(`${site.url}?shadows=0&sharp=0`, { waitUntil: 'load' });
      await page.evaluate(() => window.hooke.ready);
      return page;
    };
    const end = performance.now() + time;
    const counts: Record<string, number> = { deaths: 0 };
    const failures: Failure[] = [];
    try {
      let page = await open();
      for (let i = 0; counts.deaths < cases && performance.now() < end; i++) {
        const [one] = fc.sample(death, { seed: seed + i, numRuns: 1 });
        const text = JSON.stringify(one);
        onCase?.(text);
        counts.deaths++;
        counts[one.moment] = (counts[one.moment] ?? 0) + 1;
        try {
          await inTime(checkDeath(page, one));
        } catch (error) {
          failures.push({ seed: seed + i, path: '0', text, error: (error as Error).stack ?? String(error) });
          await page.close();
          page = await open();
        }
      }
    } finally {
      await chrome.close();
      await site.close();
    }
    return { counts, failures };
  },
};
