import { beforeAll, expect, test } from 'vitest';
import { choice, dock, inkOf, openInstrument, panelButton } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

describeBrowser('the CG X-ray', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
  });

  const words = async () => (await dock(page).textContent()) ?? '';
  /** A cloth that is stiff enough for its matrix to be indefinite without the clamp, as it is hung up. */
  async function stiff(): Promise<void> {
    await openInstrument(page, 'CG X-ray', 'cloth');
    for (const [key, value] of Object.entries({
      rows: 10,
      columns: 10,
      integrator: 'implicit-euler',
      dt: 1 / 60,
      stiffness: 5000,
      clamp: 1,
    }))
      await page.hooke('set', key, value);
  }

  test('opens by its button and tells of a method that solves nothing what an implicit step would', async () => {
    await page.evaluate(() => window.hooke.pause());
    await panelButton(page, 'CG X-ray').click();
    await expect.poll(() => choice(page).inputValue()).toBe('cg-x-ray');
    await expect.poll(words).toMatch(/solves nothing.*would solve/);
    await dock(page).getByRole('button', { name: 'Implicit Euler' }).click();
    await until(page, 'the method', ({ integrator }) => integrator === 'implicit-euler');
    await expect.poll(words).toMatch(/Implicit Euler solves A Δv = b.*from the last Δv/);
    await expect.poll(() => dock(page).getByRole('button', { name: 'Implicit Euler' }).isVisible()).toBe(false);
  });

  test('draws residuals and errors, and counts the iterations that the next step takes', async () => {
    await stiff();
    await expect.poll(words).toMatch(/\d+ iterations? from the last Δv leads? to a residual/);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.5);
    // The look at a state says what the step from it then does.
    const told = async () => /(\d+) iterations? from/.exec(await words())?.[1];
    await dock(page).getByLabel('follow').uncheck();
    const note = await dock(page).getByText('The look took').textContent();
    await dock(page).getByRole('button', { name: 'Look', exact: true }).click();
    await expect.poll(() => dock(page).getByText('The look took').textContent()).not.toBe(note);
    const expected = await told();
    await page.hooke('step', 1);
    await expect.poll(() => page.locator('#bar').textContent()).toContain(`${expected} it.`);
    await dock(page).getByLabel('follow').check();
    await dock(page).getByLabel('Show', { exact: true }).selectOption('error');
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.5);
    expect(await violations(page)).toEqual([]);
  });

  test('draws a solve that is exact, whose residual is next to nothing', async () => {
    await openInstrument(page, 'CG X-ray', 'bounce');
    await expect.poll(words).toMatch(/1 iteration from 0 leads to a residual of (0|[\d.]+e−\d\d);/);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.5);
    for (let i = 0; i < 5; i++) {
      await page.hooke('step', 40);
      await dock(page).getByRole('button', { name: 'Look' }).click();
    }
  });

  test('the clamp is a switch, by which the matrix loses and regains definiteness', async () => {
    await stiff();
    await expect
      .poll(words)
      .toMatch(/With the clamp \(the run’s\): positive definite\. Without: indefinite, \d+ negative/);
    const clamp = dock(page).getByLabel('clamp', { exact: true });
    await clamp.focus();
    await page.keyboard.press('Space');
    await until(page, 'the clamp off', ({ params }) => params.clamp === 0);
    await expect.poll(words).toMatch(/Without \(the run’s\): indefinite/);
    await clamp.check();
    await until(page, 'the clamp on', ({ params }) => params.clamp === 1);
    const spectra = dock(page).locator('.spectra tbody tr');
    await expect.poll(() => spectra.nth(1).locator('td').first().textContent()).toMatch(/\d/);
    const condition = async (row: number) =>
      Number((await spectra.nth(row).locator('td').nth(2).textContent())?.replace('−', '-'));
    expect(await condition(0)).toBeGreaterThan(await condition(1));
  });

  test('compares the preconditioners, and chooses the run’s', async () => {
    await stiff();
    await page.hooke('step', 30);
    await dock(page).getByRole('button', { name: 'Look', exact: true }).click();
    const spectra = dock(page).locator('.spectra tbody tr');
    await expect
      .poll(() => spectra.locator('th').allTextContents())
      .toEqual(['A', 'P⁻¹A, Block Jacobi', 'P⁻¹A, Aggregation', 'P⁻¹A, Multigrid']);
    const iterations = async () =>
      (await spectra.locator('td:last-child').allTextContents()).map((text) => Number(text));
    await expect.poll(async () => Math.min(...(await iterations()))).toBeGreaterThan(3);
    const [none, blocks, , multigrid] = await iterations();
    expect(multigrid).toBeLessThan(blocks / 2);
    expect(multigrid).toBeLessThan(none / 2);
    const own = () => spectra.and(page.locator('[aria-current=true]')).locator('th').textContent();
    expect(await own()).toBe('P⁻¹A, Multigrid');
    await expect.poll(words).toMatch(/With Multigrid, \d+ iteration/);
    const choice = dock(page).getByLabel('Preconditioner', { exact: true });
    await choice.focus();
    await choice.press('b');
    await until(page, 'block Jacobi', ({ preconditioner }) => preconditioner === 'block-jacobi');
    await expect.poll(own).toBe('P⁻¹A, Block Jacobi');
    await expect.poll(words).toMatch(/With Block Jacobi, \d+ iteration/);
    await choice.selectOption('automatic');
    await until(page, 'multigrid', ({ preconditioner }) => preconditioner === 'multigrid');
    for (const name of ['no preconditioner, from 0', 'Multigrid, from 0', 'as the run does'])
      await dock(page).locator('.chart').getByText(name, { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the tolerance is set by keys, and the error of Δv follows it', async () => {
    await stiff();
    const off = async () => {
      const text = /off by (?:less than )?([\d.]+) %/.exec(await words())?.[1];
      return text === undefined ? Number.NaN : Number(text);
    };
    const slider = dock(page).getByRole('slider', { name: 'Tolerance' });
    await slider.press('End');
    await slider.press('ArrowLeft');
    await until(page, 'a loose tolerance', ({ params }) => params.cgTolerance === 0.1);
    await expect.poll(off).toBeGreaterThan(1);
    await slider.press('Home');
    await until(page, 'a tight tolerance', ({ params }) => params.cgTolerance === 1e-10);
    await expect.poll(off).toBeLessThan(0.11);
  });

  test('shows iterations over time while the run plays, and the pattern of the matrix in words, too', async () => {
    await stiff();
    await dock(page).getByLabel('Show', { exact: true }).selectOption('time');
    for (let i = 0; i < 6; i++) await page.hooke('step', 1);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.4);
    await dock(page).getByLabel('Show', { exact: true }).selectOption('pattern');
    await dock(page).getByRole('img', { name: 'Pattern of the matrix' }).waitFor();
    expect(await words()).toMatch(/98 × 98 blocks of 3 × 3/);
    expect(await violations(page)).toEqual([]);
    await dock(page).getByLabel('Show', { exact: true }).focus();
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
  });
});
