/** The page in a real browser while its engine dies at random moments. */
import { drawNothing, visitedBefore } from '../setup/page-scripts';
import { attackPage } from './attack-in-browser';
import { checkDeath, death, mortalWorkers } from './worker-deaths';

export const deaths = attackPage({
  id: 'deaths',
  about: 'engines that die at random moments in a real browser, and the next ones',
  unit: 'deaths',
  arbitrary: death,
  async open(chrome, url) {
    const page = await chrome.newPage({ viewport: { width: 900, height: 600 } });
    for (const script of [drawNothing, visitedBefore, mortalWorkers]) await page.addInitScript(script);
    await page.goto(`${url}?shadows=0&sharp=0`, { waitUntil: 'load' });
    await page.evaluate(() => window.hooke.ready);
    return page;
  },
  check: checkDeath,
  kindOf: ({ moment }) => moment,
});
