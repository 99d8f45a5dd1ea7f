import { beforeAll, describe, expect, test } from 'vitest';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { layoutFaults } from '../fixtures/page-boxes';
import { folderTitle, showPanel } from '../fixtures/panel-page';
import { plainTexts } from '../fixtures/plain-texts';
import { LONG } from '../fixtures/run-length';
import { describeBrowser } from '../setup/browser';

describeBrowser('a page in the pseudo-language', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ query: '?lang=en-XA', viewport: { width: 1280, height: 800 }, keep: true });
  });

  /** All that is open now is translated. */
  async function expectTranslated(): Promise<void> {
    await drawn(page);
    expect.soft(await plainTexts(page)).toEqual([]);
  }

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
    await expectTranslated();
  });

  test.each([
    ['the help', '?'],
    ['the instruments', 'i'],
  ])('has no plain text in the dialog of %s', async (_, key) => {
    await page.keyboard.press(key);
    await page.locator('dialog[open]').waitFor();
    await expectTranslated();
    await page.keyboard.press('Escape');
  });

  test('has no plain text in the gallery of scenes, and in the numbers', async () => {
    await page.locator('#scene').click();
    await page.locator('dialog[open]').waitFor();
    await expectTranslated();
    await page.keyboard.press('Escape');
  });

  test('has no plain text in a lesson and in the course', async () => {
    await page.locator('#lesson-toggle').click();
    await page.locator('#lesson p').first().waitFor();
    await expectTranslated();
    for (let chapter = 0; chapter < 10; chapter++) {
      if (chapter === 0) await page.locator('#course-toggle').click();
      else await page.locator('#lesson .chapters button').nth(chapter).click();
      await page
        .locator('#lesson h2')
        .filter({ hasText: `${chapter + 1}.` })
        .waitFor();
      await page.locator('#lesson .chapter').waitFor();
      await expectTranslated();
    }
    await page.locator('#course-toggle').click();
  });

  test('has no plain text in any instrument', async () => {
    await page.keyboard.press('i');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Enter');
    const choice = page.locator('#instruments select').first();
    await choice.waitFor();
    for (const id of await choice
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))) {
      await choice.selectOption(id);
      await page.locator('#instruments .body > *').first().waitFor();
      await drawn(page);
      await drawn(page);
      await expectTranslated();
    }
  });

  test('has no plain text in the message about a blow-up, and in its diagnosis', async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { dt: 0.002 } });
    await page.hooke('step', 500);
    await until(page, 'blown up', (state) => state.blowUp !== null);
    await page.locator('#messages .blow-up').waitFor();
    await expectTranslated();
  });
});

describeBrowser('a page in German', () => {
  let page: LabPage;
  beforeAll(async () => {
    // The browser's setting chooses it.
    const beforeScripts = () => Object.defineProperty(navigator, 'languages', { value: ['de-AT', 'en'] });
    page = await openLab({ beforeScripts, viewport: { width: 1280, height: 800 }, keep: true });
  });

  test('shows and takes a decimal comma', async () => {
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    const box = page.getByLabel('Zeitschritt dt, ms', { exact: true });
    await expect.poll(() => box.inputValue()).toBe('0,3');
    await box.fill('0,25');
    await box.press('Enter');
    await until(page, 'dt is set', ({ params }) => params.dt === 0.00025);
    await expect.poll(() => page.locator('#bar').textContent()).toContain('dt 0,250 ms');
    await box.fill('1.234');
    await box.press('Enter');
    await expect.poll(() => page.messages()).toContain('Ist es 1234 oder 1,234?');
  });

  test('names the cause of a blow-up, and the switch in View leads to English', async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { dt: 0.002 } });
    await page.hooke('step', 500);
    await until(page, 'blown up', (state) => state.blowUp !== null);
    await expect.poll(() => page.messages()).toMatch(/Die Simulation explodierte bei t = 0,\d+ s, in Schritt/);
    await folderTitle(page, 'Mehr').click();
    await folderTitle(page, 'Ansicht').click();
    await page.locator('#panel select').filter({ hasText: 'English' }).selectOption('English');
    await page.waitForURL(/lang=en/);
    await page.evaluate(() => window.hooke.ready);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.evaluate(() => localStorage.removeItem('hooke.language'));
  });
});

describe.each(['de'])('in the language %s', { tags: ['sampled'] }, (language) => {
  describeBrowser('every text is whole', () => {
    test.each(
      [
        [1280, 800],
        [390, 844],
        [1920, 1080],
        [1024, 768],
        [820, 1180],
      ].slice(0, LONG ? 5 : 1),
    )('at %d × %d', async (width, height) => {
      const page = await openLab({ query: `?lang=${language}`, viewport: { width, height }, reducedMotion: 'reduce' });
      for (const shown of [true, false]) {
        await showPanel(page, shown);
        await drawn(page);
        await expect.poll(() => layoutFaults(page), { message: `panel ${shown ? 'open' : 'closed'}` }).toEqual([]);
      }
    });
  });
});
