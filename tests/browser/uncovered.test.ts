// @module-tag divided
// @module-tag long
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { coveredParts } from '../fixtures/covered-parts';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

/** A window of 1440 × 900 at a zoom of 200 % has half as many CSS pixels; one of 1280 × 1024 at 400 % a quarter. */
const SIZES: readonly (readonly [name: string, width: number, height: number, hasTouch: boolean])[] = [
  ['a phone', 390, 844, true],
  ['200 % zoom', 720, 450, false],
  ['a phone on its side', 844, 390, true],
  ['a tablet', 768, 1024, true],
  ['a tablet on its side', 1024, 768, true],
  ['a desktop', 1440, 900, false],
  ['a small desktop at 200 %', 640, 400, false],
  ['a low desktop at 200 %', 640, 310, false],
  ['400 % zoom', 320, 256, false],
  ['a small phone with its bars', 360, 560, true],
  ['a small phone', 375, 667, true],
];

const RUNS = SIZES.flatMap(([name, width, height, hasTouch]) =>
  (['light', 'dark'] as const).map((theme) => [`${name}, ${theme}`, { width, height }, hasTouch, theme] as const),
);

describe.each(RUNS)('on %s', (_name, viewport, hasTouch, colorScheme) => {
  describeBrowser('nothing is covered or cut off', () => {
    let page: LabPage;
    // Not before all: a part of the long run has a few of these tests.
    beforeEach(async () => {
      page ??= await openLab({ plays: true, viewport, hasTouch, colorScheme, firstVisit: true, keep: true });
    });

    const press = (target: Locator) => (hasTouch ? target.tap() : target.click());
    const tour = () => page.locator('#tour');
    const title = () => page.locator('#tour-title').textContent();
    const message = () => page.locator('#messages .blow-up');
    async function expectFree(state: string, options?: { cloth?: boolean }): Promise<void> {
      await drawn(page);
      await expect.poll(() => coveredParts(page, options), { message: state }).toEqual([]);
    }
    async function enter(label: string, text: string): Promise<void> {
      await showPanel(page);
      const box = page.getByLabel(label, { exact: true });
      await box.fill(text);
      await box.press('Enter');
    }
    async function openInstrument(): Promise<void> {
      await press(page.locator('#instruments-toggle'));
      await press(
        page
          .getByRole('dialog')
          .getByRole('button', { name: /Stability region/ })
          .first(),
      );
      await page.locator('#instruments .body *').first().waitFor();
    }
    async function closeInstrument(): Promise<void> {
      await press(page.getByRole('button', { name: 'Close the instruments' }));
      await page.locator('#instruments').waitFor({ state: 'hidden' });
    }
    /** With the panel shown and hidden. */
    async function expectFreeTwice(state: string, options?: { cloth?: boolean }): Promise<void> {
      for (const shown of [true, false]) {
        await showPanel(page, shown);
        await expectFree(`${state}, panel ${shown ? 'open' : 'closed'}`, options);
      }
    }

    test('at rest, with the lesson and with an instrument', async () => {
      await page.locator('#tour-offer').waitFor();
      await expectFreeTwice('at rest');
      await page.keyboard.press('l');
      await page.locator('#lesson h2').waitFor();
      await expectFree('with the lesson');
      await page.keyboard.press('l');
      await openInstrument();
      await expectFree('with an instrument');
      await closeInstrument();
    });

    test('in each step of the tour', async () => {
      await press(page.getByRole('button', { name: 'Take a tour' }));
      await tour().waitFor();
      await expectFreeTwice('step 1');
      await press(tour().getByRole('button', { name: 'Do it for me' }));
      await expect.poll(title).toContain('2 of 4');
      await expectFreeTwice('step 2');
      await enter('stiffness, N/m', '2000');
      await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
      await expect.poll(title).toContain('3 of 4');
      await page.locator('#slow-replay').waitFor();
      await expectFreeTwice('step 3', { cloth: false });
      await press(tour().getByRole('button', { name: 'Next' }));
      await expectFreeTwice('step 4', { cloth: false });
      await press(tour().getByRole('button', { name: 'Do it for me' }));
      await expect.poll(title).toBe('It is stable');
      // What blew up can come to rest in other folds, some pixels beyond what the camera frames: the cloth falls again.
      await page.hooke('reset');
      await expectFreeTwice('the end');
      await press(page.getByRole('button', { name: 'Leave the tour' }));
    });

    test('in the slow replay of a blow-up and with its message, and its remedies can be pressed', async () => {
      await page.hooke('set', 'scene', 'cloth');
      await page.hooke('play');
      await enter('time step dt, ms', '2');
      await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
      await page.locator('#slow-replay').waitFor();
      await expectFreeTwice('the slow replay', { cloth: false });
      await openInstrument();
      await expectFree('the slow replay with an instrument', { cloth: false });
      await closeInstrument();
      await showPanel(page);
      expect(await message().getByRole('button').first().isVisible()).toBe(true);
      await press(page.locator('#slow-replay .back'));
      await page.locator('#slow-replay').waitFor({ state: 'hidden' });
      await message().waitFor();
      await expectFreeTwice('the message');
      await press(page.getByRole('button', { name: 'Use implicit Euler' }));
      await until(page, 'recovered', ({ blowUp }) => blowUp === null);
    });
  });
});
