// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInstrument } from '../fixtures/instruments-page';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { faintEdges, faintRings } from '../fixtures/non-text-contrast';
import { openFolders, showPanel } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

describe.each(['light', 'dark'] as const)('in a %s palette of the system', (colorScheme) => {
  describeBrowser('states and values are seen', () => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 1,
        reducedMotion: 'reduce',
        colorScheme,
        keep: true,
      });
      await page.emulateMedia({ forcedColors: 'active' });
      await showPanel(page);
      // Nothing is drawn in it: it would be black.
      await page.locator('#view').evaluate((view) => {
        view.style.opacity = '0';
      });
    });
    // Other files use this page, too.
    afterAll(() => page.emulateMedia({ forcedColors: 'none' }));

    /** The background of an element, as the browser shows it. */
    const backOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);

    test('of buttons that are pressed, and of those that have opened something', async () => {
      for (const [on, off] of [
        ['.tools [aria-pressed=true]', '.tools [aria-pressed=false]'],
        ['.speeds [aria-pressed=true]', '.speeds [aria-pressed=false]'],
        ['#panel-toggle[aria-expanded=true]', '#lesson-toggle'],
      ]) {
        expect(await backOf(on), on).not.toBe(await backOf(off));
      }
      await page.getByRole('button', { name: 'File', exact: true }).click();
      const off = await backOf('.tools [aria-expanded=false]');
      await expect.poll(() => backOf('.tools [aria-expanded=true]')).not.toBe(off);
      await page.keyboard.press('Escape');
      await page.mouse.move(0, 0);
    });

    test('of fields, sliders and boxes, and where the focus is', async () => {
      expect.soft(await faintEdges(page)).toEqual([]);
      expect.soft(await faintRings(page)).toEqual([]);
      await openFolders(page, 'View');
      const boxes = '#panel .lil-boolean input';
      expect(await backOf(`${boxes}:checked`)).not.toBe(await backOf(`${boxes}:not(:checked)`));
    });

    test('of the meter of dt over its limit', async () => {
      const gauge = '.meter .gauge:not(.empty)';
      await page.locator(gauge).waitFor();
      expect(await backOf(`${gauge} i`)).not.toBe(await backOf(gauge));
      const { width } = (await page.locator(`${gauge} i`).boundingBox()) ?? { width: 0 };
      expect(width).toBeGreaterThan(5);
    });

    test('in an instrument, and in the message of a blow-up, without a fault that axe finds', async () => {
      await openInstrument(page, 'Stability region', 'cloth');
      expect.soft(await faintEdges(page, '#instruments')).toEqual([]);
      await page.hooke('set', 'dt', 0.002);
      await page.hooke('step', 500);
      await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
      await page.locator('#messages .blow-up').waitFor();
      await drawn(page);
      expect(await violations(page)).toEqual([]);
    });
  });
});
