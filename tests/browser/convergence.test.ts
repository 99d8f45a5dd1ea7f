// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { INTEGRATORS } from '../../src/physics';
import { dock, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const WAIT = { timeout: 50_000 };
const status = (page: LabPage) => dock(page).locator('.job .now');
const progress = (page: LabPage) =>
  dock(page)
    .getByRole('progressbar')
    .evaluate((bar) => (bar as HTMLProgressElement).value);
const rows = (page: LabPage) => dock(page).locator('.orders tbody tr');
const finished = (page: LabPage) => expect.poll(() => status(page).textContent(), WAIT).toMatch(/methods measured in/);
/** Pixels of the chart that aren't empty. */
const ink = (page: LabPage) =>
  dock(page)
    .locator('.chart .drawing')
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const { data } = ((canvas as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D).getImageData(
        0,
        0,
        width,
        height,
      );
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 200) count++;
      return count;
    });

describeBrowser('the convergence instrument', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
    await page.evaluate(() => window.hooke.pause());
    await page.hooke('set', 'scene', 'chain');
    await page.hooke('step', 20);
  });

  test('opens by its button, measures every method and shows its progress', async () => {
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect((await loaded()).filter((name) => /convergence|job/.test(name))).toEqual([]);
    await pressInstrument(page, 'Convergence');
    await expect.poll(() => progress(page), WAIT).toBeGreaterThan(0);
    await finished(page);
    expect(await progress(page)).toBe(1);
    const methods = page.locator('#panel select').first().locator('option');
    expect(await rows(page).locator('th').allTextContents()).toEqual(await methods.allTextContents());
    for (const row of await rows(page).all()) {
      const [order, slope] = await row.locator('td').allTextContents();
      expect(Math.abs(Number.parseFloat(slope) - Number(order)), `${order}: ${slope}`).toBeLessThan(0.1);
    }
    expect(await rows(page).and(page.locator('[aria-current=true]')).locator('th').textContent()).toBe('Runge–Kutta 4');
    await expect.poll(() => ink(page)).toBeGreaterThan(2000);
  });

  test('does not change the run', async () => {
    const { stepCount, integrator, precision } = await page.state();
    expect([stepCount, integrator, precision]).toEqual([20, 'rk4', 'single']);
  });

  test('shows errors over time and over evaluations as well, and the values of the marker under the mouse', {
    tags: ['long'],
  }, async () => {
    await openInstrument(page, 'Convergence', 'chain');
    await finished(page);
    for (const name of ['Over computing time', 'Over evaluations', 'Over step']) {
      await dock(page).getByRole('button', { name }).click();
      expect(await dock(page).getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true');
      await expect.poll(() => ink(page)).toBeGreaterThan(2000);
    }
    const canvas = dock(page).locator('.chart .drawing');
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (!box) throw new Error('there is no chart');
    const readout = dock(page).locator('.plot + .now');
    for (let y = 0; y < box.height; y += 6) {
      await page.mouse.move(box.x + 0.7 * box.width, box.y + y);
      if (/: error/.test((await readout.textContent()) ?? '')) break;
    }
    expect(await readout.textContent()).toMatch(
      /: error .+m at h = .+s; computing time .+s, [\d,]+ force evaluations\.$/,
    );
  });

  test('can be cancelled and restarted by keyboard, with a chosen duration', { tags: ['long'] }, async () => {
    await dock(page).getByLabel('Simulated time / s').fill('1');
    await dock(page).getByLabel('Halvings of dt').fill('12');
    await dock(page).getByRole('button', { name: 'Measure again' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page).textContent()).toBe('Computing…');
    const cancel = dock(page).getByRole('button', { name: 'Cancel' });
    await cancel.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page).textContent()).toBe('Cancelled.');
    expect(await cancel.isDisabled()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Measure again');
    await dock(page).getByLabel('Simulated time / s').fill('-1');
    await page.keyboard.press('Tab');
    await dock(page).getByRole('button', { name: 'Measure again' }).click();
    await expect
      .poll(() => status(page).textContent())
      .toBe('the duration must be a positive number of seconds, got -1');
    // The error leaves with its cause.
    await dock(page).getByLabel('Simulated time / s').fill('0.05');
    expect(await status(page).textContent()).toBe('');
    await dock(page).getByLabel('Halvings of dt').fill('3');
    await dock(page).getByRole('button', { name: 'Measure again' }).click();
    await finished(page);
    await dock(page)
      .getByText(/^5\d ms of motion|^4\d ms of motion/)
      .waitFor();
  });

  test('explains that velocity decay makes every method first-order', { tags: ['long'] }, async () => {
    await openInstrument(page, 'Convergence', 'two-bodies');
    await page.hooke('set', 'decay', 1);
    await dock(page).getByRole('button', { name: 'Measure again' }).click();
    await finished(page);
    await dock(page).getByText('The velocity decay is applied before each step').waitFor();
  });

  test('is accessible, and closes by Esc', { tags: ['long'] }, async () => {
    expect(await violations(page)).toEqual([]);
    const withoutTitle = await dock(page)
      .locator('button, select, input')
      .evaluateAll((all) => all.filter((one) => !one.getAttribute('title')).map((one) => one.outerHTML));
    expect(withoutTitle).toEqual([]);
    await dock(page).getByRole('button', { name: 'Measure again' }).focus();
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
  });
});

describeBrowser('the convergence instrument on the page’s own thread', () => {
  test('measures every method', { tags: ['long'] }, async () => {
    const page = await openLab({ query: '?host=page' });
    await openInstrument(page, 'Convergence', 'two-bodies');
    await finished(page);
    expect(await rows(page).count()).toBe(INTEGRATORS.length);
  });
});
