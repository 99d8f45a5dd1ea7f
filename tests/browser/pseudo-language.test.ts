import { beforeAll, expect, test } from 'vitest';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { plainTexts } from '../fixtures/shown-texts';
import { describeBrowser } from '../setup/browser';

describeBrowser('a page in the pseudo-language', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({
      query: '?lang=en-XA',
      plays: true,
      firstVisit: true,
      viewport: { width: 1280, height: 800 },
      keep: true,
    });
  });

  /** All that is open now is translated. */
  async function expectTranslated(): Promise<void> {
    await drawn(page);
    expect.soft(await plainTexts(page)).toEqual([]);
  }

  test('has the language in the document', async () => {
    expect(await page.locator('html').getAttribute('lang')).toBe('en-XA');
  });

  test('has no plain text at the first visit, and in the tour with its blow-up', { tags: ['long'] }, async () => {
    await page.locator('#drag-hint:not(.faint)').waitFor({ state: 'attached' });
    await page.locator('#tour-offer').waitFor();
    await expectTranslated();
    await page.locator('#tour-offer button').nth(1).click();
    const title = page.locator('#tour-title');
    const act = page.locator('#tour .actions button').first();
    for (let step = 1; step <= 4; step++) {
      await expect.poll(() => title.textContent()).toContain(String(step));
      if (step === 3) await page.locator('#messages .blow-up').waitFor();
      await expectTranslated();
      await expect.poll(() => act.isEnabled()).toBe(true);
      await act.focus();
      await page.keyboard.press('Enter');
    }
    await act.waitFor({ state: 'hidden' });
    await expectTranslated();
    await page.keyboard.press('Escape');
    await page.locator('#tour').waitFor({ state: 'detached' });
    await page.hooke('pause');
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

  test('has no plain text in the gallery of scenes, and in the numbers', { tags: ['long'] }, async () => {
    await page.locator('#scene').click();
    await page.locator('dialog[open]').waitFor();
    await expectTranslated();
    await page.keyboard.press('Escape');
  });

  test('has no plain text in a lesson and in the course', { tags: ['long'] }, async () => {
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

  test('has no plain text in any instrument', { tags: ['long'] }, async () => {
    await page.keyboard.press('i');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Enter');
    const choice = page.locator('#instruments select').first();
    await choice.waitFor();
    const all = await choice
      .locator('option')
      .evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value));
    for (const id of all) {
      await choice.selectOption(id);
      await page.locator('#instruments .body > *').first().waitFor();
      await drawn(page);
      await drawn(page);
      await expectTranslated();
    }
  });

  // The tour has such a message.
  test('has no plain text in the message about a blow-up, and in its diagnosis', { tags: ['long'] }, async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { dt: 0.002 } });
    await page.hooke('step', 500);
    await until(page, 'blown up', (state) => state.blowUp !== null);
    await page.locator('#messages .blow-up').waitFor();
    await expectTranslated();
  });
});
