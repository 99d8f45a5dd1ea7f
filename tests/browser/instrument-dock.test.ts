import { afterEach, beforeAll, expect, test } from 'vitest';
import { choice, chooseInstrument, dock, openInstrument, panelButton } from '../fixtures/instruments-page';
import { drawn, type LabPage, openLab } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

describeBrowser('the dock of the instruments', () => {
  let page: LabPage;
  const handle = (side: 'Height' | 'Width') => page.getByRole('separator', { name: `${side} of the instruments` });
  const second = () => page.getByRole('combobox', { name: 'Instrument 2' });
  const box = async (selector = '#instruments') => {
    const found = await page.locator(selector).boundingBox();
    if (!found) throw new Error(`there is no ${selector}`);
    return found;
  };
  /** Resolves when a place has been the same in ten frames in turn. */
  const atRest = async (place: () => Promise<object>) => {
    let [last, same] = ['', 0];
    await expect
      .poll(async () => {
        await drawn(page);
        const now = JSON.stringify(await place());
        same = now === last ? same + 1 : 0;
        last = now;
        return same;
      })
      .toBeGreaterThanOrEqual(5);
  };
  /** Drags a handle by so many pixels, once it stays at its place. */
  const drag = async (side: 'Height' | 'Width', dx: number, dy: number) => {
    const place = async () => (await handle(side).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await atRest(place);
    const { x, y, width, height } = await place();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 3 });
    await page.mouse.up();
  };

  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, keep: true });
    await openInstrument(page, 'Plots', 'cloth');
    await dock(page).locator('.chart .drawing').waitFor();
  });
  afterEach(async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const side of ['Width', 'Height'] as const) if (await handle(side).isVisible()) await handle(side).dblclick();
    if (await second().isVisible()) await page.getByRole('button', { name: 'Close instrument 2' }).click();
    await choice(page).selectOption('Plots');
  });

  test('becomes wider and higher by mouse, with its charts, and a double click restores it', {
    tags: ['long'],
  }, async () => {
    await atRest(() => box('#instruments .chart'));
    const before = await box();
    const chart = await box('#instruments .chart');
    await drag('Width', 60, 0);
    await expect.poll(async () => (await box()).width).toBeCloseTo(before.width + 60, -0.5);
    await expect.poll(async () => (await box('#instruments .chart')).width).toBeCloseTo(chart.width + 60, -1);
    await drag('Height', 0, -50);
    await expect.poll(async () => (await box()).height).toBeCloseTo(before.height + 50, -0.5);
    const high = await box();
    expect(high.y + high.height).toBeCloseTo(before.y + before.height, 0);
    await expect.poll(async () => (await box('#instruments .chart')).height).toBeGreaterThan(chart.height + 5);
    await handle('Width').dblclick();
    await handle('Height').dblclick();
    await expect.poll(box).toEqual(before);
  });

  test('is resized by keyboard, within its limits, and says how large it is', { tags: ['long'] }, async () => {
    const before = await box();
    await handle('Width').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await box()).width).toBeCloseTo(before.width + 16, 0);
    expect(await handle('Width').getAttribute('aria-valuetext')).toBe(`${Math.round(before.width + 16)} pixels`);
    await page.keyboard.press('Home');
    await expect.poll(async () => (await box()).width).toBe(330);
    // The limit counts, not the number of key presses.
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await box()).width).toBe(346);
    await page.keyboard.press('End');
    await expect.poll(async () => (await box()).width).toBeGreaterThan(before.width);
    const [{ x, width }, panel] = [await box(), await box('#panel')];
    expect(x + width).toBeLessThan(panel.x - 200);
  });

  test('keeps its size when it is closed, and until the tab is closed', { tags: ['long'] }, async () => {
    await handle('Width').focus();
    await page.keyboard.press('Shift+ArrowRight');
    const { width } = await box();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('i');
    await dock(page).waitFor({ state: 'hidden' });
    await chooseInstrument(page);
    expect((await box()).width).toBe(width);
    await page.reload();
    await page.evaluate(() => window.hooke.ready);
    await openInstrument(page, 'Plots', 'cloth');
    await expect.poll(async () => (await box()).width).toBe(width);
  });

  test('holds two instruments side by side, each with its own list, below the whole cloth', {
    tags: ['long'],
  }, async () => {
    await choice(page).selectOption('Scorecard');
    // The dock is as high as its content: its buttons are elsewhere once the table is there.
    await dock(page).locator('.scorecard tbody tr').first().waitFor();
    await atRest(() => box('.pane .head'));
    await dock(page).getByRole('button', { name: 'Beside' }).click();
    await second().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Instruments: Plots');
    await second().selectOption('Phase plot');
    await dock(page).locator('.chart .drawing').waitFor();
    // Neither list offers what the other one shows.
    await expect.poll(() => choice(page).locator('option:disabled').allTextContents()).toEqual(['Phase plot']);
    await openFolders(page, 'Instruments');
    for (const label of ['Scorecard', 'Phase plot'])
      expect(await panelButton(page, label).getAttribute('aria-pressed')).toBe('true');
    const [left, right] = [await box('.pane >> nth=0'), await box('.pane >> nth=1')];
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
    expect(right.width).toBeCloseTo(left.width, 0);
    await expect
      .poll(async () => {
        const corners = await Promise.all([0, 31, 992, 1023].map(async (i) => (await page.particle(i)).screen));
        return corners.every(([x, y]) => x > 0 && x < 940 && y > 0 && y < left.y);
      })
      .toBe(true);
    expect(await violations(page)).toEqual([]);
    const { height } = await box();
    await handle('Height').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(async () => (await box()).height).toBeCloseTo(height + 160, 0);
    await handle('Height').dblclick();
    await expect.poll(async () => (await box()).height).toBeCloseTo(height, 0);
  });

  test('closes one of the two by Esc or its cross, and both by I', async () => {
    await dock(page).getByRole('button', { name: 'Beside' }).click();
    await second().focus();
    await page.keyboard.press('Escape');
    await second().waitFor({ state: 'hidden' });
    expect(await choice(page).inputValue()).toBe('plots');
    await dock(page).getByRole('button', { name: 'Beside' }).click();
    await page.getByRole('button', { name: 'Close instrument 1' }).click();
    await second().waitFor({ state: 'hidden' });
    expect(await choice(page).inputValue()).toBe('stability-region');
    await dock(page).getByRole('button', { name: 'Beside' }).click();
    await second().waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('i');
    await dock(page).waitFor({ state: 'hidden' });
    // Then the key opens the gallery, with the focus on the one that was opened last.
    await chooseInstrument(page);
    expect(await choice(page).inputValue()).toBe('plots');
  });

  test('has one instrument in a window below 1,200 px, and offers no second one', { tags: ['long'] }, async () => {
    await dock(page).getByRole('button', { name: 'Beside' }).click();
    await second().waitFor();
    await page.setViewportSize({ width: 1190, height: 800 });
    await second().waitFor({ state: 'hidden' });
    await expect.poll(() => dock(page).getByRole('button', { name: 'Beside' }).isVisible()).toBe(false);
  });

  test('becomes higher by finger on a phone', { tags: ['long'] }, async () => {
    const phone = await openLab({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' });
    await chooseInstrument(phone, 'Stability region');
    await dock(phone).locator('canvas.drawing').waitFor();
    const sheet = async () => (await dock(phone).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const before = await sheet();
    const client = await phone.context().newCDPSession(phone);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ys: number[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: ys.map((y) => ({ x: 195, y })) });
    const grip = await phone.getByRole('separator', { name: 'Height of the instruments' }).boundingBox();
    const y = (grip?.y ?? 0) + (grip?.height ?? 0) / 2;
    await touch('touchStart', y);
    for (const shift of [20, 50, 90]) await touch('touchMove', y - shift);
    await touch('touchEnd');
    await expect.poll(async () => (await sheet()).height - before.height).toBeCloseTo(90, -1);
    expect((await sheet()).y + (await sheet()).height).toBeCloseTo(before.y + before.height, 0);
    const view = await phone.locator('#view').boundingBox();
    expect(view?.height).toBeCloseTo((await sheet()).y, 0);
  });
});
