// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest';
import { openInstrument } from '../fixtures/instruments-page';
import { answered, type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

/** Roles, names and live texts, as a screen reader gets them; numbers that a run changes are left out. */
const treeOf = async (page: LabPage, part = 'body') =>
  (await page.locator(part).first().ariaSnapshot()).replace(/[−-]?\d[\d.,]*(e[+−-]?\d+)?/g, '#');

/** One file for each state: the tree of both themes is compared with it. `npx vitest -u` writes it again. */
describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  describeBrowser('the tree for screen readers is as reviewed', () => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        colorScheme,
        firstVisit: true,
        keep: true,
      });
      await answered(page);
    });

    const expectTree = async (name: string, part?: string) =>
      expect(`${await treeOf(page, part)}\n`).toMatchFileSnapshot(`trees/${name}.txt`);

    test('of the page as it opens', async () => {
      await expectTree('page');
    });

    test('of a gallery', async () => {
      await page.locator('#instruments-toggle').click();
      await page.getByRole('dialog').waitFor();
      await expectTree('gallery', 'dialog');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });

    test('of an instrument', async () => {
      await openInstrument(page, 'Scorecard', 'cloth');
      await page.locator('#instruments tbody tr').first().waitFor();
      await expectTree('instrument', '#instruments .head');
      await page.locator('#view').focus();
      await page.keyboard.press('i');
    });

    test('of the message of a blow-up, which the live region has said', async () => {
      await page.hooke('set', 'dt', 0.002);
      await page.hooke('step', 500);
      await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
      // It names a dt when the limit is computed.
      await page.locator('#messages .blow-up button:enabled', { hasText: /Set dt to [\d.]+ ms/ }).waitFor();
      await expectTree('blow-up', '#messages .blow-up');
      await expect.poll(() => page.locator('#live').textContent()).toContain('blew up');
    });
  });
});
