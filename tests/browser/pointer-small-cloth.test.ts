import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answered, cameraAtRest, type LabPage, openLab, until } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { chooseScene } from '../fixtures/scene-choice';
import { describeBrowser } from '../setup/browser';

/** Of a cloth of 12 × 12. */
const MIDDLE = 5 * 12 + 5;

describeBrowser('the pointer on a small cloth', () => {
  let page: LabPage;
  const live = () => page.locator('#live').textContent();
  const cursor = () => page.evaluate(() => document.getElementById('view')?.style.cursor);

  beforeAll(async () => {
    page = await openLab({ keep: true });
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 } });
    await page.hooke('step', 200);
    // It turns to the new scene, and what is under the pointer changes.
    await cameraAtRest(page);
  });

  test('highlights the particle that it would grab, up to 16 px away', async () => {
    const [x, y] = (await page.particle(143)).screen;
    await page.mouse.move(x + 10, y + 10);
    await expect.poll(cursor).toBe('grab');
    await page.mouse.move(x + 14, y + 14);
    await expect.poll(cursor).toBe('');
    await page.mouse.down();
    await answered(page);
    expect((await page.state()).held).toBeNull();
    await page.mouse.up();
  });

  test('with a rigid grab moves the particle exactly with it', { tags: ['long'] }, async () => {
    await openFolders(page, 'Forces');
    await page.getByLabel('rigid grab', { exact: true }).check();
    await until(page, 'hard', ({ params }) => params.hardHold === 1);
    const [x, y] = (await page.particle(MIDDLE)).screen;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.hooke('play');
    await page.mouse.move(x - 70, y - 30, { steps: 5 });
    const distance = async () => {
      const { screen } = await page.particle(MIDDLE);
      return Math.hypot(screen[0] - (x - 70), screen[1] - (y - 30));
    };
    await expect.poll(distance).toBeLessThan(1.5);
    const { time } = await page.state();
    await until(page, 'a moment', (state) => state.time > time + 0.2);
    expect(await distance()).toBeLessThan(1.5);
    await page.mouse.up();
    await until(page, 'released', ({ held }) => held === null);
    await page.hooke('send', { type: 'set', key: 'hardHold', value: 0 });
  });

  test('slits the cloth across a spring at a right click, and opens no menu', async () => {
    const { springCount, particleCount } = await page.state();
    const [x, y] = (await page.particle(MIDDLE)).screen;
    const [u, v] = (await page.particle(MIDDLE + 1)).screen;
    await page.mouse.click((x + u) / 2, (y + v) / 2, { button: 'right' });
    await until(page, 'slit', (state) => state.particleCount === particleCount + 1);
    await page.keyboard.press('Control+z');
    await until(page, 'closed', (state) => state.springCount === springCount && state.particleCount === particleCount);
    const opens = await page.evaluate(() =>
      document
        .getElementById('view')
        ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
    expect(opens).toBe(false);
  });

  test('changes are announced to screen readers', { tags: ['long'] }, async () => {
    await page.hooke('set', 'integrator', 'rk4');
    await expect.poll(live).toMatch(/Method: .*Runge–Kutta/);
    await page.hooke('send', { type: 'pin', particle: MIDDLE, pinned: true });
    await expect.poll(live).toContain('3 pinned');
    await page.hooke('play');
    await expect.poll(live).toContain('Playing');
    await page.keyboard.press('Space');
    await expect.poll(live).toContain('Paused');
    await chooseScene(page, 'chain');
    // The scene is announced, and then that it is paused.
    await expect.poll(live).toContain('Hanging chain');
    await page.hooke('set', 'dt', -1).catch(() => {});
    await expect.poll(live).toContain('dt must be a positive number of at most 1e+60, got -1');
  });
});
