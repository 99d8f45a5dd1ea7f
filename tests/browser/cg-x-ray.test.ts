// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { numberText, showNumbers } from '../fixtures/footer-page';
import { choice, dock, inkOf, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { answered, type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

describeBrowser('the CG X-ray', () => {
  let page: LabPage;
  beforeAll(async () => {
    const hash = '#scene=cloth&rows=12&columns=12';
    page = await openLab({ hash, viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
  });

  const text = async () => (await dock(page).textContent()) ?? '';
  /** A cloth that is stiff enough for its matrix to be indefinite without the clamp, as it is hung up. */
  async function stiff(): Promise<void> {
    await openInstrument(page, 'CG X-ray', 'chain');
    const params = { rows: 10, columns: 10, dt: 1 / 60, stiffness: 5000, clamp: 1 };
    await page.hooke('send', { type: 'scene', scene: 'cloth', params, integrator: 'implicit-euler' });
  }

  test('opens by its button, and shows the system of implicit Euler for an explicit method', {
    tags: ['long'],
  }, async () => {
    await page.evaluate(() => window.hooke.pause());
    await pressInstrument(page, 'CG X-ray');
    await expect.poll(() => choice(page).inputValue()).toBe('cg-x-ray');
    await expect.poll(text).toMatch(/is explicit and solves no system.*implicit Euler step/);
    await dock(page).getByRole('button', { name: 'Implicit Euler' }).click();
    await until(page, 'the method', ({ integrator }) => integrator === 'implicit-euler');
    await expect.poll(text).toMatch(/Implicit Euler solves A Δv = b.*starting from the last Δv/);
    await expect.poll(() => dock(page).getByRole('button', { name: 'Implicit Euler' }).isVisible()).toBe(false);
  });

  test('draws residuals and errors, and has the iteration count of the next step', async () => {
    await stiff();
    await expect.poll(text).toMatch(/: \d+ iterations? starting from the last Δv, residual/);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.5);
    // The analysis of a state has the iteration count of the next step.
    const told = async () => /(\d+) iterations? starting/.exec(await text())?.[1];
    await dock(page).getByLabel('follow').uncheck();
    await dock(page).getByRole('button', { name: 'Update', exact: true }).click();
    await answered(page);
    const expected = await told();
    await page.hooke('step', 1);
    await showNumbers(page);
    await expect.poll(() => numberText(page, 'solver')).toMatch(new RegExp(`\\b${expected} iterations?, residual`));
    await dock(page).getByLabel('follow').check();
    await dock(page).getByLabel('Show', { exact: true }).selectOption('error');
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.5);
    expect(await violations(page)).toEqual([]);
  });

  test('draws an exact solve, whose residual is almost 0', { tags: ['long'] }, async () => {
    await openInstrument(page, 'CG X-ray', 'bounce');
    await expect.poll(text).toMatch(/1 iteration starting from 0, residual (0|[\d.]+e−\d\d)\./);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.5);
    for (let i = 0; i < 5; i++) {
      await page.hooke('step', 40);
      await dock(page).getByRole('button', { name: 'Update' }).click();
    }
  });

  test('without the clamp the matrix is indefinite', { tags: ['long'] }, async () => {
    await stiff();
    await expect.poll(text).toMatch(/With the clamp \(active\): positive definite\. Without: indefinite, \d+ negative/);
    const clamp = dock(page).getByLabel('clamp', { exact: true });
    await clamp.focus();
    await page.keyboard.press('Space');
    await until(page, 'the clamp off', ({ params }) => params.clamp === 0);
    await expect.poll(text).toMatch(/Without \(active\): indefinite/);
    await clamp.check();
    await until(page, 'the clamp on', ({ params }) => params.clamp === 1);
    const spectra = dock(page).locator('.spectra tbody tr');
    await expect.poll(() => spectra.nth(1).locator('td').first().textContent()).toMatch(/\d/);
    const condition = async (row: number) =>
      Number((await spectra.nth(row).locator('td').nth(2).textContent())?.replace('−', '-'));
    expect(await condition(0)).toBeGreaterThan(await condition(1));
  });

  test('compares the preconditioners, and sets the run’s', { tags: ['long'] }, async () => {
    await stiff();
    await page.hooke('step', 30);
    await dock(page).getByRole('button', { name: 'Update', exact: true }).click();
    const spectra = dock(page).locator('.spectra tbody tr');
    await expect
      .poll(() => spectra.locator('th').allTextContents())
      .toEqual([
        'A',
        ...['Block Jacobi', 'Aggregation', 'Surface multigrid', 'Sparse Cholesky', 'Multigrid'].map(
          (P) => `P⁻¹A, ${P}`,
        ),
      ]);
    const iterations = async () =>
      (await spectra.locator('td:last-child').allTextContents()).map((text) => Number(text));
    await expect.poll(async () => Math.min(...(await iterations()))).toBeGreaterThan(0);
    const [none, blocks, , surface, factor, multigrid] = await iterations();
    expect(surface).toBeLessThan(blocks / 2);
    expect(factor).toBeLessThan(surface);
    expect(multigrid).toBeGreaterThan(3);
    expect(multigrid).toBeLessThan(blocks / 2);
    expect(multigrid).toBeLessThan(none / 2);
    const own = () => spectra.and(page.locator('[aria-current=true]')).locator('th').textContent();
    expect(await own()).toBe('P⁻¹A, Multigrid');
    await expect.poll(text).toMatch(/Multigrid: \d+ iteration/);
    const choice = dock(page).getByLabel('Preconditioner', { exact: true });
    await choice.focus();
    await choice.press('b');
    await until(page, 'block Jacobi', ({ preconditioner }) => preconditioner === 'block-jacobi');
    await expect.poll(own).toBe('P⁻¹A, Block Jacobi');
    await expect.poll(text).toMatch(/Block Jacobi: \d+ iteration/);
    await choice.selectOption('automatic');
    await until(page, 'multigrid', ({ preconditioner }) => preconditioner === 'multigrid');
    for (const name of ['no preconditioner, from 0', 'Multigrid, from 0', 'this run'])
      await dock(page)
        .locator('.chart')
        .getByText(new RegExp(`^${name}`))
        .waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the tolerance can be set by keyboard, and the error of Δv follows it', { tags: ['long'] }, async () => {
    await stiff();
    const error = async () => {
      const percent = /Error of Δv: (?:less than )?([\d.]+) %/.exec(await text())?.[1];
      return percent === undefined ? Number.NaN : Number(percent);
    };
    const slider = dock(page).getByRole('slider', { name: 'Tolerance' });
    await slider.press('End');
    await slider.press('ArrowLeft');
    await until(page, 'a loose tolerance', ({ params }) => params.cgTolerance === 0.1);
    await expect.poll(error).toBeGreaterThan(1);
    await slider.press('Home');
    await until(page, 'a tight tolerance', ({ params }) => params.cgTolerance === 1e-10);
    await expect.poll(error).toBeLessThan(0.11);
  });

  test('shows iterations over time, and the sparsity pattern of the matrix with a description', {
    tags: ['long'],
  }, async () => {
    await stiff();
    await dock(page).getByLabel('Show', { exact: true }).selectOption('time');
    for (let i = 0; i < 6; i++) await page.hooke('step', 1);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.4);
    await dock(page).getByLabel('Show', { exact: true }).selectOption('pattern');
    await dock(page).getByRole('img', { name: 'Pattern of the matrix' }).waitFor();
    expect(await text()).toMatch(/98 × 98 blocks of 3 × 3/);
    expect(await violations(page)).toEqual([]);
    await dock(page).getByLabel('Show', { exact: true }).focus();
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
  });
});
