// @module-tag long
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answered, cameraAtRest, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

/** Every tool, and what it does to the state, by keys alone: no mouse moves on this page. */
describeBrowser('each tool by keys alone', () => {
  let page: LabPage;
  const spoken = () => page.locator('#live').textContent();
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await drawn(page);
    }
  };
  /** Goes by Tab to a control of the page, from its beginning. */
  const goTo = async (name: string) => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const here = await page.evaluate(() => {
        const { id, ariaLabel } = document.activeElement as HTMLElement;
        return id === 'view' ? 'view' : ariaLabel;
      });
      if (here === name) return;
    }
    throw new Error(`Tab does not reach "${name}"`);
  };
  const choose = async (tool: string) => {
    await goTo(tool);
    await press('Enter');
    await page.getByRole('button', { name: tool, exact: true, pressed: true }).waitFor();
    await goTo('view');
  };
  const cursor = () => page.locator('.key-cursor');

  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', keep: true });
  });
  beforeEach(async () => {
    await press('Escape');
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 } });
    await page.hooke('step', 30);
    await cameraAtRest(page);
  });

  test('the list of tools is that of this test', async () => {
    expect(
      await page.locator('#top .tools.choice button').evaluateAll((all) => all.map((one) => one.ariaLabel)),
    ).toEqual(['Grab', 'Pin', 'Cut', 'Tear', 'Select', 'Push']);
  });

  test('Grab pulls a particle', async () => {
    await choose('Grab');
    await press('ArrowDown', 'Enter');
    await until(page, 'held', ({ held }) => held !== null);
    const { held } = await page.state();
    const [before] = (await page.particle(held as number)).position;
    await press('Shift+ArrowRight', 'Shift+ArrowRight');
    await page.hooke('step', 100);
    expect((await page.particle(held as number)).position[0]).toBeGreaterThan(before + 0.02);
    await press('Escape');
    await until(page, 'released', (state) => state.held === null);
    await expect.poll(() => cursor().isVisible()).toBe(false);
  });

  test('Pin pins and frees the chosen particle', async () => {
    await choose('Pin');
    await press('ArrowDown', 'Enter');
    await until(page, 'pinned', ({ pinned }) => pinned.length === 3);
    const added = (await page.state()).pinned.find((i) => i !== 0 && i !== 11);
    await expect.poll(spoken).toMatch(RegExp(`^Particle ${added}, row \\d+ of 12, .*pinned\\. 3 pinned\\.$`));
    await press('Enter');
    await until(page, 'free', ({ pinned }) => pinned.length === 2);
  });

  test('Cut cuts along the way of the cursor, and at one place', async () => {
    await choose('Cut');
    await expect.poll(spoken).toContain('Arrow keys move the cursor, Enter presses.');
    await expect.poll(() => cursor().isVisible()).toBe(true);
    const { particleCount } = await page.state();
    await press('ArrowRight', 'Enter');
    await expect.poll(spoken).toContain('Pressed.');
    await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Enter');
    await answered(page);
    const cut = (await page.state()).particleCount;
    expect(cut).toBeGreaterThan(particleCount + 1);
    await press('Control+z');
    await until(page, 'mended', (state) => state.particleCount === particleCount);
    await press('Enter', 'Enter');
    await until(page, 'one slit', (state) => state.particleCount === particleCount + 1);
  });

  test('Tear tears the cloth that keys pull hard', async () => {
    await choose('Tear');
    const { particleCount } = await page.state();
    await press('ArrowDown', 'Enter');
    await until(page, 'held', ({ held, params }) => held !== null && params.tearStrain > 0);
    for (let i = 0; i < 8; i++) await press('Shift+ArrowDown');
    await page.hooke('play');
    await until(page, 'torn', (state) => state.particleCount > particleCount);
    await page.hooke('pause');
    await press('Escape');
    await until(page, 'whole again after Reset', ({ held, params }) => held === null && params.tearStrain === 0);
  });

  test('Select selects a particle, adds one with Shift, and a rectangle', async () => {
    await choose('Select');
    await press('Enter', 'Enter');
    await expect.poll(spoken).toContain('1 selected.');
    await press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+Enter', 'Enter');
    await expect.poll(spoken).toContain('2 selected.');
    await press('Enter', 'Shift+ArrowDown', 'Shift+ArrowLeft', 'Shift+ArrowLeft');
    await page.locator('.selecting').waitFor();
    await press('Enter');
    await page.locator('.selecting').waitFor({ state: 'detached' });
    const bar = page.getByRole('toolbar', { name: 'Selected particles' });
    await bar.waitFor();
    // From the view, Tab goes to what can be done with them.
    await press('Tab');
    expect(await bar.evaluate((all) => all.contains(document.activeElement))).toBe(true);
    await press('Escape');
  });

  test('Push pushes all particles while it is pressed', async () => {
    await choose('Push');
    await press('Shift+ArrowRight', 'Shift+ArrowRight', 'Enter');
    await until(page, 'pushed', ({ push }) => push[0] > 0);
    const [before] = (await page.state()).push;
    await press('Shift+ArrowRight');
    await until(page, 'pushed harder', ({ push }) => push[0] > before);
    await expect.poll(spoken).toMatch(/^Push on each particle: /);
    await press('Enter');
    await until(page, 'released', ({ push }) => push.every((x) => x === 0));
    await press('Enter');
    await until(page, 'pushed', ({ push }) => push[0] > 0);
    // Another control takes the focus: nothing stays pressed.
    await press('Tab');
    await until(page, 'released', ({ push }) => push.every((x) => x === 0));
  });
});
