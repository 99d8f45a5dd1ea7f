// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/language/translate';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { layoutFaults } from '../fixtures/page-boxes';
import { folderTitle, showPanel } from '../fixtures/panel-page';
import { catalogOf, englishTexts } from '../fixtures/shown-texts';
import { describeBrowser } from '../setup/browser';

const TRANSLATIONS = Object.keys(LANGUAGES).filter((language) => language !== 'en');
const SIZES = [
  [1280, 800],
  [390, 844],
  [1920, 1080],
  [1024, 768],
  [820, 1180],
];

describe.each(TRANSLATIONS)('the first minute in the language %s', { tags: ['long'] }, (language) => {
  const catalog = catalogOf(language);

  describeBrowser('has no English text', () => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({
        query: `?lang=${language}`,
        plays: true,
        firstVisit: true,
        viewport: { width: 1280, height: 800 },
        keep: true,
      });
    });

    async function expectTranslated(): Promise<void> {
      await drawn(page);
      expect.soft(await englishTexts(page, catalog)).toEqual([]);
    }

    test('at the hint and the offer of the tour', async () => {
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.title()).toContain('Hooke');
      await page.locator('#drag-hint:not(.faint)').waitFor({ state: 'attached' });
      await page.locator('#tour-offer').waitFor();
      await expectTranslated();
    });

    test('in the tour, and at the blow-up in it', async () => {
      await page.getByRole('button', { name: catalog['Take a tour'] }).click();
      const title = page.locator('#tour-title');
      const act = page.locator('#tour .actions button').first();
      for (const name of ['Pull the cloth', 'Make it stiff', 'Watch it blow up', 'Go implicit']) {
        await expect.poll(() => title.textContent()).toContain(catalog[name]);
        if (name === 'Watch it blow up') await page.locator('#messages .blow-up').waitFor();
        await expectTranslated();
        await expect.poll(() => act.isEnabled()).toBe(true);
        await act.focus();
        await page.keyboard.press('Enter');
      }
      await expect.poll(() => title.textContent()).toBe(catalog['It is stable']);
      await expectTranslated();
      await page.keyboard.press('Escape');
      await page.locator('#tour').waitFor({ state: 'detached' });
    });

    test('in a message about an error', async () => {
      await page.hooke('pause');
      await page.hooke('set', 'stifness', 1).catch(() => {});
      await page.locator('#messages .error').waitFor();
      await expectTranslated();
      await page.keyboard.press('Escape');
    });

    test('in a chapter of the course', async () => {
      await page.locator('#course-toggle').click();
      await page.locator('#lesson .chapter').waitFor();
      await expectTranslated();
      await page.locator('#course-toggle').click();
    });

    test('in the panel, whose numbers are as the language writes them', async () => {
      const quarter = new Intl.NumberFormat(language).format(0.25);
      await page.hooke('set', 'dt', 0.00025);
      const box = page.getByLabel(`${catalog['time step dt']}, ms`, { exact: true });
      await expect.poll(() => box.inputValue()).toBe(quarter);
      await box.fill(new Intl.NumberFormat(language).format(0.35));
      await box.press('Enter');
      await until(page, 'dt is set', ({ params }) => params.dt === 0.00035);
      for (let i = 0; i < 4; i++)
        await page.evaluate(() => {
          for (const folder of document.querySelectorAll<HTMLElement>('#panel .lil-title[aria-expanded=false]'))
            folder.click();
        });
      await page.locator('#panel .lil-title[aria-expanded=false]').first().waitFor({ state: 'detached' });
      await expectTranslated();
      const names = await page
        .locator('#panel option[lang]')
        .evaluateAll((all) => all.map((one) => [(one as HTMLElement).lang, one.textContent]));
      expect(Object.fromEntries(names)).toEqual(LANGUAGES);
    });
  });
});

describeBrowser('a page in German', () => {
  test('is chosen by the browser, asks what a point between thousands means, and the switch in View leads to English', async () => {
    const beforeScripts = () => Object.defineProperty(navigator, 'languages', { value: ['de-AT', 'en'] });
    const page = await openLab({ beforeScripts, viewport: { width: 1280, height: 800 } });
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    const box = page.getByLabel('Zeitschritt dt, ms', { exact: true });
    await box.fill('0,25');
    await box.press('Enter');
    await expect.poll(() => page.locator('#bar').textContent()).toContain('dt 0,250\u00a0ms');
    await box.fill('1.234');
    await box.press('Enter');
    await expect.poll(() => page.messages()).toContain('Ist es 1234 oder 1,234?');
    await folderTitle(page, 'Mehr').click();
    await folderTitle(page, 'Ansicht').click();
    await page.locator('#panel select').filter({ hasText: 'English' }).selectOption('English');
    await page.waitForURL(/lang=en/);
    await page.evaluate(() => window.hooke.ready);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.evaluate(() => localStorage.removeItem('hooke.language'));
  });
});

describe.each(TRANSLATIONS)('in the language %s', { tags: ['long'] }, (language) => {
  describeBrowser('every text is whole', () => {
    test.each(SIZES)('at a blow-up, at an error and in a chapter at %d × %d', async (width, height) => {
      const page = await openLab({
        query: `?lang=${language}`,
        viewport: { width, height },
        reducedMotion: 'reduce',
      });
      const expectWhole = async (message: string) => {
        await drawn(page);
        await expect.poll(() => layoutFaults(page), { message }).toEqual([]);
      };
      await page.hooke('set', 'dt', 0.002);
      await page.hooke('play');
      await page.locator('#slow-replay').waitFor();
      const message = page.locator('#messages .blow-up');
      await message.waitFor();
      await expectWhole('at the slow replay');
      await page.keyboard.press('Escape');
      await page.locator('#slow-replay').waitFor({ state: 'hidden' });
      await message.locator('p').first().waitFor();
      await expectWhole('at the message about it');
      await message.locator('button').first().click();
      await message.waitFor({ state: 'detached' });
      await page.hooke('pause');
      await page.hooke('set', 'stifness', 1).catch(() => {});
      await page.locator('#messages .error').waitFor();
      await expectWhole('at an error');
      await page.locator('#course-toggle').click();
      await page.locator('#lesson .chapter').waitFor();
      await expectWhole('in a chapter');
    });

    test.each(SIZES)('at %d × %d', async (width, height) => {
      const page = await openLab({ query: `?lang=${language}`, viewport: { width, height }, reducedMotion: 'reduce' });
      for (const shown of [true, false]) {
        await showPanel(page, shown);
        await drawn(page);
        await expect.poll(() => layoutFaults(page), { message: `panel ${shown ? 'open' : 'closed'}` }).toEqual([]);
      }
    });
  });
});

describe('in a language that is written from right to left', { tags: ['long'] }, () => {
  describeBrowser('the page turns', () => {
    test.each(SIZES)('at %d × %d', async (width, height) => {
      const page = await openLab({ query: '?lang=ar-XB', viewport: { width, height }, reducedMotion: 'reduce' });
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      for (const shown of [true, false]) {
        await showPanel(page, shown);
        await drawn(page);
        await expect.poll(() => layoutFaults(page), { message: `panel ${shown ? 'open' : 'closed'}` }).toEqual([]);
        const middles = await page.evaluate(() =>
          ['#scene', '#panel-toggle'].map((selector) => {
            const { left, right } = (document.querySelector(selector) as Element).getBoundingClientRect();
            return (left + right) / 2;
          }),
        );
        expect(middles[0]).toBeGreaterThan(middles[1]);
      }
    });
  });
});
