// @module-tag long
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('materials on the panel', () => {
  let page: LabPage;
  const choice = () => page.getByLabel('material', { exact: true });
  const note = () => page.locator('#panel .note').filter({ hasText: 'kg/m²' });

  beforeAll(async () => {
    page = await openLab({ keep: true });
    await showPanel(page);
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 } });
    await page.hooke('play');
  });

  test('choose a material, see its numbers and its look, edit one, and undo', async () => {
    expect(await choice().inputValue()).toBe('scene’s own');
    await choice().selectOption('Silk');
    await until(page, 'silk', ({ material }) => material?.id === 'silk');
    expect((await page.state()).integrator).toBe('implicit-euler');
    await note().getByText('0.06 kg/m²').waitFor();
    await page.locator('#messages').getByText('Silk is too stiff for an explicit method').waitFor();
    await page.getByRole('button', { name: 'Silk', exact: true }).waitFor();
    const { params } = await page.state();
    expect(params.airDrag).toBeGreaterThan(0);
    expect(params.drag).toBe(0);

    await page.hooke('set', 'stiffness', params.stiffness * 2);
    await until(page, 'edited', ({ material }) => material?.isEdited === true);
    await expect.poll(() => choice().inputValue()).toBe('custom');
    await page.locator('#panel .note').getByText('Silk, with other numbers than its card.').waitFor();

    await choice().selectOption('Denim');
    await until(page, 'denim', ({ material }) => material?.id === 'denim' && !material.isEdited);
    await page.getByRole('button', { name: 'Denim', exact: true }).waitFor();
    await page.hooke('send', { type: 'undo' });
    await until(page, 'silk again', ({ material }) => material?.id === 'silk');
    expect((await page.state()).blowUp).toBeNull();

    await choice().selectOption('scene’s own');
    await until(page, 'own', ({ material }) => material === null);
    await expect.poll(() => note().count()).toBe(0);
  });

  test('say when the net is too coarse for their folds, and show what they do on a finer one', async () => {
    const coarse = page.locator('#panel .note').filter({ hasText: 'too coarse' });
    const show = page.locator('#panel').getByRole('button', { name: 'Show what it does' });
    expect(await show.isVisible()).toBe(false);
    await choice().selectOption('Silk');
    // Silk: (1.2 µN·m / (0.06 kg/m² · 9.81 m/s²))^⅓; a square metre with 12 × 12 particles.
    await coarse.getByText('cells of 91 mm, but its bending length is 13 mm').waitFor();
    await page.locator('#messages').getByRole('button', { name: 'Show what it does' }).waitFor();
    await show.click();
    await until(page, 'the drape', (state) => state.scene === 'denim-drape' && state.material?.id === 'silk');
    await until(page, 'motion', ({ paused, stepCount }) => !paused && stepCount > 2);
    await coarse.waitFor({ state: 'detached' });
    // It shows at once: silk hangs in folds, denim stands out.
    const lowest = async () => {
      await page.hooke('step', 90);
      const { particleCount } = await page.state();
      const heights = await page.evaluate(
        (count) => Array.from({ length: count }, (_, i) => window.hooke.particle(i).position[1]),
        particleCount,
      );
      return heights.reduce((sum, y) => sum + y, 0) / particleCount;
    };
    const silk = await lowest();
    await choice().selectOption('Paper');
    await until(page, 'paper', ({ material }) => material?.id === 'paper');
    await show.click();
    // Silk has made more steps, and rests after them.
    await until(
      page,
      'from the start',
      ({ material, paused, stepCount }) => material?.id === 'paper' && !paused && stepCount < 90,
    );
    expect((await lowest()) - silk).toBeGreaterThan(0.03);
  });

  test('a link to a material loads it, and restoring the defaults drops it', async () => {
    await page.goto(
      `${page.url().split('#')[0]}#scene=cloth&integrator=implicit-euler&material=denim&rows=14&dt=0.008`,
    );
    await until(page, 'denim', ({ material, params }) => material?.id === 'denim' && params.rows === 14);
    expect((await page.state()).material?.isEdited).toBe(false);
    await page.getByRole('button', { name: 'Restore defaults' }).click();
    await until(page, 'defaults', ({ material, params }) => material === null && params.rows === 32);
    expect((await page.state()).params.stiffness).toBe(200);
  });

  test('a scene whose springs do not follow a sheet refuses with its name, and keeps its method', async () => {
    await page.hooke('send', {
      type: 'scene',
      scene: 'jelly-cube',
      integrator: 'symplectic-euler',
      params: { dt: 1e-4 },
    });
    await choice().selectOption('Paper');
    await page.locator('#messages').getByText('material: the scene "Jelly cube" has').waitFor();
    await until(
      page,
      'the method again',
      ({ integrator, params }) => integrator === 'symplectic-euler' && params.dt === 1e-4,
    );
    await expect.poll(() => choice().inputValue()).toBe('scene’s own');
  });
});
