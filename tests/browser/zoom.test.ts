// @module-tag sampled
import { beforeAll, describe, expect, test } from 'vitest';
import { coveredParts } from '../fixtures/covered-parts';
import { openInstrument } from '../fixtures/instruments-page';
import { drawn, type LabPage, openLab } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { everyNth } from '../fixtures/run-length';
import { describeBrowser } from '../setup/browser';

/**
 * What scrolls along a line of its text, though the page scrolls down: that is allowed for what has two dimensions, as tables, formulas
 * and code. Source: WCAG 2.2, 1.4.10.
 */
function scrolledSideways(page: LabPage): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility() && /auto|scroll/.test(getComputedStyle(one).overflowX))
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .filter((one) => !one.matches('pre, textarea, .cm-scroller') && !one.querySelector('table, canvas, .katex'))
      .map((one) => `${one.tagName} ${one.id || one.className} ${one.textContent?.slice(0, 40)}`),
  );
}

const INSTRUMENTS = [
  'Plots',
  'Energy ledger',
  'Rewind',
  'Side by side',
  'Inspector',
  'Stability region',
  'k–dt map',
  'Modes',
  'Matrices',
];
const CHAPTERS = [1, 3, 5, 9];

/** A window of 1280 × 1024 at 400 %, in CSS pixels. */
describeBrowser('at a zoom of 400 % the page is one column', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 320, height: 256 }, keep: true });
  });
  async function expectReadable(state: string): Promise<void> {
    await drawn(page);
    await expect.poll(() => coveredParts(page), { message: state }).toEqual([]);
    expect(await scrolledSideways(page), state).toEqual([]);
  }

  test('that scrolls down to every control, with the panel open, and with the lesson', { tags: ['long'] }, async () => {
    await showPanel(page);
    await expectReadable('with the panel');
    await page.locator('#view').focus();
    await page.keyboard.press('l');
    await page.locator('#lesson h2').waitFor();
    await expectReadable('with the lesson');
    const title = await page.locator('#lesson h2').boundingBox();
    expect(title?.y).toBeLessThan(256);
    await page.keyboard.press('Escape');
    // The keys of the page act again.
    await page.locator('#view').focus();
  });

  test('in which the pointer finds the cloth where it is, scrolled as it may be', async () => {
    await page.evaluate(() => scrollTo(0, 60));
    await drawn(page);
    const [x, y] = (await page.particle(500)).screen;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await expect.poll(async () => (await page.state()).held).not.toBeNull();
    await page.mouse.up();
    await page.evaluate(() => scrollTo(0, 0));
  });

  test('in which dialogs and menus fit the window', async () => {
    for (const [name, opens] of [
      ['Help', 'dialog'],
      ['Scene: Cloth', 'dialog'],
      ['File', 'menu'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole(opens).waitFor();
      const { x, y, width, height } = (await page.getByRole(opens).boundingBox()) ?? {
        x: -1,
        y: 0,
        width: 0,
        height: 0,
      };
      expect([x >= 0, y >= 0, x + width <= 320, y + height <= 256], name).toEqual([true, true, true, true]);
      expect(await scrolledSideways(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole(opens).waitFor({ state: 'hidden' });
    }
  });

  test.each(INSTRUMENTS)('with the instrument %s', { tags: ['long'] }, async (name) => {
    await openInstrument(page, name, 'cloth');
    await expectReadable(name);
  });

  describe.runIf(everyNth(2, [false, true])[0])('in the course', () => {
    test.each(CHAPTERS)('in chapter %i', async (chapter) => {
      const site = await page.evaluate(() => location.origin + location.pathname);
      await page.goto(`${site}?shadows=0&sharp=0&course=${chapter}`);
      await page.evaluate(() => window.hooke.ready);
      await page.locator('#lesson .chapter').waitFor();
      await expectReadable(`chapter ${chapter}`);
    });
  });
});
