import { beforeAll, expect, test } from 'vitest';
import { dock, panelButton } from '../fixtures/instruments-page';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** ms; for looks into a blow-up on a busy machine. */
const PATIENCE = 90_000;

describeBrowser('the diagnosis', () => {
  let page: LabPage;
  const finding = () => dock(page).locator('h3').first();
  const fact = (name: string) => dock(page).locator(`dt:text-is("${name}") + dd`);

  beforeAll(async () => {
    // Without the slow replay of the blow-up, for which the diagnosis would wait.
    page = await openLab({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', keep: true });
    await page.hooke('pause');
    await page.hooke('set', 'scene', 'taichi-grid');
  });

  test('has nothing to say while nothing has blown up', async () => {
    await panelButton(page, 'Diagnosis').click();
    await dock(page)
      .getByText(/^Nothing has blown up in \d+ steps\.$/)
      .waitFor();
  });

  test('names cause, step, place, mode and limit of a blow-up, and what had been done', async () => {
    await page.hooke('set', 'stiffness', 1.5e5);
    await page.hooke('step', 64);
    const { blowUp } = await page.evaluate(() => window.hooke.state());
    expect(blowUp).not.toBeNull();
    await expect
      .poll(() => finding().textContent(), { timeout: PATIENCE })
      .toBe('The springs are too stiff for this step.');
    const step = Number(/^\d+/.exec((await fact('first bad step').textContent()) ?? '')?.[0]);
    expect(step).toBeGreaterThan(0);
    expect(step).toBeLessThanOrEqual(blowUp?.step ?? 0);
    expect(await fact('began at').textContent()).toMatch(/^particle \d+, spring \d+ between particles \d+ and \d+, /);
    expect(await fact('its step').textContent()).toMatch(/^hω = 1\.98, dt = 1 ms: 1\.0\d × the limit then, \d+ µs$/);
    await dock(page).getByText('stiffness: 150000 N/m').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('leads to the steps ahead of it', async () => {
    const step = Number(/^\d+/.exec((await fact('first bad step').textContent()) ?? '')?.[0]);
    await dock(page).getByRole('button', { name: 'See it come' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => window.hooke.state().params.speed)).toBe(0.02);
    await page.hooke('pause');
    const { stepCount, blowUp } = await page.evaluate(() => window.hooke.state());
    expect(blowUp).toBeNull();
    expect(stepCount).toBeLessThanOrEqual(step);
  });

  test('offers what it has tried, which then holds', async () => {
    await page.hooke('step', 64);
    expect((await page.evaluate(() => window.hooke.state().blowUp)) !== null).toBe(true);
    await expect
      .poll(() => dock(page).locator('li', { hasText: 'Implicit Euler' }).count(), { timeout: PATIENCE })
      .toBe(1);
    const row = dock(page).locator('li', { hasText: 'Implicit Euler' });
    expect(await row.textContent()).toContain('✓ tried: it would have held');
    await row.getByRole('button').click();
    await expect.poll(() => page.evaluate(() => window.hooke.state().integrator)).toBe('implicit-euler');
    await page.hooke('step', 200);
    expect(await page.evaluate(() => window.hooke.state().blowUp)).toBeNull();
  });

  test('stages blow-ups of its own, and finds those', async () => {
    await dock(page).getByRole('combobox', { name: 'Stage a blow-up' }).selectOption('A spring of zero length');
    await dock(page).getByRole('button', { name: 'Blow it up' }).click();
    await expect.poll(() => finding().textContent(), { timeout: PATIENCE }).toBe('Spring 10 has next to no length.');
    await page.keyboard.press('i');
    await dock(page).waitFor({ state: 'hidden' });
  });
});
