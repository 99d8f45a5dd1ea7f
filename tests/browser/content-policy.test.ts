// @module-tag sampled
import { preview } from 'vite';
import { expect, inject, test } from 'vitest';
import { SCENES } from '../../src/physics';
import { INSTRUMENTS } from '../../src/ui/instruments';
import { LESSONS } from '../../src/ui/lessons/texts';
import { MIDPOINT } from '../fixtures/definitions-from-source';
import { choice, chooseInstrument } from '../fixtures/instruments-page';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { chooseInFileMenu, openFolders } from '../fixtures/panel-page';
import { everyNth } from '../fixtures/run-length';
import { openSceneGallery } from '../fixtures/scene-choice';
import { describeBrowser } from '../setup/browser';

/** Folders of the panel below *More*. */
const FOLDERS = ['Integrator', 'Membrane', 'Forces', 'Contact', 'Moving pins', 'Selected particles', 'View'];

/** What the page may not do, by the browser’s account, and errors that no code of the page throws. */
interface Watched {
  forbidden: string[];
  errors: string[];
}

/** Runs in the page before its scripts. */
function watch(): void {
  const watched: Watched = { forbidden: [], errors: [] };
  Object.assign(window, { watched });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
    watched.forbidden.push(`${effectiveDirective}: ${blockedURI} ${sample} in ${sourceFile}`);
  });
  addEventListener('error', ({ message }) => watched.errors.push(message));
}

const watchedIn = (page: LabPage) => page.evaluate(() => (window as unknown as { watched: Watched }).watched);

describeBrowser('the policy of the page', () => {
  test('holds while everything is opened, sent by the preview and in the page, and no observer of sizes runs in a circle', async () => {
    const server = await preview({
      logLevel: 'silent',
      build: { outDir: inject('site').folder },
      preview: { host: '127.0.0.1', port: 0 },
    });
    try {
      const page = await openLab({
        plays: true,
        site: server.resolvedUrls?.local[0],
        viewport: { width: 1280, height: 800 },
        beforeScripts: watch,
      });
      await page.keyboard.press('l');
      await page.locator('#lesson .katex').first().waitFor();
      for (const { id } of everyNth(
        48,
        SCENES.filter(({ id }) => Object.hasOwn(LESSONS, id)),
      )) {
        await page.hooke('set', 'scene', id);
        await until(page, id, ({ scene }) => scene === id);
        await page.locator('#lesson section').first().waitFor();
        await drawn(page);
      }
      await page.keyboard.press('l');
      await page.hooke('set', 'scene', 'chain');
      await chooseInstrument(page);
      for (const { label } of INSTRUMENTS) {
        await choice(page).selectOption(label);
        await page.locator('#instruments .pane > :last-child > *').first().waitFor();
        await drawn(page);
      }
      await page.keyboard.press('i');
      const closeDialog = async () => {
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
      };
      await openSceneGallery(page);
      await closeDialog();
      await page.keyboard.press('?');
      await page.locator('dialog dl').first().waitFor();
      await closeDialog();
      await page.hooke('set', 'scene', 'cloth');
      await openFolders(page, ...everyNth(4, FOLDERS));
      const download = page.waitForEvent('download');
      await chooseInFileMenu(page, 'Save picture');
      await download;

      await page.hooke('define', MIDPOINT);

      expect(await watchedIn(page)).toEqual({ forbidden: [], errors: [] });
      // Both policies report it.
      await page.evaluate(() => document.body.setAttribute('style', 'top: 0'));
      expect((await watchedIn(page)).forbidden).toHaveLength(2);
      expect(page.problems.splice(0)).toHaveLength(2);
    } finally {
      await server.close();
    }
  });
});
