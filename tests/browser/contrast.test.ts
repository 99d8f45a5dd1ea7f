import { beforeAll, describe, expect, test } from 'vitest';
import { contrastFaults, faintTexts } from '../fixtures/contrast';
import { openInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { LONG } from '../fixtures/run-length';
import { openSceneGallery } from '../fixtures/scene-choice';
import { describeBrowser } from '../setup/browser';

describeBrowser('each control is readable in each of its states', () => {
  describe.each(LONG ? (['light', 'dark'] as const) : (['light'] as const))(
    'in the %s theme',
    { tags: ['sampled'] },
    (colorScheme) => {
      let page: LabPage;
      beforeAll(async () => {
        page = await openLab({
          viewport: { width: 1440, height: 900 },
          firstVisit: true,
          colorScheme,
          keep: true,
        });
      });

      test('on the page, with all folders of the panel open', { tags: ['long'] }, async () => {
        await openFolders(page);
        const closed = page.locator('.lil-title[aria-expanded=false]:visible');
        while ((await closed.count()) > 0) await closed.first().click();
        await expect.poll(() => page.locator('.lil-transition').count()).toBe(0);
        expect(await contrastFaults(page)).toEqual([]);
      });

      test('while a menu is open, under the pointer that has opened it', async () => {
        for (const name of ['File', 'Theme']) {
          const opener = page.getByRole('button', { name, exact: true });
          await opener.click();
          await page.getByRole('menu', { name, exact: true }).waitFor();
          const openers = '.tools [aria-expanded=true]';
          expect(await page.locator(openers).count()).toBe(1);
          expect(await faintTexts(page, openers), name).toEqual([]);
          expect(await contrastFaults(page, '#top'), name).toEqual([]);
          await page.keyboard.press('Escape');
        }
      });

      test('in the instruments, the lesson and the galleries', { tags: ['long'] }, async () => {
        await openInstrument(page, 'Stability region', 'cloth');
        await page.locator('#view').focus();
        await page.keyboard.press('l');
        await page.locator('#lesson button').first().waitFor();
        expect(await contrastFaults(page, '#instruments, #lesson')).toEqual([]);
        await openSceneGallery(page);
        expect(await contrastFaults(page, '.gallery')).toEqual([]);
      });
    },
  );
});
