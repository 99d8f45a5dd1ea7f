import { beforeAll, describe, expect, test } from 'vitest';
import { numberText, showNumbers } from '../fixtures/footer-page';
import { chooseInstrument } from '../fixtures/instruments-page';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { footerPlaces, layoutFaults } from '../fixtures/page-boxes';
import { folderTitle, showPanel } from '../fixtures/panel-page';
import { LONG } from '../fixtures/run-length';
import { describeBrowser } from '../setup/browser';

const MOUSE = [
  [1280, 800],
  [1920, 1080],
] as const;
const TOUCH = [
  [390, 844],
  [1024, 768],
  [820, 1180],
] as const;

async function resize(page: LabPage, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await drawn(page);
  await drawn(page);
}

interface Extreme {
  reach(page: LabPage): Promise<unknown>;
  /** What the footer then shows. */
  shows: RegExp;
}

/** The shortest and longest texts of the footer. */
const EXTREMES: Record<string, Extreme> = {
  'at the start': { reach: (page) => page.hooke('set', 'scene', 'cloth'), shows: /dt 0\.300 ms/ },
  'with a short dt': { reach: (page) => page.hooke('set', 'dt', 1.2345e-5), shows: /dt 0\.0123 ms/ },
  'far above the limit': { reach: (page) => page.hooke('set', 'dt', 0.9876), shows: /dt 988 ms.*× limit/ },
  'with bounds on a limit': { reach: boundedLimit, shows: /≤ [\d.]+ × limit ≥ [\d.]+ ms/ },
  'with dt that follows the limit': { reach: (page) => page.keyboard.press('Shift+D'), shows: /dt follows/ },
  'with an implicit method': {
    reach: (page) => page.hooke('send', { type: 'scene', scene: 'cloth', integrator: 'implicit-euler' }),
    shows: /no limit/,
  },
  'unstable at every dt': {
    reach: (page) => page.hooke('send', { type: 'scene', scene: 'two-bodies', integrator: 'midpoint' }),
    shows: /mode of [\d.]+ Hz.*unstable at every dt/,
  },
  'after a blow-up': { reach: blowUp, shows: /stopped/ },
};

async function blowUp(page: LabPage): Promise<void> {
  await page.hooke('send', { type: 'scene', scene: 'cloth', params: { dt: 0.002 } });
  await page.hooke('step', 500);
  await until(page, 'blown up', (state) => state.blowUp !== null);
}

/** Sizes at which a figure or button of the footer reaches over the end of its row, or a text of the meter is cut. */
async function footerFaults(page: LabPage, sizes: readonly (readonly [number, number])[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, height] of sizes) {
    await resize(page, [width, height]);
    const fault = await page.evaluate(() => {
      const row = document.querySelector('#figures') as HTMLElement;
      const ends = [...row.querySelectorAll('.figure, button')].map((part) => part.getBoundingClientRect().right);
      const text = row.querySelector('.meter > span') as HTMLElement;
      return Math.max(...ends) > row.getBoundingClientRect().right + 1 || text.scrollWidth > text.clientWidth + 1;
    });
    if (fault) faults.push(`${width} × ${height}`);
  }
  return faults;
}

/** Springs of many rates: only bounds on the limit are known, and the text has both. */
async function boundedLimit(page: LabPage): Promise<void> {
  await page.hooke('send', { type: 'scene', scene: 'cloth', integrator: 'midpoint', params: { rows: 8, columns: 8 } });
  await page.hooke('set', 'dt', 0.004);
}

describe.each([
  ['with a mouse', false, MOUSE],
  ['on a touch screen', true, TOUCH],
] as const)('the page %s', { tags: ['sampled'] }, (_, hasTouch, sizes) => {
  describeBrowser('at each size of its window', () => {
    // The default run has the dark theme on touch screens, and the light one with a mouse; the long run has the other one.
    const colorScheme = hasTouch === LONG ? 'light' : 'dark';
    // It has the first size, the long run all of them.
    const sizesOfRun = LONG ? sizes : sizes.slice(0, 1);
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({ hasTouch, firstVisit: true, colorScheme, reducedMotion: 'reduce', keep: true });
    });

    test.each(sizesOfRun.map((size) => [size.join(' × '), size] as const))(
      'of %s shows every text whole, and no part over another',
      async (_name, size) => {
        await page.hooke('set', 'scene', 'cloth');
        await resize(page, size);
        for (const shown of [true, false]) {
          await showPanel(page, shown);
          await drawn(page);
          await expect.poll(() => layoutFaults(page), { message: `panel ${shown ? 'open' : 'closed'}` }).toEqual([]);
        }
        await blowUp(page);
        await page.locator('#messages .blow-up').waitFor();
        await expect.poll(() => layoutFaults(page), { message: 'with a banner' }).toEqual([]);
        await page.hooke('set', 'scene', 'cloth');
        await chooseInstrument(page);
        await page.locator('#instruments .body *').first().waitFor();
        await expect.poll(() => layoutFaults(page), { message: 'with an instrument' }).toEqual([]);
        await page.keyboard.press('i');
        await page.locator('#instruments').waitFor({ state: 'hidden' });
      },
    );

    test.each(sizesOfRun.map((size) => [size.join(' × '), size] as const))(
      'of %s has a footer in which nothing moves',
      async (_name, size) => {
        await resize(page, size);
        const place = (sizes as readonly (typeof size)[]).indexOf(size);
        let first: string[] | null = null;
        const [start, ...others] = Object.entries(EXTREMES);
        // The default run compares the start with half of the others at the first size; the long run with the rest.
        const taken = others.filter((_name, k) => place > 0 || (k % 2 === 0) !== LONG);
        for (const [name, { reach, shows }] of [start, ...taken]) {
          await reach(page);
          await page.locator('#figures').filter({ hasText: shows }).waitFor();
          await expect.poll(() => layoutFaults(page), { message: name }).toEqual([]);
          const places = await footerPlaces(page);
          first ??= places;
          expect(places, name).toEqual(first);
        }
        await page.hooke('set', 'scene', 'cloth');
      },
    );

    test('has a footer in which everything shown has room, at every width', { tags: ['long'] }, async () => {
      await page.hooke('set', 'scene', 'cloth');
      const widths = Array.from({ length: 40 }, (_, i) => 360 + 30 * i);
      const all = widths.flatMap((width) => [[width, 800] as const, [width, width > 610 ? 375 : 700] as const]);
      expect(await footerFaults(page, all)).toEqual([]);
    });
  });
});

describeBrowser('in a window of 1280 × 800', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', keep: true });
  });

  describe('the footer', () => {
    const value = async (name: string) => (await page.locator(`#figures .${name} b`).textContent()) ?? '';

    test('shows a dash where nothing was timed and no frame counted', async () => {
      await expect.poll(() => value('cost')).toBe('–');
      await expect.poll(() => value('fps')).toBe('–');
      await page.hooke('play');
      await expect.poll(() => value('cost')).toMatch(/^\d.* ms$/);
      await expect.poll(() => value('fps')).toMatch(/^\d+ \/s$/);
      await page.hooke('pause');
      await expect.poll(() => value('fps')).toBe('–');
    });

    test('sets the speed of playback by its buttons', async () => {
      for (const [name, speed] of [
        ['¼: A quarter of real time', 0.25],
        ['1/20: A twentieth of real time', 0.05],
        ['1: Real time', 1],
      ] as const) {
        await page.getByRole('button', { name, exact: true }).click();
        await until(page, name, ({ params }) => params.speed === speed);
        await page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
      }
    });

    test('writes dt in ms, whatever its size, with digits of equal width', async () => {
      const meter = page.locator('#figures .meter');
      expect(await meter.evaluate((node) => getComputedStyle(node).fontVariantNumeric)).toBe('tabular-nums');
      for (const [dt, text] of [
        [1e-5, 'dt 0.0100 ms'],
        [1 / 60, 'dt 16.7 ms'],
        [2, 'dt 2000 ms'],
        [3e-4, 'dt 0.300 ms'],
      ] as const) {
        await page.hooke('set', 'dt', dt);
        await meter.getByText(text, { exact: true }).waitFor();
      }
    });

    test('shows the energy with its axis, and all numbers in a table', async () => {
      await page.hooke('step', 100);
      await expect.poll(() => value('energy')).toMatch(/^\d\.\d\d J$/);
      const ends = (await page.locator('#figures .energy text').allTextContents()).map(Number);
      const total = (await page.state()).energy.total;
      expect(ends[0]).toBeGreaterThanOrEqual(total);
      expect(ends[1]).toBeLessThanOrEqual(total);
      await showNumbers(page);
      await expect.poll(() => numberText(page, 'particles')).toBe('1,024');
      expect(await numberText(page, 'solver')).toBe('–');
      const parts = await Promise.all(
        ['kinetic', 'elastic', 'gravity'].map((part) => numberText(page, `${part} energy`)),
      );
      const sum = parts.reduce((all, text) => all + Number(text.replace('−', '-').replace(' J', '')), 0);
      expect(sum).toBeCloseTo(total, 2);
    });
  });

  describe('the panel', () => {
    test('shows all basic controls in a window of 1280 × 800 without scrolling', async () => {
      const body = page.locator('#panel-body');
      expect(await body.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(
        0,
      );
      for (const key of ['dt', 'stiffness', 'damping', 'gravity', 'wind', 'rows', 'columns'])
        expect(await page.locator(`#panel [data-key=${key}]`).isVisible(), key).toBe(true);
      expect(await folderTitle(page, 'More').isVisible()).toBe(true);
    });

    test('is closed at first on a tablet, and open it leaves 65 % of the width to the whole cloth', {
      tags: ['long'],
    }, async () => {
      const tablet = await openLab({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce' });
      expect(await tablet.locator('#panel-body').isVisible()).toBe(false);
      await showPanel(tablet);
      for (const [width, height] of [
        [768, 1024],
        [820, 1180],
        [1024, 768],
      ] as const) {
        await resize(tablet, [width, height]);
        const { x } = (await tablet.locator('#panel-body').boundingBox()) ?? { x: 0 };
        expect(x / width).toBeGreaterThanOrEqual(0.65);
        await expect
          .poll(async () => {
            const corners = await Promise.all([0, 31, 992, 1023].map((i) => tablet.particle(i)));
            return corners.every(({ screen }) => screen[0] > 0 && screen[0] < x);
          })
          .toBe(true);
      }
    });

    test('has only what applies to the scene', async () => {
      const row = (key: string) => page.locator(`#panel [data-key=${key}]`);
      const pins = page.locator('#panel').getByRole('button', { name: 'Top edge' });
      await page.hooke('set', 'scene', 'three-bodies');
      for (const key of ['stiffness', 'damping', 'wind', 'rows', 'columns'])
        await row(key).waitFor({ state: 'hidden' });
      await pins.waitFor({ state: 'hidden' });
      await row('gravity').waitFor();
      await page.hooke('set', 'scene', 'cloth');
      for (const key of ['stiffness', 'damping', 'wind', 'rows', 'columns']) await row(key).waitFor();
      await pins.waitFor();
    });

    test('sets the wind by its slider, keeps its direction, and removes it at 0', async () => {
      const wind = async () => (await page.state()).environment.forces[0]?.velocity;
      await page.hooke('set', 'scene', 'flag');
      const [x, y, z] = (await wind()) as number[];
      const box = page.getByLabel('wind, m/s', { exact: true });
      const enter = async (text: string) => {
        await box.fill(text);
        await box.press('Enter');
      };
      await enter('0');
      await until(page, 'calm', ({ environment }) => environment.forces.length === 0);
      await enter('2');
      await until(page, 'wind', ({ environment }) => environment.forces.length === 1);
      const speed = Math.hypot(x, y, z);
      ((await wind()) as number[]).forEach((part, i) => {
        expect(part).toBeCloseTo((2 * [x, y, z][i]) / speed, 4);
      });
      await enter('-1');
      await page.locator('#messages').getByText('wind must be a number of at least 0, got -1').waitFor();
      await page.hooke('set', 'scene', 'cloth');
    });
  });

  describe('the file menu', () => {
    test('opens and acts by keyboard, and gives the focus back', async () => {
      const opener = page.getByRole('button', { name: 'File', exact: true });
      await opener.focus();
      await page.keyboard.press('Enter');
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await expect.poll(focused).toBe('Open scene…');
      await page.keyboard.press('ArrowUp');
      expect(await focused()).toBe('Embed…');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe('Save scene');
      await page.keyboard.press('Escape');
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
      expect(await opener.getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('Enter');
      await expect.poll(focused).toBe('Open scene…');
      await page.keyboard.press('ArrowDown');
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      expect(download.suggestedFilename()).toBe('cloth.json');
    });
  });
});
