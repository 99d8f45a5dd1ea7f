import { beforeAll, expect, test } from 'vitest';
import { cameraAtRest, type LabPage, openLab, until } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('finding equilibrium', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ drawn: true, deviceScaleFactor: 0.5, keep: true });
    await page.hooke('pause');
    await openFolders(page, 'Forces');
  });
  /** Loads a scene in its initial state: the equilibrium depends on it. */
  const begin = (scene: string, more = {}) => page.hooke('send', { type: 'scene', scene, ...more });

  test('loads its code with the first search; what is sent behind it waits, in order', async () => {
    await begin('cloth', { params: { rows: 6, columns: 6 } });
    const [together, apart] = await page.evaluate(async () => {
      const { hooke } = window;
      // Other requests come between the slices of many steps; the first slice is one step.
      const all = [hooke.send({ type: 'equilibrium' }), hooke.set('stiffness', 300), hooke.step(1), hooke.hash()];
      const [, , , together] = await Promise.all(all);
      await hooke.send({ type: 'scene', scene: 'cloth', params: { rows: 6, columns: 6 } });
      await hooke.send({ type: 'equilibrium' });
      await hooke.set('stiffness', 300);
      await hooke.step(1);
      return [together, await hooke.hash()];
    });
    expect(together).toBe(apart);
    expect((await page.state()).equilibrium?.ok).toBe(true);
  });

  test('by its button pauses, brings the cloth to rest and reports residual and steps', async () => {
    await begin('cloth', { params: { rows: 12, columns: 12 } });
    await page.hooke('play');
    await page.getByRole('button', { name: 'Find equilibrium' }).click();
    await page
      .locator('#messages')
      .getByText(
        /^At rest after \d+ Newton steps?(?: and \d+ steps? of damped motion)?; the largest net force on a particle is [\d.e-]+ N\. It is stable\.$/,
      )
      .waitFor({ timeout: 90_000 });
    const { paused, equilibrium, energy } = await page.state();
    expect(paused).toBe(true);
    expect(equilibrium?.ok).toBe(true);
    expect(energy.kinetic).toBe(0);
    // A particle weighs 0.0136 N, and single precision leaves some rounding.
    expect(equilibrium?.residual).toBeLessThan(2e-4);
  });

  test('says what single precision leaves where springs are stiff', { tags: ['long'] }, async () => {
    await begin('cloth', { params: { rows: 8, columns: 8 } });
    await page.hooke('send', { type: 'material', id: 'linen' });
    await page.getByRole('button', { name: 'Find equilibrium' }).click();
    await page
      .locator('#messages')
      .getByText('That force is from the rounding of positions in single precision.')
      .waitFor({ timeout: 90_000 });
    expect((await page.state()).equilibrium?.ok).toBe(true);
  });

  test('of a larger cloth shows its progress, and can be cancelled: nothing has moved then', {
    tags: ['long'],
  }, async () => {
    await begin('cloth', { params: { rows: 64, columns: 64 } });
    const before = await page.hooke('hash');
    await page.getByRole('button', { name: 'Find equilibrium' }).click();
    const messages = page.locator('#messages');
    await messages
      .getByText(/[1-9]\d* steps of damped motion; the fastest particle moves at [\d.e-]+ m\/s\.$/)
      .waitFor();
    await messages.getByRole('button', { name: 'Cancel' }).click();
    await messages.getByText('Search cancelled: nothing has moved.').waitFor();
    expect(await page.hooke('hash')).toBe(before);
    expect((await page.state()).equilibrium).toBe(null);
  });

  test('of a larger cloth ends at rest, and one undo takes it back', { tags: ['long'] }, async () => {
    await begin('cloth-four-corners', { params: { rows: 21, columns: 21 } });
    const before = await page.hooke('hash');
    await page.getByRole('button', { name: 'Find equilibrium' }).click();
    await page
      .locator('#messages')
      .getByText(/^At rest after \d+ Newton steps?( and \d+ steps of damped motion)?; /)
      .waitFor();
    const { equilibrium, energy } = await page.state();
    expect(equilibrium?.ok).toBe(true);
    expect(energy.kinetic).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.hooke('hash')).toBe(before);
  });

  test('of a cloth that friction holds on a ball ends at rest, and says that it is stable', {
    tags: ['long'],
  }, async () => {
    await begin('cloth-on-sphere', { params: { rows: 14, columns: 14 } });
    await page.getByRole('button', { name: 'Find equilibrium' }).click();
    await page
      .locator('#messages')
      .getByText(/^At rest after .* N\. It is stable\.$/)
      .waitFor();
    expect((await page.state()).equilibrium?.ok).toBe(true);
  });

  test('in wind says that what was found may flutter', { tags: ['long'] }, async () => {
    await begin('cloth-top-edge', { params: { rows: 8, columns: 8 } });
    await page.hooke('send', { type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, 1] }] });
    await page.getByRole('button', { name: 'Find equilibrium' }).click();
    const messages = page.locator('#messages');
    await messages.getByText(/^At rest after .* N\./).waitFor();
    await messages.getByText(/^In wind a cloth may flutter for ever/).waitFor();
  });

  test('names zero-stiffness motions', { tags: ['long'] }, async () => {
    await begin('body-plain');
    await page.keyboard.press('e');
    const messages = page.locator('#messages');
    await messages.getByText(/\d+ zero-stiffness motions?: /).waitFor();
    const { equilibrium } = await page.state();
    expect(equilibrium?.mechanisms).toBeGreaterThan(0);
    const buttons = messages.locator('.actions button');
    const names = await buttons.allTextContents();
    expect(names.length).toBe(Math.min(7, equilibrium?.mechanisms ?? 0));
  });

  test('shows each motion by arrows that come and go with the message', { tags: ['long'] }, async () => {
    await begin('square-plain');
    const picture = async () =>
      (await page.screenshot({ clip: { x: 0, y: 60, width: 470, height: 330 } })).toString('base64');
    await cameraAtRest(page);
    const bare = await picture();
    await page.keyboard.press('m');
    const messages = page.locator('#messages');
    await messages.getByText('3 zero-stiffness motions: ').waitFor();
    const buttons = messages.locator('.actions button');
    const names = await buttons.allTextContents();
    expect(new Set(names).size).toBe(3);
    await messages.getByText(`Shown: ${names[0]} (1 of 3).`).waitFor();
    await expect.poll(picture).not.toBe(bare);
    const first = await picture();
    await buttons.nth(1).click();
    await messages.getByText(`Shown: ${names[1]} (2 of 3).`).waitFor();
    await expect.poll(picture).not.toBe(first);
    await messages.getByRole('button', { name: 'Close this message' }).click();
    await expect.poll(picture).toBe(bare);
  });

  test('distinguishes a net that shears from a braced one, by the key M', { tags: ['long'] }, async () => {
    await begin('square-plain');
    await page.keyboard.press('m');
    await page
      .locator('#messages')
      .getByText(/\d+ zero-stiffness motions/)
      .waitFor();
    await page.hooke('set', 'scene', 'square-two-diagonals');
    await expect.poll(() => page.messages()).toBe('');
    await page.getByRole('button', { name: 'Find mechanisms' }).click();
    await page.locator('#messages').getByText('No mechanisms: every motion has stiffness.').waitFor();
  });

  test('finds the zero-stiffness motions of a larger net beside the run', { tags: ['long'] }, async () => {
    await begin('cloth-floating', { params: { rows: 22, columns: 22 } });
    await page.keyboard.press('m');
    await page
      .locator('#messages')
      .getByText(/^[1-9]\d* zero-stiffness motions: translation along x, /)
      .waitFor();
    await page.hooke('step', 1);
    await expect.poll(() => page.messages()).not.toContain('Searching');
  });

  test('finds no mechanism of a braced square', { tags: ['long'] }, async () => {
    await begin('square-braced');
    await page.keyboard.press('e');
    await page
      .locator('#messages')
      .getByText(/^At rest after/)
      .waitFor();
    expect((await page.state()).equilibrium?.mechanisms).toBe(0);
    expect(await page.messages()).not.toContain('stiffness');
  });

  test('by the key E finds the state in which the motion settles', async () => {
    await begin('taichi-grid', { precision: 'double' });
    await page.keyboard.press('e');
    await until(page, 'found', ({ equilibrium }) => equilibrium !== null);
    // The settled point of the demo, published to six digits.
    const { position } = await page.particle(99);
    expect(position[0]).toBeCloseTo(0.652355, 4);
    expect(position[1]).toBeCloseTo(0.305183, 4);
  });
});
