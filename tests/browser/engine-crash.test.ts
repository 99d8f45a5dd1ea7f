import { expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
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
  test('stops the engine and not the page: commands are rejected until a restart', async () => {
    const page = await openLab({ hash: '#scene=cloth&rows=12&columns=12&integrator=rk4', expectProblems: true });
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
    await page.getByRole('button', { name: 'Restart' }).click();
    await until(page, 'it runs', ({ params }) => params.stiffness === 150);
  });

  test('restores a loaded file with the changes made since', async () => {
    const page = await openLab({ expectProblems: true });
    await page.hooke('load', THREE);
    await page.hooke('set', 'gravity', 2);
    await page.hooke('send', { type: 'pin', particle: 2, pinned: true });
    await strike(page);
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.getByRole('button', { name: 'Restart' }).waitFor({ state: 'detached' });
    await until(page, 'it runs', ({ scene, params, pinned }) => {
      return scene === 'three in a row' && params.gravity === 2 && pinned.join() === '0,2';
    });
  });
});
