// @module-tag divided
import { beforeAll, describe, expect, test } from 'vitest';
import { INSTRUMENTS } from '../../src/ui/instruments';
import { OUTCOMES } from '../../src/ui/instruments/k-dt-map/map-cells';
import { dock, openInstrument } from '../fixtures/instruments-page';
import { answered, drawn, type LabPage, openLab } from '../fixtures/lab-page';
import { contrast, faintEdges, faintLines, faintRings } from '../fixtures/non-text-contrast';
import { openFolders, showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('what is no text has a contrast of 3', () => {
  describe.each(['light', 'dark'] as const)('in the %s theme', { tags: ['long'] }, (colorScheme) => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 1,
        reducedMotion: 'reduce',
        colorScheme,
        keep: true,
      });
    });

    test('on the page as it opens, in front of a view that is black', async () => {
      await showPanel(page);
      expect.soft(await faintEdges(page)).toEqual([]);
      expect(await faintRings(page)).toEqual([]);
    });
  });

  describe.each(['light', 'dark'] as const)('in the %s theme', { tags: ['long'] }, (colorScheme) => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({
        viewport: { width: 1440, height: 900 },
        deviceScaleFactor: 1,
        reducedMotion: 'reduce',
        colorScheme,
        keep: true,
      });
    });

    test('on the panel with its folders open', async () => {
      await openFolders(page);
      const closed = page.locator('.lil-title[aria-expanded=false]:visible');
      while ((await closed.count()) > 0) await closed.first().click();
      await drawn(page);
      expect.soft(await faintEdges(page, '#panel')).toEqual([]);
      expect(await faintRings(page, '#panel')).toEqual([]);
    });

    test('between the patterns of the k–dt map and the colors below them', () => {
      const rgb = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      for (const { fill, ink } of [OUTCOMES.jitters, OUTCOMES.explodes]) {
        expect(contrast(rgb(fill[colorScheme]), rgb(ink[colorScheme]))).toBeGreaterThan(3);
      }
    });

    test.each(INSTRUMENTS.map(({ label }) => label))('in the instrument %s', async (label) => {
      await page.locator('#view').focus();
      await openInstrument(page, label, 'cloth');
      await page.hooke('step', 30);
      await answered(page);
      // A job that runs moves what is below it.
      const cancel = dock(page)
        .locator('button:enabled')
        .filter({ hasText: /^Cancel$/ });
      if ((await cancel.count()) > 0) await cancel.click();
      await cancel.waitFor({ state: 'detached' });
      // So does its answer that the cloth is too large.
      if (label === 'Matrices') await dock(page).getByText('at most 12 particles').waitFor();
      expect.soft(await faintEdges(page, '#instruments')).toEqual([]);
      // The areas of the map are told by their patterns: see above.
      if (label !== 'k–dt map') expect.soft(await faintLines(page, '#instruments canvas')).toEqual([]);
      expect(await faintRings(page, '#instruments')).toEqual([]);
    });

    test('in the lesson and in a chapter of the course', async () => {
      for (const id of ['lesson-toggle', 'course-toggle']) {
        await page.locator(`#${id}`).click();
        await page.locator('#lesson button').first().waitFor();
        await page.locator('#lesson :focus').waitFor({ state: 'attached' });
        // Formulas come later, and move what is below them.
        await expect.poll(() => faintEdges(page, '#lesson')).toEqual([]);
        await expect.poll(() => faintRings(page, '#lesson')).toEqual([]);
        await page.locator(`#${id}`).click();
      }
    });
  });
});
