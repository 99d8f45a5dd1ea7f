import { beforeAll, expect, test } from 'vitest';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { plainTexts } from '../fixtures/plain-texts';
import { describeBrowser } from '../setup/browser';

describeBrowser('a page in the pseudo-language', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ query: '?lang=en-XA', viewport: { width: 1280, height: 800 }, keep: true });
  });

  test('has the language in the document', async () => {
    expect(await page.locator('html').getAttribute('lang')).toBe('en-XA');
  });

  test('has no plain text in header, panel and bar', async () => {
    for (let i = 0; i < 4; i++)
      await page.evaluate(() => {
        for (const title of document.querySelectorAll<HTMLElement>('#panel .lil-title[aria-expanded=false]'))
          title.click();
      });
    await page.locator('#panel .lil-title[aria-expanded=false]').first().waitFor({ state: 'detached' });
    expect(await plainTexts(page)).toEqual([]);
  });
});
