import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { describeBrowser, openPage } from '../setup/browser';
import { seldom } from '../setup/page-scripts';

type Rgb = [red: number, green: number, blue: number];
const VIEW = {
  viewport: { width: 1000, height: 640 },
  deviceScaleFactor: 0.5,
  drawn: true,
  beforeScripts: seldom,
  reducedMotion: 'reduce',
} as const;
/** Of the cloth of 32 × 32. */
const MIDDLE = 16 * 32 + 16;

/** Median color of a square of the window. */
async function colorAt(page: LabPage, [x, y]: readonly [number, number], half = 14): Promise<Rgb> {
  const picture = await page.screenshot({ clip: { x: x - half, y: y - half, width: 2 * half, height: 2 * half } });
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const bitmap = await createImageBitmap(image);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no context');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const median = (c: number) => [...data].filter((_, k) => k % 4 === c).sort((a, b) => a - b)[data.length >> 3];
    return [median(0), median(1), median(2)];
  }, picture.toString('base64'));
}

describeBrowser('the view', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ ...VIEW, colorScheme: 'light', keep: true });
  });

  describe('has buttons that', () => {
    beforeEach(async () => {
      await page.hooke('set', 'scene', 'cloth');
      await page.hooke('step', 20);
      await bar('Cloth').click();
    });

    const bar = (name: string) => page.locator('#view-bar').getByRole('button', { name, exact: true });
    const legend = () => page.locator('#legend');
    const middle = async () => colorAt(page, (await page.particle(MIDDLE)).screen);
    const isTeal = ([r, g, b]: Rgb) => Math.min(g, b) - r > 25;

    test('show cloth, wireframe and strain, each in one click, and the legend only while it explains a color', async () => {
      await expect.poll(async () => isTeal(await middle())).toBe(true);
      await expect.poll(() => legend().isVisible()).toBe(false);
      for (const [name, scale] of [
        ['Wireframe', 'strain'],
        ['Strain', 'strain of the springs'],
      ]) {
        await bar(name).click();
        await expect.poll(() => bar(name).getAttribute('aria-pressed')).toBe('true');
        await legend().getByText(scale, { exact: true }).waitFor();
        await expect.poll(async () => isTeal(await middle())).toBe(false);
      }
      // A drag that starts on the legend is the view's: it orbits.
      const { x, y, width, height } = (await legend().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const [before] = (await page.particle(0)).screen;
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + 80, y + height / 2, { steps: 4 });
      await page.mouse.up();
      await expect.poll(async () => Math.abs((await page.particle(0)).screen[0] - before)).toBeGreaterThan(5);
      await page.keyboard.press('f');
      await bar('Cloth').click();
      await expect.poll(async () => isTeal(await middle())).toBe(true);
      await legend().waitFor({ state: 'hidden' });
    });

    test('choose the material; another scene has its own unless one was chosen', { tags: ['long'] }, async () => {
      const isBlue = ([r, , b]: Rgb) => b - r > 40;
      await bar('Plaid').click();
      await page.getByRole('menuitem', { name: 'Denim', exact: true }).click();
      await expect.poll(async () => isBlue(await middle())).toBe(true);
      await page.hooke('set', 'scene', 'flag');
      await bar('Denim').click();
      await page.getByRole('menuitem', { name: 'Its own', exact: true }).click();
      await bar('Sailcloth').waitFor();
    });

    test('are hidden without a cloth; the strain of a membrane is that of its triangles', {
      tags: ['long'],
    }, async () => {
      await bar('Strain').click();
      await page.hooke('set', 'scene', 'membrane-cloth');
      await legend().getByText('Green strain', { exact: true }).waitFor();
      await expect.poll(() => bar('Strain').getAttribute('aria-pressed')).toBe('true');
      await page.hooke('set', 'scene', 'three-bodies');
      await expect.poll(() => bar('Strain').isVisible()).toBe(false);
      await legend().waitFor({ state: 'hidden' });
    });
  });

  describe('has a theme, which', () => {
    const choose = async (page: LabPage, name: string) => {
      await page.getByRole('button', { name: 'Theme', exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    /** Brightness of the wall, and the scheme that native controls have. */
    const isDark = async (page: LabPage) => (await colorAt(page, [60, 120], 6))[1] < 100;
    const scheme = (page: LabPage) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    const ink = (page: LabPage) =>
      page.evaluate(() => Number(getComputedStyle(document.body).color.match(/\d+/)?.[0]) > 128);

    test('is the system’s, or the one that was chosen, also at the next visit', { tags: ['long'] }, async () => {
      await choose(page, 'System theme');
      await expect.poll(async () => [await isDark(page), await ink(page)]).toEqual([false, false]);
      await choose(page, 'Dark');
      await expect
        .poll(async () => [await isDark(page), await ink(page), await scheme(page)])
        .toEqual([true, true, 'dark']);
      await page.reload();
      await page.evaluate(() => window.hooke.ready);
      expect([await isDark(page), await ink(page), await scheme(page)]).toEqual([true, true, 'dark']);
      await choose(page, 'System theme');
      await expect
        .poll(async () => [await isDark(page), await ink(page), await scheme(page)])
        .toEqual([false, false, 'light dark']);
    });

    test('can be chosen where the browser denies storage', { tags: ['long'] }, async () => {
      const denied = await openLab({
        ...VIEW,
        colorScheme: 'light',
        beforeScripts: () => {
          Object.defineProperty(window, 'localStorage', {
            get: () => {
              throw new DOMException('denied', 'SecurityError');
            },
          });
        },
      });
      await choose(denied, 'Dark');
      await expect.poll(async () => [await isDark(denied), await ink(denied)]).toEqual([true, true]);
      expect(await denied.locator('#messages .banner').count()).toBe(0);
      expect(denied.problems).toEqual([]);
    });
  });

  describe('fills the screen, which', () => {
    test('is entered and left by its button, which is absent where the browser has none', {
      tags: ['long'],
    }, async () => {
      const button = page.getByRole('button', { name: 'Full screen', exact: true });
      const state = () => page.evaluate(() => document.fullscreenElement?.localName);
      for (const element of ['html', undefined]) {
        await button.click();
        await expect.poll(state).toBe(element);
        await expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(element === 'html'));
      }
      const without = await openPage({
        ...VIEW,
        drawn: false,
        beforeScripts: () => Object.defineProperty(document, 'fullscreenEnabled', { value: undefined }),
      });
      await without.evaluate(() => window.hooke.ready);
      expect(await without.getByRole('button', { name: 'Theme', exact: true }).count()).toBe(1);
      expect(await without.getByRole('button', { name: 'Full screen', exact: true }).count()).toBe(0);
    });
  });
});
