// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { dock, numbersIn, openInstrument } from '../fixtures/instruments-page';
import { answered, type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('matrices on the page', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, keep: true });
  });

  test('the matrices of three springs are M, K and A by their closed forms', async () => {
    await openInstrument(page, 'Matrices', 'three-springs');
    const show = (id: string) => dock(page).getByLabel('Show', { exact: true }).selectOption(id);
    const { params } = await page.state();
    const { dt: h, stiffness: k, damping, mass } = params;
    await show('M');
    const M = await numbersIn(page, /^M/);
    expect(M).toEqual(M.map((_, i) => M.map((_, j) => (i === j ? mass : 0))));
    expect(M).toHaveLength(9);

    const places = await Promise.all([0, 1, 2].map(async (i) => (await page.particle(i)).position));
    // ∂f/∂x and ∂f/∂v of the end a by the end b: k [n nᵀ + c (I − n nᵀ)] and μ n nᵀ.
    const between = (a: number, b: number, restLength: number) => {
      const d = places[a].map((x, axis) => x - places[b][axis]);
      const length = Math.hypot(...d);
      const n = d.map((x) => x / length);
      const c = Math.max(0, 1 - restLength / length);
      return [0, 1, 2].map((i) =>
        [0, 1, 2].map((j) => {
          const along = n[i] * n[j];
          const stiff = k * (along + c * ((i === j ? 1 : 0) - along));
          return { stiff, share: h * damping * along + h * h * stiff };
        }),
      );
    };
    const [left, across, right] = [between(0, 1, 0.5), between(1, 2, 0.6), between(2, 0, 0.5)];
    await show('K');
    const K = await numbersIn(page, /^K/);
    expect(K[0][3]).toBeCloseTo(left[0][0].stiff, 2);
    expect(K[4][1]).toBeCloseTo(left[1][1].stiff, 2);
    expect(K[3][3]).toBeCloseTo(-left[0][0].stiff - across[0][0].stiff, 2);

    await show('step');
    const system = await numbersIn(page, /^A/);
    expect(system).toHaveLength(6);
    system.forEach((row, i) => {
      expect(row).toHaveLength(8);
      for (let j = 0; j < 6; j++) {
        const [a, b] = [i % 3, j % 3];
        const own = (i < 3 ? left : right)[a][b].share + across[a][b].share + (a === b ? mass : 0);
        const wanted = i < 3 === j < 3 ? own : -across[a][b].share;
        expect(row[j], `A ${i} ${j}`).toBeCloseTo(wanted, 4);
      }
      const residual = row.slice(0, 6).reduce((sum, x, j) => sum + x * system[j][7], -row[6]);
      expect(Math.abs(residual)).toBeLessThan(1e-4);
    });

    await show('springs');
    const block = await numbersIn(page, /^Kⱼ/);
    expect(block[0][3]).toBeCloseTo(left[0][0].stiff, 2);
    await dock(page).getByTitle('Number of the spring').selectOption('1');
    await expect.poll(async () => (await numbersIn(page, /^Kⱼ of spring 1/))[0][3]).toBeCloseTo(across[0][0].stiff, 2);
    const selection = await numbersIn(page, /^Eⱼ of spring 1/);
    expect(selection.map((row) => row.indexOf(1))).toEqual([3, 4, 5, 6, 7, 8]);
  });

  test('the solve is shown iteration by iteration, by buttons, a slider and keys', async () => {
    await openInstrument(page, 'Matrices', 'three-springs');
    await page.hooke('set', 'cgTolerance', 1e-6);
    await dock(page).getByLabel('Show', { exact: true }).selectOption('solve');
    const residual = async () => (await numbersIn(page, /^Conjugate gradients/)).at(-1)?.[0];
    await expect.poll(residual).toBeLessThan(1e-6);
    const steps = await numbersIn(page, /^Conjugate gradients/);
    expect(steps[0][0]).toBe(1);
    await dock(page)
      .getByText(`Before the first of ${steps.length - 1} iterations`)
      .waitFor();
    await dock(page).getByRole('button', { name: 'Next' }).click();
    await dock(page).getByText('After iteration 1').waitFor();
    await dock(page).getByRole('slider', { name: 'Iteration' }).press('End');
    await dock(page)
      .getByText(`After iteration ${steps.length - 1}`)
      .waitFor();
    const iterate = await numbersIn(page, /^Approximate solution/);
    for (const [x, change] of iterate) expect(x).toBeCloseTo(change, 4);
    expect(Math.max(...iterate.flat().map(Math.abs))).toBeGreaterThan(0.01);
    await dock(page).getByRole('button', { name: 'Back' }).focus();
    await page.keyboard.press('Enter');
    await dock(page)
      .getByText(`After iteration ${steps.length - 2}`)
      .waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  });

  test('matrices follow the run, or stay unchanged without “follow the run”', async () => {
    await openInstrument(page, 'Matrices', 'three-springs');
    await dock(page).getByLabel('Show', { exact: true }).selectOption('b');
    const velocity = async () => (await numbersIn(page, /^f \/ N/))[4][1];
    await expect.poll(velocity).toBe(0);
    await page.hooke('step', 5);
    await expect.poll(velocity).not.toBe(0);
    const seen = await velocity();
    await dock(page).getByLabel('follow the run').uncheck();
    await page.hooke('step', 5);
    // More frames than lie between two of its questions.
    for (let k = 0; k < 4; k++) await answered(page);
    expect(await velocity()).toBe(seen);
    await dock(page).getByRole('button', { name: 'Update' }).click();
    await expect.poll(velocity).not.toBe(seen);
    await dock(page).getByLabel('follow the run').check();
  });

  test('a scene too large for matrices says so and offers a small one', async () => {
    await openInstrument(page, 'Matrices', 'cloth');
    await dock(page).getByText('at most 12 particles').waitFor();
    await dock(page).getByRole('button', { name: 'Load three springs' }).click();
    await until(page, 'the small scene', ({ scene }) => scene === 'three-springs');
    await dock(page).locator('.matrix').first().waitFor();
    await dock(page).getByRole('button', { name: 'Load three springs' }).waitFor({ state: 'hidden' });
  });
});
