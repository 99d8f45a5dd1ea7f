import { beforeAll, beforeEach, expect, test } from 'vitest';
import { MOTIONS } from '../../src/physics';
import { cameraAtRest, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { folderTitle, openFolders } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('moving pins and selected particles on the panel', () => {
  let page: LabPage;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const folder = (name: string) => folderTitle(page, name);
  const motions = async () => (await page.state()).environment.motion;
  const enter = async (name: string, text: string) => {
    await page.getByLabel(name, { exact: true }).fill(text);
    await page.getByLabel(name, { exact: true }).press('Enter');
  };

  beforeAll(async () => {
    page = await openLab({ keep: true });
    await openFolders(page, 'Moving pins', 'Selected particles');
    await button('Cut springs').waitFor();
    await button('Add constant velocity').waitFor();
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 } });
    await page.hooke('pause');
  });

  test('every kind of motion moves the pins, and is removed', { tags: ['long'] }, async () => {
    for (const { type, label } of MOTIONS) {
      await button(`Add ${label.toLowerCase()}`).click();
      await until(page, label, ({ environment: { motion } }) => motion.length === 1);
      const [motion] = await motions();
      expect(motion.particles).toEqual([0, 11]);
      expect(motion).toHaveProperty(type);
      await button('Remove').click();
      await until(page, `no ${label}`, ({ environment: { motion: list } }) => list.length === 0);
    }
  });

  test('a constant velocity moves the pin at the velocity that is typed', async () => {
    await enter('selected', '11');
    await button('Add constant velocity').click();
    await until(page, 'one', ({ environment: { motion } }) => motion.length === 1);
    await enter('velocity z, m/s', '0.5');
    await until(page, 'typed', ({ environment: { motion } }) => String(motion[0].velocity).endsWith(',0.5'));
    const velocity = (await motions())[0].velocity as number[];
    const before = await page.particle(11);
    const stays = await page.particle(0);
    await page.hooke('step', 100);
    const { params } = await page.state();
    const after = await page.particle(11);
    for (let axis = 0; axis < 3; axis++) {
      const way = after.position[axis] - before.position[axis];
      expect(way).toBeCloseTo(100 * params.dt * velocity[axis], 5);
    }
    expect((await page.particle(0)).position).toEqual(stays.position);
  });

  test('shows a notice if there is no pin to move', async () => {
    await button('No pins').click();
    await until(page, 'free', ({ pinned }) => pinned.length === 0);
    await button('Add constant velocity').click();
    await page.locator('#messages').getByText('Pin a particle first').waitFor();
    expect(await motions()).toEqual([]);
  });

  test('particles are selected by text, pinned, freed and cut apart', { tags: ['long'] }, async () => {
    await enter('selected', '60-62, 70');
    await folder('Selected particles (4)').waitFor();
    await button('Pin').first().waitFor();
    await page
      .getByRole('group', { name: 'Change the selected particles' })
      .getByRole('button', { name: 'Pin' })
      .click();
    await until(page, 'pinned', ({ pinned }) => String(pinned) === '0,11,60,61,62,70');
    await button('Free').click();
    await until(page, 'freed', ({ pinned }) => String(pinned) === '0,11');
    const { springCount, particleCount } = await page.state();
    await button('Cut springs').click();
    // A slit across the spring 60–61, and one across 61–62.
    await until(page, 'slit', (state) => state.particleCount === particleCount + 2);
    await button('Undo').click();
    await until(page, 'closed', (state) => state.springCount === springCount && state.particleCount === particleCount);
    await enter('selected', '5-3');
    await page.locator('#messages').getByText('the range "5-3" is reversed').waitFor();
  });

  test('a rectangle selects the particles in it, Shift adds, Escape clears', { tags: ['long'] }, async () => {
    await page.keyboard.press('c');
    const box = async (from: number, to: number) => {
      const [a, b] = [await page.particle(from), await page.particle(to)];
      await page.mouse.move(a.screen[0] - 6, a.screen[1] - 6);
      await page.mouse.down();
      await page.mouse.move(b.screen[0] + 6, b.screen[1] + 6, { steps: 4 });
      await drawn(page);
      await page.mouse.up();
    };
    const selected = () => page.getByLabel('selected', { exact: true }).inputValue();
    await page.hooke('send', { type: 'scene', scene: 'taichi-grid' });
    await page.keyboard.press('c');
    await cameraAtRest(page);
    await box(0, 22);
    await expect.poll(selected).toBe('0-2, 10-12, 20-22');
    const { screen } = await page.particle(55);
    await page.keyboard.down('Shift');
    await page.mouse.click(...screen);
    await page.keyboard.up('Shift');
    await expect.poll(selected).toBe('0-2, 10-12, 20-22, 55');
    await page.keyboard.press('Escape');
    await expect.poll(selected).toBe('');
  });
});
