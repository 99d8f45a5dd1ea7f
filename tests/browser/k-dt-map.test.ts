// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { dock, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const WAIT = { timeout: 50_000 };
const status = (page: LabPage) => dock(page).locator('.job .now');
const progress = (page: LabPage) =>
  dock(page)
    .getByRole('progressbar')
    .evaluate((bar) => (bar as HTMLProgressElement).value);
const map = (page: LabPage) => dock(page).getByRole('application');
const readout = (page: LabPage) => page.locator('#map-readout').textContent();
const finished = (page: LabPage) => expect.poll(() => status(page).textContent(), WAIT).toMatch(/runs of \d+ steps in/);

describeBrowser('the k–dt map', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, keep: true });
    await page.evaluate(() => window.hooke.pause());
    await page.hooke('set', 'scene', 'chain');
    await page.hooke('set', 'integrator', 'symplectic-euler');
  });

  test('opens by its button, and shows the progress of its computation', async () => {
    await pressInstrument(page, 'k–dt map');
    await expect.poll(() => progress(page), WAIT).toBeGreaterThan(0);
    await finished(page);
    expect(await status(page).textContent()).toMatch(/^Symplectic Euler: \d+ runs/);
    expect(await progress(page)).toBe(1);
  });

  test('shows the outcome of the run under the mouse: above the limit it blows up, below it is stable', async () => {
    await map(page).scrollIntoViewIfNeeded();
    const box = await map(page).boundingBox();
    if (!box) throw new Error('there is no map');
    await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.1 * box.height);
    await expect.poll(() => readout(page)).toMatch(/^k = .+N\/m, dt = .+s: blows up, detected after \d+ steps/);
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.8 * box.height);
    await expect.poll(() => readout(page)).toMatch(/: stable for \d+ steps/);
  });

  test('sets stiffness and dt where it is clicked, and the run continues', async () => {
    const box = await map(page).boundingBox();
    if (!box) throw new Error('there is no map');
    await page.evaluate(() => window.hooke.play());
    const before = await page.state();
    await page.mouse.click(box.x + 0.35 * box.width, box.y + 0.75 * box.height);
    await expect.poll(() => readout(page)).toMatch(/^Set k = .+, dt = .+\.$/);
    await until(
      page,
      'another stiffness and dt',
      ({ params, stepCount }) =>
        params.stiffness !== before.params.stiffness && params.dt !== before.params.dt && stepCount > before.stepCount,
    );
    const { params, blowUp } = await page.state();
    expect(params.stiffness).toBeLessThan(before.params.stiffness);
    expect(blowUp).toBeNull();
    await page.evaluate(() => window.hooke.pause());
  });

  test('can be used with the arrow keys and Enter', async () => {
    const before = (await page.state()).params;
    await map(page).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    expect(await readout(page)).toMatch(/^k = .+: stable/);
    await page.keyboard.press('Enter');
    await until(page, 'a stiffer chain', ({ params }) => params.stiffness > before.stiffness && params.dt < before.dt);
  });

  test('takes a number of steps, and can be cancelled', { tags: ['long'] }, async () => {
    await openInstrument(page, 'k–dt map', 'chain');
    await dock(page).getByLabel('Steps').fill('200000');
    const again = dock(page).getByRole('button', { name: 'Compute again' });
    await again.click();
    await expect.poll(() => status(page).textContent()).toBe('Computing…');
    await dock(page).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => status(page).textContent()).toBe('Cancelled.');
    await dock(page).getByLabel('Steps').fill('30');
    await again.click();
    await expect.poll(() => status(page).textContent(), WAIT).toMatch(/runs of 30 steps/);
  });

  test('says that a method is stable at every dt', { tags: ['long'] }, async () => {
    await page.hooke('set', 'integrator', 'implicit-euler');
    await dock(page).getByRole('button', { name: 'Compute again' }).click();
    await expect.poll(() => status(page).textContent(), WAIT).toMatch(/^Implicit Euler: .*; no limit\.$/);
  });

  test('says that the method or scene has changed', { tags: ['long'] }, async () => {
    const stale = dock(page).getByText('The scene has changed since');
    expect(await stale.isVisible()).toBe(false);
    await page.hooke('set', 'integrator', 'rk4');
    await stale.waitFor();
    await page.hooke('set', 'integrator', 'implicit-euler');
    await stale.waitFor({ state: 'hidden' });
    await page.hooke('set', 'scene', 'three-springs');
    await stale.waitFor();
  });

  test('rejects a scene without springs', { tags: ['long'] }, async () => {
    await openInstrument(page, 'Scorecard', 'free-fall');
    await openInstrument(page, 'k–dt map', 'free-fall');
    await expect.poll(() => status(page).textContent(), WAIT).toMatch(/no springs/);
  });

  test('is accessible, and closes by Esc', { tags: ['long'] }, async () => {
    await openInstrument(page, 'k–dt map', 'two-bodies');
    expect(await violations(page)).toEqual([]);
    const withoutTitle = await dock(page)
      .locator('button, select, input, canvas[tabindex]')
      .evaluateAll((all) => all.filter((one) => !one.getAttribute('title')).map((one) => one.outerHTML));
    expect(withoutTitle).toEqual([]);
    await map(page).focus();
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
  });
});
