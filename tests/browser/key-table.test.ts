import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEYS } from '../../src/ui/pointer/keyboard';
import { chooseInstrument } from '../fixtures/instruments-page';
import { answered, cameraAtRest, type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { everyNth } from '../fixtures/run-length';
import { openSceneGallery, sceneGallery } from '../fixtures/scene-choice';
import { describeBrowser } from '../setup/browser';

/** Of a cloth of 12 × 12. */
const MIDDLE = 5 * 12 + 5;

/** Of the cloth between its pins, CSS pixels. */
async function widthOnScreen(page: LabPage): Promise<number> {
  const [a, b] = await Promise.all([page.particle(0), page.particle(11)]);
  return Math.hypot(a.screen[0] - b.screen[0], a.screen[1] - b.screen[1]);
}

/** The cloth turns by the arrow keys with a modifier, and comes back by the opposite ones. */
async function turns(page: LabPage, modifier: string): Promise<void> {
  const corners = async () =>
    (await Promise.all([0, 11, 132].map((i) => page.particle(i)))).map(({ screen }) => screen);
  const before = await corners();
  const moved = async () => {
    const now = await corners();
    return Math.max(...now.map(([x, y], i) => Math.hypot(x - before[i][0], y - before[i][1])));
  };
  for (const [there, back] of [
    ['ArrowLeft', 'ArrowRight'],
    ['ArrowUp', 'ArrowDown'],
  ]) {
    await page.keyboard.press(`${modifier}${there}`);
    await expect.poll(moved).toBeGreaterThan(5);
    await page.keyboard.press(`${modifier}${back}`);
    await expect.poll(moved).toBeLessThan(1);
  }
}

/** A test for each key of the help, by its label. */
const EFFECTS: Record<string, (page: LabPage) => Promise<void>> = {
  async Space(page) {
    await page.keyboard.press('Space');
    await until(page, 'playing', ({ paused, stepCount }) => !paused && stepCount > 30);
    await page.keyboard.press('Space');
    await until(page, 'paused', ({ paused }) => paused);
  },
  async '. or S'(page) {
    await page.keyboard.press('.');
    await until(page, 'a step', ({ stepCount }) => stepCount === 31);
    await page.keyboard.press('s');
    await until(page, 'a step', ({ stepCount }) => stepCount === 32);
  },
  async R(page) {
    await page.hooke('set', 'stiffness', 123);
    await page.keyboard.press('r');
    await until(page, 'reset', ({ stepCount, params }) => stepCount === 0 && params.stiffness === 123);
  },
  async P(page) {
    await page.keyboard.press('p');
    await until(page, 'pinned', ({ pinned }) => pinned.includes(MIDDLE));
    await page.keyboard.press('p');
    await until(page, 'free', ({ pinned }) => !pinned.includes(MIDDLE));
  },
  async 'X or right click'(page) {
    const { particleCount } = await page.state();
    await page.keyboard.press('x');
    await until(page, 'slit', (state) => state.particleCount === particleCount + 1);
  },
  async T(page) {
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Tear', exact: true, pressed: true }).waitFor();
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Grab', exact: true, pressed: true }).waitFor();
  },
  async 'Ctrl Z'(page) {
    await page.keyboard.press('p');
    await until(page, 'pinned', ({ pinned }) => pinned.includes(MIDDLE));
    await page.keyboard.press('Control+z');
    await until(page, 'undone', ({ pinned }) => !pinned.includes(MIDDLE));
  },
  async 'Ctrl Shift Z'(page) {
    await EFFECTS['Ctrl Z'](page);
    await page.keyboard.press('Control+Shift+z');
    await until(page, 'redone', ({ pinned }) => pinned.includes(MIDDLE));
  },
  async 'Ctrl Y'(page) {
    await EFFECTS['Ctrl Z'](page);
    await page.keyboard.press('Control+y');
    await until(page, 'redone', ({ pinned }) => pinned.includes(MIDDLE));
  },
  async E(page) {
    await page.keyboard.press('e');
    await until(page, 'at rest', ({ equilibrium, energy }) => equilibrium !== null && energy.kinetic === 0);
  },
  async M(page) {
    const hash = await page.hooke('hash');
    await page.keyboard.press('m');
    const found = page.locator('#messages').getByText(/every motion has stiffness|zero-stiffness/);
    await found.waitFor();
    expect(await page.hooke('hash')).toBe(hash);
  },
  async W(page) {
    await page.keyboard.press('w');
    await until(page, 'wind', ({ environment }) => environment.forces.some(({ type }) => type === 'wind'));
    await page.keyboard.press('w');
    await until(page, 'calm', ({ environment }) => environment.forces.length === 0);
  },
  async C(page) {
    await page.keyboard.press('c');
    await page.mouse.down();
    await expect.poll(() => page.locator('#live').textContent()).toContain('1 selected');
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#live').textContent()).toContain('0 selected');
  },
  async U(page) {
    await page.keyboard.press('u');
    await page.mouse.move(60, 300);
    await page.mouse.down();
    await until(page, 'pushed', ({ push }) => push.some((x) => x !== 0));
    await page.mouse.up();
    await until(page, 'let go', ({ push }) => push.every((x) => x === 0));
    await page.keyboard.press('u');
    await page.getByRole('button', { name: 'Grab', exact: true, pressed: true }).waitFor();
  },
  async ','(page) {
    await page.hooke('step', 3);
    const { stepCount } = await page.state();
    await page.keyboard.press(',');
    await until(page, 'a step back', (state) => state.stepCount === stepCount - 1);
  },
  async D(page) {
    await page.hooke('set', 'dt', 1e-5);
    await page.keyboard.press('d');
    await until(page, 'near the limit', ({ params }) => params.dt > 1e-4);
    const { fraction } = await page.evaluate(() => window.hooke.limit());
    // The limit was an estimate when D was pressed, within 1 % of the limit; at rest it becomes exact.
    expect(Math.abs(fraction / 0.9 - 1)).toBeLessThan(0.01);
  },
  async 'Shift D'(page) {
    const following = (on: boolean) =>
      page.locator(`#bar [aria-label="Follow the limit"][aria-pressed=${on}]`).waitFor();
    await page.keyboard.press('Shift+D');
    await following(true);
    await page.keyboard.press('Shift+D');
    await following(false);
  },
  async F(page) {
    const home = (await page.particle(0)).screen;
    const distance = async () => {
      const { screen } = await page.particle(0);
      return Math.hypot(screen[0] - home[0], screen[1] - home[1]);
    };
    // The mouse is at the middle of the cloth: zooming there keeps the direction of the camera.
    await page.mouse.wheel(0, -300);
    await expect.poll(distance).toBeGreaterThan(15);
    await page.keyboard.press('f');
    await expect.poll(distance).toBeLessThan(10);
  },
  async 'Arrow keys'(page) {
    await page.locator('#view').blur();
    await turns(page, '');
  },
  async 'Ctrl with arrow keys'(page) {
    await page.locator('#view').focus();
    await turns(page, 'Control+');
    await page.locator('#view').blur();
  },
  async 'Ctrl Shift with arrow keys'(page) {
    await page.locator('#view').focus();
    await cameraAtRest(page);
    const place = async () => (await page.particle(0)).screen;
    const [x, y] = await place();
    const width = await widthOnScreen(page);
    await page.keyboard.press('Control+Shift+ArrowRight');
    await page.keyboard.press('Control+Shift+ArrowDown');
    await expect.poll(async () => Math.min(...(await place()).map((at, i) => at - [x, y][i]))).toBeGreaterThan(10);
    // Not nearer: its ends are at different depths, so that they move by different ways.
    expect(Math.abs((await widthOnScreen(page)) / width - 1)).toBeLessThan(0.05);
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+Shift+ArrowUp');
    await expect
      .poll(async () => Math.max(...(await place()).map((at, i) => Math.abs(at - [x, y][i]))))
      .toBeLessThan(1);
    await page.locator('#view').blur();
  },
  async '+'(page) {
    const before = await widthOnScreen(page);
    await page.keyboard.press('+');
    await expect.poll(async () => (await widthOnScreen(page)) / before).toBeCloseTo(1.15, 1);
  },
  async '−'(page) {
    const before = await widthOnScreen(page);
    await page.keyboard.press('-');
    await expect.poll(async () => before / (await widthOnScreen(page))).toBeCloseTo(1.15, 1);
  },
  async H(page) {
    await showPanel(page);
    const box = page.locator('#panel input').first();
    await page.keyboard.press('h');
    await box.waitFor({ state: 'hidden' });
    await page.keyboard.press('h');
    await box.waitFor();
  },
  async L(page) {
    const lesson = page.locator('#lesson-toggle[aria-expanded=true]');
    await page.keyboard.press('l');
    await lesson.waitFor();
    await page.keyboard.press('l');
    await lesson.waitFor({ state: 'detached' });
  },
  async I(page) {
    await chooseInstrument(page);
    await page.keyboard.press('i');
    await page.locator('#instruments').waitFor({ state: 'hidden' });
  },
  async '1 – 9'(page) {
    await openSceneGallery(page);
    const scenes = await sceneGallery(page)
      .locator('.card')
      .evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.id as string));
    await page.keyboard.press('Escape');
    await sceneGallery(page).waitFor({ state: 'detached' });
    expect(scenes.length).toBeGreaterThan(9);
    for (const [i, id] of scenes.slice(0, 9).entries()) {
      await page.keyboard.press(String(i + 1));
      await until(page, id, ({ scene }) => scene === id);
    }
  },
  async V(page) {
    const shown = (name: string) => page.locator('#view-bar').getByRole('button', { name, pressed: true }).waitFor();
    await shown('Cloth');
    for (const name of ['Wireframe', 'Strain', 'Cloth']) {
      await page.keyboard.press('v');
      await shown(name);
    }
  },
  async 'Shift F'(page) {
    const full = () => page.evaluate(() => document.fullscreenElement !== null);
    await page.keyboard.press('Shift+f');
    await expect.poll(full).toBe(true);
    await page.keyboard.press('Shift+f');
    await expect.poll(full).toBe(false);
  },
  async Esc(page) {
    await page.hooke('send', { type: 'grab', particle: 3, target: [0, 0, 0] });
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.hooke('set', 'stifness', 1).catch(() => {});
    await page.locator('#messages .error').waitFor();
    await page.keyboard.press('Escape');
    await until(page, 'let go', ({ held }) => held === null);
    await page.locator('#messages .error').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Grab', exact: true, pressed: true }).waitFor();
  },
  async N(page) {
    await page.keyboard.press('n');
    await page.locator('#sound', { hasText: '♪ Silence' }).waitFor();
    await page.keyboard.press('n');
    await page.locator('#sound').waitFor({ state: 'hidden' });
  },
  async A(page) {
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'The view in words' });
    await dialog.getByText(/^Paused\. .*step 30$/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  },
  async '?'(page) {
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    // No other key acts behind the dialog.
    await page.keyboard.press('r');
    await answered(page);
    expect((await page.state()).stepCount).toBe(30);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
};

describeBrowser('each key of the help acts', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ reducedMotion: 'reduce', keep: true });
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 } });
    await page.keyboard.press('f');
    await page.hooke('step', 30);
    await page.mouse.move(...(await page.particle(MIDDLE)).screen);
  });

  test('each has a test', () => expect(Object.keys(EFFECTS).sort()).toEqual(KEYS.map(({ label }) => label).sort()));

  describe.each(everyNth(6, KEYS).map(({ label, help }) => [label, help]))('%s: %s', { tags: ['sampled'] }, (label) => {
    test('as the help says', async () => {
      await EFFECTS[label](page);
    });
  });
});
