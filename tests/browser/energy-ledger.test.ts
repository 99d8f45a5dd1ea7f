// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { asNumber, dock, inkOf, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

describeBrowser('the energy ledger', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
  });

  const sentence = async () => (await dock(page).locator('.conclusion p').textContent()) ?? '';
  /** The accounts as they stand in the table. */
  const accounts = async () =>
    Object.fromEntries(
      await dock(page)
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) => [row.querySelector('th')?.textContent ?? '', row.querySelector('td')?.textContent ?? '']),
        )
        .then((all) => all.map(([label, text]) => [label, asNumber(text)])),
    ) as Record<string, number>;

  test('starts at zero when opened by its button in the panel', async () => {
    await page.evaluate(() => window.hooke.pause());
    await page.hooke('set', 'scene', 'cloth');
    await page.hooke('step', 20);
    await pressInstrument(page, 'Energy ledger');
    await dock(page).locator('tbody tr').first().waitFor();
    await expect.poll(sentence).toMatch(/^Nothing to see yet: throw the cloth\.$/);
    expect(Object.values(await accounts()).every((value) => value === 0)).toBe(true);
  });

  test('shows where the energy goes, step by step, so that the accounts add up', async () => {
    await page.hooke('set', 'integrator', 'implicit-euler');
    await page.hooke('set', 'dt', 0.005);
    for (let i = 0; i < 12; i++) await page.hooke('step', 5);
    await expect.poll(sentence).toMatch(/^The method removed .* in 300 ms: /);
    const ledger = await accounts();
    expect(ledger.Gravity).toBeLessThan(0);
    expect(ledger.Heat).toBeGreaterThan(0);
    expect(ledger['The method']).toBeLessThan(0);
    const imbalance =
      ledger.Motion +
      ledger.Springs +
      ledger.Gravity -
      (ledger.Hand + ledger.Changes - ledger.Heat + ledger['The method']);
    expect(Math.abs(imbalance)).toBeLessThan(0.01 * Math.max(...Object.values(ledger).map(Math.abs)));
    await expect.poll(() => inkOf(page, 'canvas.drawing').then(({ count }) => count)).toBeGreaterThan(500);
  });

  test('records the hand and a changed parameter in their accounts, and restarts by keyboard', async () => {
    await openInstrument(page, 'Energy ledger', 'cloth');
    await page.hooke('step', 20);
    const jump = async () => (await accounts()).Changes;
    await page.hooke('set', 'stiffness', 300);
    await expect.poll(jump).toBeGreaterThan(0);
    await page.hooke('send', { type: 'grab', particle: 1000, target: [0.3, 0.3, 0.3] });
    await page.hooke('step', 60);
    await expect.poll(async () => (await accounts()).Hand).not.toBe(0);
    await page.hooke('send', { type: 'release' });
    const restart = dock(page).getByRole('button', { name: 'Restart' });
    await restart.focus();
    await page.keyboard.press('Enter');
    await expect.poll(sentence).toMatch(/^Nothing to see yet: throw the cloth\.$/);
    expect(Object.values(await accounts()).every((value) => value === 0)).toBe(true);
  });

  test('is accessible, and ends recording when it is closed', async () => {
    expect(await violations(page)).toEqual([]);
    await page.hooke('step', 30);
    await expect.poll(async () => (await accounts()).Heat).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
    await openInstrument(page, 'Energy ledger', 'cloth');
    await dock(page).locator('tbody tr').first().waitFor();
    await expect.poll(sentence).toMatch(/^Nothing to see yet: throw the cloth\.$/);
  });

  test('says what the method leaves of the slowest mode, and again for another method', async () => {
    if (!(await dock(page).isVisible())) await openInstrument(page, 'Energy ledger', 'cloth');
    const slowestMode = async () => (await dock(page).locator('.slowest-mode').textContent()) ?? '';
    await page.hooke('set', 'integrator', 'implicit-euler');
    await page.hooke('set', 'dt', 0.005);
    await page.hooke('step', 60);
    await expect.poll(slowestMode).toMatch(/^There is no slowest vibration mode here/);
    for (const size of ['rows', 'columns']) await page.hooke('set', size, 12);
    await page.hooke('send', { type: 'equilibrium' });
    await expect.poll(slowestMode).toMatch(/^Implicit Euler keeps \d+ % .* exact: \d+/);
    await page.hooke('set', 'integrator', 'rk4');
    await page.hooke('set', 'dt', 3e-4);
    await expect.poll(slowestMode).toMatch(/^Runge–Kutta 4 keeps .* keeps (100|99\.\d+) % of this energy\.$/);
  });
});
