// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { CHAPTERS } from '../../src/ui/lab/page-state';
import { goTo } from '../fixtures/course-page';
import { chooseInstrument } from '../fixtures/instruments-page';
import { answered, contentOf, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

/** Notes in the page each text that is drawn on a canvas. */
function noteDrawnTexts(): void {
  const texts = new Set<string>();
  Object.assign(window, { drawnTexts: texts });
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...args: Parameters<typeof fillText>) {
    texts.add(String(args[0]));
    fillText.apply(this, args);
  };
}

/** What is shown or drawn with a decimal point: texts, formulas, attributes that are read out, and values of text boxes. */
const textsWithPoint = (page: LabPage) =>
  page.evaluate(() => {
    const found = new Set((window as unknown as { drawnTexts: Set<string> }).drawnTexts);
    for (const one of document.querySelectorAll('.katex-html')) found.add(one.textContent ?? '');
    for (const one of document.body.querySelectorAll('*')) {
      if (one.closest('code, pre, .cm-editor, .katex, script, style, .source, #unstarted')) continue;
      for (const name of ['title', 'aria-label', 'aria-valuetext', 'placeholder', 'alt'])
        found.add(one.getAttribute(name) ?? '');
      if (one instanceof HTMLInputElement && one.type === 'text') found.add(one.value);
      for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent ?? '');
    }
    return [...found].filter((text) => /\d\.\d/.test(text));
  });

describeBrowser('in German, numbers have a decimal comma', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({
      query: '?lang=de',
      beforeScripts: noteDrawnTexts,
      viewport: { width: 1280, height: 800 },
      keep: true,
    });
  });

  test('in every instrument, its charts and its boxes', { timeout: 400_000 }, async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 8, columns: 8 } });
    await page.hooke('step', 40);
    await chooseInstrument(page);
    const choice = page.locator('#instruments select').first();
    const all = await choice
      .locator('option')
      .evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value));
    expect(all.length).toBeGreaterThan(20);
    for (const id of all) {
      await choice.selectOption(id);
      await page.locator('#instruments .body > *').first().waitFor();
      await page.hooke('step', 3);
      await answered(page);
      await startAndCancel();
      await drawn(page);
      expect.soft(await textsWithPoint(page), id).toEqual([]);
      await page.evaluate(() => (window as unknown as { drawnTexts: Set<string> }).drawnTexts.clear());
    }
  });

  /** Starts the study of the instrument, if it has one, and stops it when it has shown something. */
  async function startAndCancel(): Promise<void> {
    const study = page.locator('#instruments .job').filter({ has: page.locator('progress') });
    const [start, cancel] = [0, 1].map((i) => study.locator('.controls').first().getByRole('button').nth(i));
    if (!(await start.isVisible())) return;
    await start.click();
    await expect
      .poll(async () => Number(await study.locator('progress').getAttribute('value')), { timeout: 60_000 })
      .toBeGreaterThan(0);
    if (await cancel.isEnabled()) await cancel.click({ timeout: 5000 }).catch(() => {});
    await expect.poll(() => cancel.isDisabled(), { timeout: 60_000 }).toBe(true);
  }

  test('in the chapters of the course, and in their formulas', async () => {
    await page.locator('#course-toggle').click();
    await page.locator('#lesson .chapter').waitFor();
    for (let chapter = 1; chapter <= CHAPTERS; chapter++) {
      await goTo(page, chapter);
      expect(await page.locator('#lesson .katex').count()).toBeGreaterThan(0);
      expect.soft(await textsWithPoint(page), `chapter ${chapter}`).toEqual([]);
    }
    await page.locator('#course-toggle').click();
  });

  test('in a list of numbers, shown and typed', async () => {
    const body = { shape: 'box', center: [0, -2, 0], velocity: [0, 0.25, 0], path: [0, 0, 0, 0, 1, 0, 0.5, 0] };
    await page.hooke('send', { type: 'environment', list: 'bodies', items: [body] });
    await showPanel(page);
    const path = page.locator('#panel [data-key$="path"] input').last();
    const closed = page.locator('#panel .lil-title[aria-expanded=false]:visible');
    for (let i = 0; i < 40 && !(await path.isVisible()); i++) await closed.last().click();
    expect(await path.inputValue()).toBe('0 0 0 0 1 0 0,5 0');
    await path.fill('0, 0, 0, 0; 2 0,25 0 0');
    await path.press('Enter');
    await until(page, 'its path', ({ environment }) => environment.bodies[0].path?.join() === '0,0,0,0,2,0.25,0,0');
    await page.hooke('send', { type: 'environment', list: 'bodies', items: [] });
  });

  test('in the file of a table only where one asks for it', async () => {
    const choice = page.locator('#instruments select').first();
    await choice.selectOption('plots');
    await page.hooke('step', 5);
    await answered(page);
    const rows = async (name: string) => {
      const button = page.locator('#instruments').getByRole('button', { name, exact: true });
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
      return (await contentOf(file)).toString().split('\r\n');
    };
    const [points, commas] = [await rows('CSV'), await rows('CSV (0,25)')];
    expect(commas).toHaveLength(points.length);
    expect(points[1]).toMatch(/^\d\.\d+,/);
    expect(commas[1]).toBe(points[1].replaceAll(',', ';').replaceAll('.', ','));
  });
});
