// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { dock, openInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('tests with known results', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
  });

  test('run in the page, with figures beside their references, and stop when cancelled', async () => {
    await openInstrument(page, 'Validation', 'cloth');
    // Nothing runs before the user knows how long it takes.
    await dock(page)
      .getByText(/^Not run yet: all tests together take about a minute/)
      .waitFor();
    await dock(page).getByRole('button', { name: 'Run the tests' }).click();
    const first = dock(page).locator('.figures tbody tr').first();
    await expect.poll(() => first.locator('td').nth(1).textContent()).toMatch(/^0\.012\d+−0\.\d+ %$/);
    await dock(page).getByRole('button', { name: 'Cancel' }).click();
    await dock(page).getByText('Cancelled.').waitFor();
    await dock(page).getByRole('button', { name: 'Standing strip' }).press('Enter');
    await dock(page).getByText('stands upright').waitFor();
    expect(await dock(page).getByRole('button', { name: 'Standing strip' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('a strip of one’s own cloth gives the cloth its bending and its mass by area', { tags: ['long'] }, async () => {
    await openInstrument(page, 'Measure your own cloth', 'cloth');
    const read = (name: string) => dock(page).getByRole('textbox', { name });
    await read('Weight').fill('1.5');
    await read('Overhang').fill('6');
    await read('Chord angle').fill('41.5');
    await dock(page).getByText('200 g/m²').waitFor();
    await dock(page).getByRole('button', { name: 'Use it on the cloth' }).click();
    await dock(page).getByText('The cloth now has 200 g/m²').waitFor();
    const { params } = await page.state();
    // Γ = 8.0042 at this angle, by the standard.
    expect(params.bending / ((0.2 * 9.81 * 0.06 ** 3) / 8.0042)).toBeCloseTo(1, 3);
    expect(params.bend).toBe(0);
    await read('Chord angle').fill('90');
    await dock(page).getByText('the angle must be between 0 and 88°').waitFor();
    expect(await dock(page).getByRole('button', { name: 'Use it on the cloth' }).isDisabled()).toBe(true);
  });
});
