// @module-tag long
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { chooseInFileMenu, openFolders } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

const SPHERE = readFileSync('public/examples/assignments/clothsim-sphere.json', 'utf8');

describeBrowser('homework', () => {
  let page: LabPage;
  const box = (name: string) => page.getByLabel(name, { exact: true });
  const type = async (name: string, text: string) => {
    await box(name).fill(text);
    await box(name).press('Enter');
  };
  beforeAll(async () => {
    page = await openLab({ keep: true });
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 } });
  });

  describe('a scene of Berkeley’s cloth simulator', () => {
    test('is opened by the file menu, and a message says how it was read', async () => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseInFileMenu(page, 'Open scene…')]);
      await chooser.setFiles({ name: 'sphere.json', mimeType: 'application/json', buffer: Buffer.from(SPHERE) });
      await until(page, 'the scene', ({ scene }) => scene === 'sphere');
      const state = await page.state();
      expect([state.particleCount, state.integrator, state.pinned]).toEqual([400, 'symplectic-euler', []]);
      expect([state.environment.spheres?.length, state.environment.planes?.length]).toEqual([1, 1]);
      await page.locator('#messages').getByText('Read as a scene of Berkeley’s cloth simulator').waitFor();
    });

    test('is dropped on the page; one with an error is refused by its path, and the scene stays', async () => {
      const drop = async (text: string) => {
        const data = await page.evaluateHandle((content) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content], 'dropped.json', { type: 'application/json' }));
          return transfer;
        }, text);
        await page.dispatchEvent('body', 'drop', { dataTransfer: data });
      };
      await drop(SPHERE.replace('"ks": 5000', '"ks": -1'));
      await page.locator('#messages').getByText('cloth.ks: must be a number of at least 0, got -1').waitFor();
      expect((await page.state()).scene).toBe('cloth');
      await drop(SPHERE);
      await until(page, 'the scene', ({ scene }) => scene === 'dropped');
    });
  });

  test('the mass by area sets the mass of a particle, also on another net', async () => {
    await openFolders(page, 'Material');
    await box('mass by area, kg/m²').waitFor();
    await expect.poll(() => box('mass by area, kg/m²').inputValue()).toBe('0.2');
    await type('mass by area, kg/m²', '0.5');
    await until(page, 'heavier', ({ params }) => params.mass > 0.003);
    const { params } = await page.state();
    expect(params.mass * 144).toBeCloseTo(0.5, 5);
    await page.hooke('set', 'rows', 20);
    await expect.poll(() => box('mass by area, kg/m²').inputValue()).toBe('0.5');
    await page.hooke('set', 'scene', 'chain');
    await expect.poll(() => box('mass by area, kg/m²').isVisible()).toBe(false);
  });

  test('the velocity lost a step sets the velocity decay for the present dt', async () => {
    await openFolders(page, 'Forces');
    await box('velocity lost a step, %').waitFor();
    await page.hooke('set', 'dt', 1 / 2700);
    await type('velocity lost a step, %', '0.2');
    await until(page, 'decay', ({ params }) => params.decay > 0);
    const { params } = await page.state();
    expect(Math.exp(-params.decay / 2700)).toBeCloseTo(0.998, 10);
    await type('velocity lost a step, %', '120');
    await page.locator('#messages').getByText('must be less than 100 %, got 120 %').waitFor();
    expect((await page.state()).params.decay).toBe(params.decay);
  });

  test('the strain limit is on the panel, and its cost in order beside the method', async () => {
    await openFolders(page, 'Material');
    await page.hooke('set', 'integrator', 'rk4');
    await type('strain limit, m/m', '0.1');
    await until(page, 'limited', (state) => state.params.strainLimit === 0.1);
    await expect.poll(() => page.locator('#panel').textContent()).toMatch(/with the strain limit order\s1/);
  });
});
