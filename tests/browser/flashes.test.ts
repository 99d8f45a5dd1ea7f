// @module-tag long
import { describe, expect, test } from 'vitest';
import { decoded } from '../fixtures/decoded-png';
import { type Brightness, brightnessOf, flashingPart } from '../fixtures/flashes';
import { openLab } from '../fixtures/lab-page';

import { describeBrowser } from '../setup/browser';

const WINDOW = { width: 1024, height: 768 };
/** Device pixels per CSS pixel: a field of view of 10° is 341 × 256 of the latter. */
const SCALE = 1 / 8;
const FIELD = [Math.round(341 * SCALE), Math.round(256 * SCALE)] as const;
/** Part of a field that may flash. */
const ALLOWED = 0.25;
/** Pictures a second, and seconds: the blow-up and its slow replay. */
const RATE = 30;
const SECONDS = 4;

/** A second of a picture that changes so many times between two greys. */
const blinking = (changes: number, [low, high]: [number, number]): Brightness[] =>
  Array.from({ length: RATE }, (_, k) => {
    const value = Math.floor((k * changes) / RATE) % 2 === 0 ? low : high;
    return brightnessOf(40, 30, new Uint8Array(4 * 40 * 30).fill(value));
  });

describe('what counts as a flash', () => {
  test.each([
    [12, [0, 255], 1],
    [6, [0, 255], 0],
    [12, [200, 205], 0],
    [12, [232, 255], 0],
  ] as const)('%i changes a second between the greys %j', (changes, greys, part) => {
    expect(flashingPart(blinking(changes, [...greys]), RATE, FIELD)).toBe(part);
  });
});

describeBrowser('a blow-up', () => {
  // A picture of the whole page takes half a second on a busy machine.
  test.each(['light', 'dark'] as const)(
    'does not flash, in the %s theme',
    { timeout: 240_000 },
    async (colorScheme) => {
      const page = await openLab({
        colorScheme,
        picture: true,
        plays: true,
        viewport: WINDOW,
        deviceScaleFactor: SCALE,
        async prepare(opened) {
          await opened.clock.install();
        },
      });
      // From here on each picture is so much later than the one before, however slowly it is drawn.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
      void page.hooke('set', 'dt', 0.01).catch(() => {});
      const pictures: Brightness[] = [];
      for (let k = 0; k < RATE * SECONDS; k++) {
        await page.clock.runFor(1000 / RATE);
        const { width, height, pixels } = await decoded(page, (await page.screenshot()).toString('base64'));
        pictures.push(brightnessOf(width, height, pixels));
      }
      expect(await page.locator('#messages').textContent()).toContain('The simulation blew up');
      // No other test may have its clock.
      await page.close();
      expect(pictures.some(({ luminance }) => luminance.some((value, i) => value !== pictures[0].luminance[i]))).toBe(
        true,
      );
      const part = flashingPart(pictures, RATE, FIELD);
      console.info(`Most of a field of view that flashes more than three times a second: ${(100 * part).toFixed(1)} %`);
      expect(part).toBeLessThan(ALLOWED);
    },
  );
});
