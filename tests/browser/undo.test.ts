import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('undo', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true });
  });
  beforeEach(async () => {
    await page.hooke('pause');
    await page.hooke('send', { type: 'scene', scene: 'cloth' });
    await page.hooke('step', 20);
  });
  const undo = () => page.getByRole('button', { name: 'Undo', exact: true });
  const redo = () => page.getByRole('button', { name: 'Redo', exact: true });

  /** Drags a slider of the panel from its present value to the right, in several moves. */
  async function dragSlider(key: string): Promise<void> {
    await showPanel(page);
    const slider = page.locator(`[data-key=${key}] input[type=range]`);
    await slider.evaluate((input) => input.scrollIntoView({ block: 'center' }));
    const box = await slider.boundingBox();
    if (!box) throw new Error(`no slider for ${key}`);
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 0.5 * box.width, y);
    await page.mouse.down();
    for (let part = 0.5; part <= 0.8; part += 0.05) await page.mouse.move(box.x + part * box.width, y, { steps: 2 });
    await page.mouse.up();
  }

  test('of a whole drag of a slider is one act, by the button, and its name is in the tooltip', async () => {
    const before = await page.state();
    const hash = await page.hooke('hash');
    await dragSlider('stiffness');
    // The slider sends its value once a frame: the last one may come after the drag.
    const shown = Number(await page.getByLabel('stiffness, N/m', { exact: true }).inputValue());
    expect(shown).toBeGreaterThan(1.1 * before.params.stiffness);
    await until(page, 'the end of the drag', ({ params }) => Math.abs(params.stiffness / shown - 1) < 0.01);
    await expect.poll(() => undo().getAttribute('title')).toMatch(/: stiffness/);
    const { stiffness } = (await page.state()).params;
    await undo().click();
    await until(page, 'undone', ({ params }) => params.stiffness === before.params.stiffness);
    expect(await page.hooke('hash')).toBe(hash);
    await redo().click();
    await until(page, 'redone', ({ params }) => params.stiffness === stiffness);
    await expect.poll(() => redo().isDisabled()).toBe(true);
  });

  test('by keys goes back through method, wind, pins, cuts, resolution and scene, to the same bits', {
    tags: ['long'],
  }, async () => {
    const states: unknown[] = [];
    const note = async () => states.push([await page.hooke('hash'), await page.state()]);
    const commands = [
      { type: 'integrator', id: 'rk4' },
      { type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, 3] }] },
      { type: 'spheres', spheres: [{ center: [0, 0.2, 0], radius: 0.2 }] },
      { type: 'pin', particle: 40, pinned: true },
      { type: 'cut', spring: 500 },
      { type: 'set', key: 'rows', value: 20 },
      { type: 'precision', id: 'double' },
      { type: 'scene', scene: 'chain' },
    ];
    for (const command of commands) {
      await note();
      await page.hooke('send', command);
    }
    for (const state of states.reverse()) {
      await page.keyboard.press('Control+z');
      await expect.poll(async () => [await page.hooke('hash'), await page.state()]).toEqual(state);
    }
    for (const _ of commands) await page.keyboard.press('Control+Shift+z');
    await until(page, 'redone', ({ scene }) => scene === 'chain');
  });

  test('while time runs sets the parameter back, and time goes on', { tags: ['long'] }, async () => {
    await page.hooke('play');
    await page.hooke('set', 'stiffness', 80);
    const { time } = await page.state();
    await until(page, 'time', (state) => state.time > time);
    await page.keyboard.press('Control+z');
    await until(page, 'undone', ({ params }) => params.stiffness !== 80);
    const later = await page.state();
    expect(later.time).toBeGreaterThan(time);
    await until(page, 'time', (state) => state.time > later.time);
  });

  test('of the act that made the cloth blow up lets it run on', async () => {
    await page.hooke('play');
    await page.hooke('set', 'dt', 0.02);
    await until(page, 'the blow-up', ({ blowUp }) => blowUp !== null);
    await page.keyboard.press('Control+z');
    await until(page, 'no blow-up', ({ blowUp, params }) => blowUp === null && params.dt < 0.001);
    const { time } = await page.state();
    await until(page, 'time', (state) => state.time > time && !state.paused);
  });
});
