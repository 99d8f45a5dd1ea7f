// @module-tag sampled
import { beforeAll, describe, expect, test } from 'vitest';
import { showNumbers } from '../fixtures/footer-page';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { LONG } from '../fixtures/run-length';
import { violations } from '../fixtures/violations';
import { describeBrowser, type PageOptions } from '../setup/browser';

const PHONE: PageOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The default run has the first, the long run the others. */
const PAGES = [
  ['light', 'desk', {}],
  ['dark', 'phone', PHONE],
  ['dark', 'desk', {}],
  ['light', 'phone', PHONE],
] as const;

/** Other sizes with a mouse, and on a touch screen. */
const OTHER_SIZES = {
  desk: [[1920, 1080]],
  phone: [
    [1024, 768],
    [820, 1180],
  ],
} as const;

describeBrowser('accessibility', () => {
  describe.each(LONG ? PAGES : PAGES.slice(0, 1))('of the %s page on a %s', (colorScheme, device, options) => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({ ...options, firstVisit: true, colorScheme, reducedMotion: 'reduce', keep: true });
    });

    test('after opening', async () => {
      expect(await violations(page)).toEqual([]);
    });

    test('with the help open', async () => {
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });

    test('with all of the panel open', { tags: ['long'] }, async () => {
      await showPanel(page, true);
      await page.hooke('send', { type: 'spheres', spheres: [{ center: [0, -2, 0], radius: 0.1 }] });
      await page.hooke('send', {
        type: 'forces',
        forces: [
          { type: 'wind', velocity: [0, 0, 1] },
          { type: 'push', force: [0, 0, 0] },
        ],
      });
      await page.hooke('send', { type: 'motion', motion: [{ particles: [0], velocity: [0, 0, 0] }] });
      // Nested folders appear one after the other, and some load their content.
      const closed = page.locator('.lil-title[aria-expanded=false]:visible');
      const missing = async () => {
        while ((await closed.count()) > 0) await closed.first().click();
        const there = await page.locator('.lil-title[aria-expanded=true]:visible').allTextContents();
        return ['Wind 1', 'Push 2', 'Sphere 1', 'Constant velocity 1'].filter((name) => !there.includes(name));
      };
      await expect.poll(missing).toEqual([]);
      // The rest of the page is as it was when it opened.
      expect(await violations(page, '#panel')).toEqual([]);
      await page.hooke('send', { type: 'scene', scene: 'cloth' });
      if (device === 'phone') await showPanel(page, false);
    });

    test('with a blow-up and an error on the page', async () => {
      await page.hooke('set', 'dt', 0.002);
      await page.hooke('step', 500);
      await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
      await page.locator('#messages .blow-up').waitFor();
      await page.hooke('set', 'stifness', 1).catch(() => {});
      await page.locator('#messages .error').waitFor();
      expect(await violations(page)).toEqual([]);
    });

    test('at other sizes, with panel and numbers open', { tags: ['long'] }, async () => {
      await page.hooke('send', { type: 'scene', scene: 'cloth' });
      await showNumbers(page);
      const before = page.viewportSize() ?? { width: 800, height: 600 };
      for (const [i, [width, height]] of OTHER_SIZES[device].entries()) {
        await page.setViewportSize({ width, height });
        await showPanel(page);
        // In turn: the group of the other theme has the other one at each size.
        const theme = (i % 2 === 0) === (colorScheme === 'dark') ? 'dark' : 'light';
        await page.emulateMedia({ colorScheme: theme });
        await drawn(page);
        expect(await violations(page), `${width} × ${height}, ${theme}`).toEqual([]);
      }
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(before);
      await page.getByRole('button', { name: 'Numbers', exact: true }).click();
      if (device === 'phone') await showPanel(page, false);
    });

    test.runIf(device === 'phone')('with the panel open', async () => {
      await showPanel(page, true);
      await page.locator('#panel input').first().waitFor();
      expect(await violations(page)).toEqual([]);
    });
  });
});
