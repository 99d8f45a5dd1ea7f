import { beforeAll, beforeEach, expect, test } from 'vitest';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

/** An error in the engine's worker. */
async function strike(page: LabPage): Promise<void> {
  const [worker] = page.workers();
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('struck by lightning');
    });
  });
  await page
    .locator('#messages')
    .getByText(/The engine has stopped: .*struck by lightning/)
    .waitFor();
}

const SMALL = { scene: 'cloth', params: { rows: 8, columns: 8 } };

const THREE = {
  hooke: 1,
  name: 'three in a row',
  particles: {
    positions: [
      [0, 1, 0],
      [0.2, 1, 0],
      [0.4, 1, 0],
    ],
    masses: 0.1,
    pinned: [0],
  },
  springs: {
    pairs: [
      [0, 1],
      [1, 2],
    ],
    stiffness: 50,
    damping: 0.05,
  },
};

describeBrowser('an error in the worker', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ expectProblems: true, keep: true });
  });
  beforeEach(async () => {
    // A test that failed may leave a stopped engine.
    const restart = page.getByRole('button', { name: 'Restart' });
    if (await restart.isVisible()) await restart.click();
    await restart.waitFor({ state: 'detached' });
  });

  test('stops the engine and not the page: commands are rejected until a restart', async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 }, integrator: 'rk4' });
    await page.hooke('play');
    await strike(page);
    await expect(page.hooke('step', 5)).rejects.toThrow('stopped');
    await expect(page.hooke('save')).rejects.toThrow('struck by lightning');
    // The panel and the help still work.
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Restart' }).click();
    await until(page, 'it runs', ({ stepCount, paused }) => stepCount > 0 && !paused);
    const { particleCount, integrator } = await page.state();
    expect([particleCount, integrator]).toEqual([144, 'rk4']);
    // The new engine is complete, and can stop too.
    await page.hooke('set', 'stiffness', 150);
    await strike(page);
    let started = 0;
    page.on('worker', () => started++);
    await page.getByRole('button', { name: 'Restart' }).dblclick();
    await page.getByRole('button', { name: 'Restart' }).waitFor({ state: 'detached' });
    await until(page, 'it runs', ({ params, paused }) => params.stiffness === 150 && !paused);
    expect(started, 'engines that a double click starts').toBe(1);
  });

  test('restores a loaded file with the changes made since', async () => {
    await page.hooke('load', THREE);
    await page.hooke('play');
    await page.hooke('set', 'gravity', 2);
    await page.hooke('send', { type: 'pin', particle: 2, pinned: true });
    await strike(page);
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.getByRole('button', { name: 'Restart' }).waitFor({ state: 'detached' });
    await until(page, 'it runs', ({ scene, params, pinned }) => {
      return scene === 'three in a row' && params.gravity === 2 && pinned.join() === '0,2';
    });
  });

  test('keeps masses, push, pins and cuts; a worker that hangs is noticed, and waited for or replaced', {
    tags: ['long'],
  }, async () => {
    await page.hooke('send', { type: 'scene', ...SMALL });
    await page.hooke('play');
    await page.hooke('send', { type: 'particle', particle: 9, mass: 0.004 });
    await page.hooke('send', { type: 'push', force: [0, 0, 0.001] });
    await page.hooke('send', { type: 'pin', particle: 5, pinned: true });
    await page.hooke('send', { type: 'cut', spring: [3, 4] });
    const kept = async () => {
      const { push, pinned, springCount } = await page.state();
      return { push, pinned, springCount, mass: (await page.particle(9)).mass };
    };
    const before = await kept();
    expect(before.push).toEqual([0, 0, 0.001]);
    const hang = (seconds: number) =>
      page.workers()[0].evaluate(
        (until) => {
          setTimeout(() => {
            while (Date.now() < until);
          });
        },
        Date.now() + 1000 * seconds,
      );
    const silence = page.locator('#messages').getByText(/The engine does not answer/);

    await hang(5);
    await silence.waitFor();
    await page.getByRole('button', { name: 'Wait' }).click();
    await silence.waitFor({ state: 'detached' });
    const { stepCount } = await page.state();
    await until(page, 'it goes on', (state) => state.stepCount > stepCount);

    await hang(60);
    await page.getByRole('button', { name: 'Start again' }).click();
    await silence.waitFor({ state: 'detached' });
    await until(page, 'it runs with its push', ({ push, paused }) => push[2] === 0.001 && !paused);
    expect(await kept()).toEqual(before);
  });

  test('keeps slits, and says where Reset returns to', { tags: ['long'] }, async () => {
    await page.hooke('send', { type: 'scene', ...SMALL });
    await page.hooke('pause');
    await page.hooke('step', 20);
    await page.hooke('send', { type: 'slit', springs: [20] });
    await page.hooke('step', 20);
    await page.hooke('send', { type: 'cut', spring: 100 });
    // The page has asked for a file, and the engine answers in order.
    await drawn(page);
    const hash = await page.hooke('hash');
    const { particleCount, springCount } = await page.state();
    expect(particleCount).toBeGreaterThan(64);
    await strike(page);
    await page.getByRole('button', { name: 'Restart' }).click();
    await page
      .locator('#messages')
      .getByText(/begins where its last slit was opened/)
      .waitFor();
    expect(await page.state()).toMatchObject({ particleCount, springCount });
    expect(await page.hooke('hash')).toBe(hash);
    await page.hooke('reset');
    expect((await page.state()).particleCount).toBe(particleCount);
  });
});
