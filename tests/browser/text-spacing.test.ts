// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest';
import { coveredParts } from '../fixtures/covered-parts';
import { openInstrument } from '../fixtures/instruments-page';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { openFolders, showPanel } from '../fixtures/panel-page';
import { describeBrowser, type PageOptions } from '../setup/browser';

/** Source: WCAG 2.2, 1.4.12. Formulas are drawings: their letters have places of their own. */
const SPACING = `
  :not(.katex, .katex *) {
    line-height: 1.5 !important;
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
  }
  p { margin-block-end: 2em !important; }`;

const PAGES: [string, PageOptions][] = [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
];

describe.each(PAGES)('on a %s', (_name, options) => {
  describeBrowser('no text is cut off when a user sets wider spaces', () => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({ ...options, reducedMotion: 'reduce', keep: true });
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets.push(sheet);
      }, SPACING);
      await drawn(page);
    });

    async function expectWhole(state: string): Promise<void> {
      await drawn(page);
      await expect.soft(coveredParts(page, { cloth: false }), state).resolves.toEqual([]);
    }

    test('on the page as it opens, and with the panel', async () => {
      await showPanel(page, false);
      await expectWhole('the page');
      await openFolders(page);
      const closed = page.locator('.lil-title[aria-expanded=false]:visible');
      while ((await closed.count()) > 0) await closed.first().click();
      await expectWhole('the panel');
      await showPanel(page, false);
    });

    test('in the galleries and in the help', async () => {
      for (const id of ['scene', 'instruments-toggle', 'help-toggle']) {
        const opener = id === 'help-toggle' ? page.getByRole('button', { name: 'Help' }) : page.locator(`#${id}`);
        await opener.click();
        await page.getByRole('dialog').waitFor();
        await expectWhole(id);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    });

    test('in the lesson and in a chapter of the course', async () => {
      for (const id of ['lesson-toggle', 'course-toggle']) {
        await page.locator(`#${id}`).click();
        await page.locator('#lesson :focus').waitFor({ state: 'attached' });
        await expectWhole(id);
        await page.locator(`#${id}`).click();
      }
    });

    test.each(['Plots', 'Energy ledger', 'Side by side', 'Stability region', 'Duel'])('in %s', async (label) => {
      await page.locator('#view').focus();
      await openInstrument(page, label, 'cloth');
      await expectWhole(label);
      await page.locator('#view').focus();
      await page.keyboard.press('i');
    });

    test('in the message of a blow-up', async () => {
      await page.hooke('set', 'scene', 'cloth');
      await page.hooke('set', 'dt', 0.002);
      await page.hooke('step', 500);
      await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
      await page.locator('#messages .blow-up').waitFor();
      await expectWhole('the message');
    });
  });
});
