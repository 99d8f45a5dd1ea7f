import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cameraAtRest, type LabPage, openLab, until } from '../fixtures/lab-page';
import { openFolders, showPanel } from '../fixtures/panel-page';
import { openSceneGallery, sceneGallery } from '../fixtures/scene-choice';
import { describeBrowser, type PageOptions } from '../setup/browser';

/** A cloth that a GPU in software steps in time. */
const CLOTH = '#scene=cloth&rows=8&columns=8&dt=0.002';
const CORNER = 63;

function openOnGpu(query = '?kernel=gpu', options: PageOptions = {}): Promise<LabPage> {
  return openLab({ query, hash: CLOTH, ...options });
}

const onGpu = (page: LabPage) => until(page, 'on the GPU', ({ kernel }) => kernel === 'gpu');

describeBrowser('a run on the GPU', () => {
  test('has the motion of the CPU, and is pulled by the mouse', { tags: ['long'] }, async () => {
    const page = await openOnGpu();
    await onGpu(page);
    const other = await openLab({ hash: CLOTH });
    for (const one of [page, other]) await one.hooke('reset').then(() => one.hooke('step', 100));
    const [there, here] = [await page.particle(CORNER), await other.particle(CORNER)];
    there.position.forEach((value, axis) => {
      expect(value).toBeCloseTo(here.position[axis], 4);
    });
    expect((await page.state()).stepCount).toBe(100);

    await cameraAtRest(page);
    const [x, y] = there.screen;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await until(page, 'held', ({ held }) => held === CORNER);
    await page.hooke('play');
    await page.mouse.move(x - 60, y - 20, { steps: 4 });
    await page.mouse.move(x - 120, y - 40, { steps: 4 });
    await expect.poll(async () => (await page.particle(CORNER)).screen[0]).toBeLessThan(x - 60);
    await page.mouse.up();
    await until(page, 'let go', (state) => state.held === null);
    expect((await page.state()).kernel).toBe('gpu');
  });

  test('blows up and is mended', { tags: ['long'] }, async () => {
    const page = await openOnGpu();
    await onGpu(page);
    await page.hooke('play');
    await showPanel(page);
    const step = page.getByLabel('time step dt, ms', { exact: true });
    await step.fill('8');
    await step.press('Enter');
    await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
    await page
      .locator('#messages')
      .getByRole('button', { name: /^Set dt to/ })
      .first()
      .click();
    await until(page, 'mended', ({ blowUp, params }) => blowUp === null && params.dt < 0.008);
    const { stepCount } = await page.state();
    await until(page, 'running', (state) => state.stepCount > stepCount && state.kernel === 'gpu');
  });

  test('is chosen in the panel, which says what the GPU lacks', { tags: ['long'] }, async () => {
    const page = await openOnGpu('');
    expect((await page.state()).kernel).not.toBe('gpu');
    await openFolders(page, 'More', 'Integrator');
    const choice = page.getByLabel('compute on');
    await choice.selectOption('GPU');
    await onGpu(page);
    await page.locator('#panel').getByText('Kernel: GPU.').waitFor();
    await page.hooke('set', 'precision', 'double');
    await expect
      .poll(() => page.messages())
      .toContain('The CPU computes this run. The GPU does not have double precision.');
    await page.hooke('set', 'precision', 'single');
    await onGpu(page);
    await expect.poll(() => page.messages()).not.toContain('The CPU computes this run');
    await page.hooke('reset');
    await page.hooke('step', 20);
    await choice.selectOption('CPU');
    await until(page, 'on the CPU', ({ kernel }) => kernel !== 'gpu');
    await page.hooke('step', 20);
    expect((await page.state()).stepCount).toBe(40);
    // A net that is large enough for a trial.
    await choice.selectOption('automatic');
    await page.hooke('set', 'rows', 129);
    await page.hooke('set', 'columns', 129);
    await page.locator('#panel').getByText('WebGPU has no graphics card here, only software.').waitFor();
    expect((await page.state()).kernel).toBe('simd');
  });

  test('is offered for large nets in the gallery of scenes, not in software', { tags: ['long'] }, async () => {
    const group = (page: LabPage) => sceneGallery(page).getByRole('heading', { name: 'With a graphics card' });
    const inSoftware = await openLab({});
    await openSceneGallery(inSoftware);
    expect(await group(inSoftware).count()).toBe(0);
    const page = await openLab({
      beforeScripts: () => Object.defineProperty(GPUAdapterInfo.prototype, 'isFallbackAdapter', { get: () => false }),
    });
    await openSceneGallery(page);
    await group(page).waitFor();
    const links = await sceneGallery(page)
      .locator('.card[data-id^="#"]')
      .evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.id as string));
    const docs = readFileSync('docs/gpu.md', 'utf8');
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(docs).toContain(`\`${link}\``);
    await page.getByRole('button', { name: /^Silk scarf, 513²/ }).click();
    // On a busy machine it takes half a minute to build a quarter of a million particles.
    await until(page, 'loaded', ({ scene, params }) => scene === 'silk-scarf' && params.rows === 513, 100_000);
    expect(await page.messages()).not.toContain('The link was loaded only in part');
    expect(await page.state()).toMatchObject({ integrator: 'implicit-euler', material: { id: 'silk' }, blowUp: null });
  });

  test('goes on on the CPU where there is no WebGPU', async () => {
    const page = await openOnGpu('?kernel=gpu&host=page', {
      beforeScripts: () => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }),
    });
    await expect
      .poll(() => page.messages())
      .toContain('The CPU computes this run. This browser has no WebGPU, or blocks it.');
    await page.hooke('reset');
    await page.hooke('step', 20);
    expect((await page.state()).stepCount).toBe(20);
  });

  test('goes on on the CPU from the last state when the device is lost', { tags: ['long'] }, async () => {
    const page = await openOnGpu('?kernel=gpu&host=page', {
      beforeScripts: () => {
        const { requestDevice } = GPUAdapter.prototype;
        GPUAdapter.prototype.requestDevice = async function (...args) {
          const device = await requestDevice.apply(this, args);
          Object.assign(window, { device });
          return device;
        };
      },
    });
    await onGpu(page);
    await page.hooke('reset');
    await page.hooke('step', 50);
    const { position } = await page.particle(CORNER);
    await page.evaluate(() => (window as unknown as { device: GPUDevice }).device.destroy());
    expect((await page.particle(CORNER)).position).toEqual(position);
    await page.hooke('step', 10);
    expect(await page.state()).toMatchObject({ stepCount: 60, blowUp: null });
    await expect.poll(() => page.messages()).toContain('The CPU computes this run. The GPU has failed');
  });
});
