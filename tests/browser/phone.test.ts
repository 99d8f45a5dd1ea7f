import { beforeAll, expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

const [WIDTH, HEIGHT] = [390, 844];

describeBrowser('on a phone', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({
      plays: true,
      viewport: { width: WIDTH, height: HEIGHT },
      hasTouch: true,
      firstVisit: true,
      keep: true,
    });
  });

  /** The texts of visible elements that extend beyond the sides of the window. */
  const overflowing = () =>
    page.evaluate(() => {
      const out = [...document.querySelectorAll('body *')].filter((part) => {
        const { left, right, width, height } = part.getBoundingClientRect();
        if (width === 0 || height === 0 || !part.checkVisibility({ visibilityProperty: true })) return false;
        return left < -1 || right > innerWidth + 1;
      });
      const wide = document.scrollingElement as Element;
      return [
        ...(wide.scrollWidth > innerWidth ? [`the page is ${wide.scrollWidth} px wide`] : []),
        ...out.filter((part) => !part.classList.contains('unseen')).map((part) => part.outerHTML.slice(0, 120)),
      ];
    });

  async function inWindow(name: string, selector: string): Promise<void> {
    // The message replaces its buttons when it has a new text.
    await expect
      .poll(
        () =>
          page.evaluate((one) => {
            const box = document.querySelector(one)?.getBoundingClientRect();
            if (!box || box.width === 0) return 'not visible';
            const { left, right, top, bottom } = box;
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
              ? 'in the window'
              : [left, right, top, bottom];
          }, selector),
        { message: name },
      )
      .toBe('in the window');
  }

  test('nothing extends beyond the window, and play, reset and the meter are in it', async () => {
    expect(await overflowing()).toEqual([]);
    await inWindow('play', '#bar [aria-label=Pause]');
    await inWindow('reset', '#bar [aria-label=Reset]');
    await inWindow('meter', '#bar [role=meter]');
    expect(await page.locator('#panel input').first().isVisible()).toBe(false);
  });

  test('the whole cloth is visible', async () => {
    for (const i of [0, 31, 992, 1023]) {
      const [x, y] = (await page.particle(i)).screen;
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(WIDTH);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(HEIGHT);
    }
  });

  test('a finger pulls the cloth and throws it', async () => {
    await page.hooke('step', 200);
    const middle = 16 * 32 + 16;
    const [x, y] = (await page.particle(middle)).screen;
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py]) => ({ x: px, y: py })) });
    await touch('touchStart', [x + 6, y + 6]);
    await until(page, 'held', ({ held }) => held !== null);
    await page.hooke('play');
    for (let i = 1; i <= 6; i++) await touch('touchMove', [x - 12 * i, y]);
    const { time } = await page.state();
    await until(page, 'a moment', (state) => state.time > time + 0.3);
    expect((await page.particle(middle)).screen[0]).toBeLessThan(x - 20);
    await touch('touchEnd');
    await until(page, 'released', ({ held }) => held === null);
    // The gesture has not scrolled or zoomed the page.
    expect(await page.evaluate(() => [scrollX, scrollY, visualViewport?.scale])).toEqual([0, 0, 1]);
  });

  test('the panel is a sheet that opens, works and closes', async () => {
    const toggle = page.getByRole('button', { name: 'Controls' });
    await toggle.tap();
    const box = page.getByLabel('stiffness, N/m', { exact: true });
    await box.waitFor();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect(await overflowing()).toEqual([]);
    await box.fill('160');
    await box.press('Enter');
    await until(page, 'set', ({ params }) => params.stiffness === 160);
    await inWindow('play', '#bar [aria-label=Pause], #bar [aria-label=Play]');
    await toggle.tap();
    await box.waitFor({ state: 'hidden' });
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  });

  test('a blow-up’s banner and its buttons fit into the window', async () => {
    await page.hooke('set', 'dt', 0.002);
    await page.hooke('step', 500);
    await page.locator('#messages .blow-up').waitFor();
    // Its buttons are shown when the slow motion has ended.
    await page.locator('#messages .actions button').first().waitFor();
    expect(await overflowing()).toEqual([]);
    await inWindow('the remedy', '#messages .actions button');
    await page.getByRole('button', { name: 'Use implicit Euler' }).tap();
    await until(page, 'recovered', ({ blowUp }) => blowUp === null);
  });
});
