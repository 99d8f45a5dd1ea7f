import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SceneFile } from '../../src/physics';
import { answered, cameraAtRest, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { everyNth } from '../fixtures/run-length';
import { describeBrowser } from '../setup/browser';

/** A particle in the middle of the 32×32 cloth. */
const MIDDLE = 16 * 32 + 16;

/** Loads the cloth and brings it to rest, with the mouse over one of its particles. */
async function pointAt(page: LabPage, particle: number): Promise<{ x: number; y: number }> {
  await page.hooke('send', { type: 'scene', scene: 'cloth' });
  await page.hooke('step', 200);
  const { screen } = await page.particle(particle);
  await page.mouse.move(...screen);
  return { x: screen[0], y: screen[1] };
}

describeBrowser('the pointer', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ plays: true, keep: true });
  });

  test.each(everyNth(2, ['worker', 'page']))(
    'grabs with the mouse, drags, and throws, with the engine in the %s',
    { tags: ['sampled'] },
    async (host) => {
      const one = host === 'worker' ? page : await openLab({ plays: true, query: '?host=page' });
      const { x, y } = await pointAt(one, MIDDLE);
      await one.mouse.down();
      await until(one, 'held', ({ held }) => held === MIDDLE);
      await one.hooke('play');
      await one.mouse.move(x - 60, y + 20, { steps: 4 });
      await one.mouse.move(x - 120, y + 40, { steps: 4 });
      const start = (await one.state()).time;
      await until(one, 'a second', ({ time }) => time > start + 0.5);
      const { screen } = await one.particle(MIDDLE);
      // A spring pulls the particle: it lags behind the pointer.
      expect(Math.hypot(screen[0] - (x - 120), screen[1] - (y + 40))).toBeLessThan(60);
      await one.mouse.move(x + 60, y, { steps: 3 });
      await one.mouse.up();
      await until(one, 'released', ({ held }) => held === null);
      await one.hooke('pause');
      const { velocity } = await one.particle(MIDDLE);
      expect(Math.hypot(...velocity)).toBeGreaterThan(0.1);
    },
  );

  test('keeps its grab while the pointer is over the panel, and while the wheel zooms', async () => {
    const { x, y } = await pointAt(page, MIDDLE);
    await page.mouse.down();
    await page.mouse.move(700, 200, { steps: 3 });
    await page.mouse.wheel(0, 100);
    await answered(page);
    expect((await page.state()).held).toBe(MIDDLE);
    await page.mouse.move(x, y);
    await page.mouse.up();
    await until(page, 'released', ({ held }) => held === null);
  });

  test('rotates the camera on empty space, and grabs nothing', async () => {
    await pointAt(page, MIDDLE);
    // Two corners: one may come back to its place on the screen.
    const corners = async () => Promise.all([0, 31].map(async (i) => (await page.particle(i)).screen));
    const before = await corners();
    await page.mouse.move(20, 300);
    await page.mouse.down();
    await page.mouse.move(120, 300, { steps: 5 });
    expect((await page.state()).held).toBeNull();
    await page.mouse.up();
    // The camera turns with the next frame.
    const moved = async () =>
      Math.max(...(await corners()).map(([x, y], i) => Math.hypot(x - before[i][0], y - before[i][1])));
    await expect.poll(moved).toBeGreaterThan(5);
  });

  test('keeps the held particle when the resolution changes', { tags: ['long'] }, async () => {
    const { x, y } = await pointAt(page, MIDDLE);
    await page.mouse.down();
    await until(page, 'held', ({ held }) => held === MIDDLE);
    await page.hooke('set', 'columns', 16);
    const { held, particleCount } = await page.state();
    expect(particleCount).toBe(512);
    expect(held).not.toBeNull();
    await page.hooke('play');
    await page.mouse.move(x - 100, y, { steps: 5 });
    const start = (await page.state()).time;
    await until(page, 'a moment', ({ time }) => time > start + 0.3);
    expect((await page.particle(held as number)).screen[0]).toBeLessThan(x - 20);
    await page.mouse.up();
    await until(page, 'released', (state) => state.held === null);
  });

  test.each(everyNth(2, ['blur', 'pointercancel']))(
    'releases the particle at %s',
    { tags: ['sampled'] },
    async (type) => {
      await pointAt(page, MIDDLE);
      await page.mouse.down();
      await until(page, 'held', ({ held }) => held === MIDDLE);
      await page.evaluate((name) => {
        if (name === 'blur') window.dispatchEvent(new Event('blur'));
        else document.getElementById('view')?.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }));
      }, type);
      await until(page, 'released', ({ held }) => held === null);
      await page.mouse.up();
    },
  );

  test('releases the particle when the page is hidden, and nothing moves until it is visible again', {
    tags: ['long'],
  }, async () => {
    await pointAt(page, MIDDLE);
    await page.hooke('play');
    await page.mouse.down();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await until(page, 'released', ({ held }) => held === null);
    await answered(page);
    const { time } = await page.state();
    await answered(page);
    expect((await page.state()).time).toBe(time);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => false, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await until(page, 'it moves on', (state) => state.time > time);
    expect((await page.state()).time).toBeLessThan(time + 0.5);
    await page.mouse.up();
  });

  test('pins with P and with the tool, and undoes it', async () => {
    const { x, y } = await pointAt(page, MIDDLE);
    const { pinned } = await page.state();
    await page.keyboard.press('p');
    await until(page, 'pinned', (state) => state.pinned.includes(MIDDLE));
    expect((await page.particle(MIDDLE)).pinned).toBe(true);
    await page.keyboard.press('p');
    await until(page, 'unpinned', (state) => !state.pinned.includes(MIDDLE));
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.mouse.click(x, y);
    await until(page, 'pinned by the tool', (state) => state.pinned.includes(MIDDLE));
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
    await until(page, 'all undone', (state) => String(state.pinned) === String(pinned));
    await page.keyboard.press('Control+Shift+z');
    await until(page, 'one redone', (state) => state.pinned.includes(MIDDLE));
    await page.getByRole('button', { name: 'Grab', exact: true }).click();
  });

  test('cuts with X, with the right button and in one stroke, each undone in one step', {
    tags: ['long'],
  }, async () => {
    const { x, y } = await pointAt(page, MIDDLE);
    const { springCount, particleCount } = await page.state();
    const saved = async () => (await page.hooke('save')) as SceneFile;
    const triangles = (await saved()).surface?.length;
    await page.keyboard.press('x');
    await until(page, 'one cut', (state) => state.particleCount === particleCount + 1);
    await page.mouse.move(x - 40, y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(x + 40, y + 30, { steps: 8 });
    await page.mouse.up({ button: 'right' });
    await until(page, 'a stroke cut', (state) => state.particleCount > particleCount + 4);
    // No triangle is lost.
    expect((await saved()).surface?.length).toBe(triangles);
    await page.keyboard.press('Control+z');
    await until(page, 'the stroke closed', (state) => state.particleCount === particleCount + 1);
    await page.keyboard.press('Control+z');
    await until(
      page,
      'all closed',
      (state) => state.particleCount === particleCount && state.springCount === springCount,
    );
  });
});

describeBrowser('a script', () => {
  test('reads the target to which it has moved a held particle, also while the run is paused', {
    tags: ['long'],
  }, async () => {
    const page = await openLab({ keep: true });
    await page.hooke('send', { type: 'grab', particle: MIDDLE, target: [0, 0, 0] });
    await page.hooke('send', { type: 'move', target: [0, 0, 0.5] });
    expect((await page.state()).grabs).toEqual([{ hand: 0, particle: MIDDLE, target: [0, 0, 0.5] }]);
  });
});

describeBrowser('fingers', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ hasTouch: true, keep: true });
  });
  beforeEach(async () => {
    await page.getByRole('button', { name: 'Grab', exact: true }).tap();
    await page.hooke('send', { type: 'scene', scene: 'cloth' });
    await page.hooke('step', 200);
    await page.keyboard.press('f');
    await cameraAtRest(page);
  });

  test('grab within 24 pixels, and a second one beside the cloth zooms instead', async () => {
    const { screen } = await page.particle(MIDDLE);
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch('touchStart', screen);
    await until(page, 'held', ({ held }) => held === MIDDLE);
    const other: [number, number] = [(await page.particle(31)).screen[0] + 60, screen[1]];
    await touch('touchStart', screen, other);
    await until(page, 'released', ({ held }) => held === null);
    const width = async () => (await page.particle(31)).screen[0] - (await page.particle(0)).screen[0];
    const before = await width();
    for (let i = 1; i <= 5; i++) {
      await touch('touchMove', [screen[0] - 10 * i, screen[1]], [other[0] + 10 * i, other[1]]);
      await drawn(page);
    }
    await touch('touchEnd');
    await expect.poll(width).toBeGreaterThan(1.2 * before);
  });

  test('pull the cloth at two places, each by itself, and leave the camera where it is', {
    tags: ['long'],
  }, async () => {
    const [left, right] = [16 * 32 + 4, 16 * 32 + 27];
    const [a, b, corner] = await Promise.all([left, right, 0].map(async (i) => (await page.particle(i)).screen));
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number, number][]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y, id]) => ({ x, y, id })) });
    await touch('touchStart', [...a, 0]);
    await until(page, 'held', ({ grabs }) => grabs.length === 1);
    await touch('touchStart', [...a, 0], [...b, 1]);
    await until(page, 'both held', ({ grabs }) => grabs.length === 2);
    expect((await page.state()).grabs.map(({ hand, particle }) => [hand, particle])).toEqual([
      [0, left],
      [1, right],
    ]);
    for (let i = 1; i <= 6; i++) {
      await touch('touchMove', [a[0] - 8 * i, a[1], 0], [b[0] + 8 * i, b[1], 1]);
      await drawn(page);
    }
    const targets = async () => (await page.state()).grabs.map(({ target }) => target[0]);
    const before = (await page.particle(right)).position[0] - (await page.particle(left)).position[0];
    await page.hooke('step', 400);
    expect((await targets())[1] - (await targets())[0]).toBeGreaterThan(before + 0.2);
    const after = (await page.particle(right)).position[0] - (await page.particle(left)).position[0];
    expect(after).toBeGreaterThan(before + 0.05);
    // The first finger lets go, the other one still pulls.
    await touch('touchEnd', [a[0] - 48, a[1], 0]);
    await until(page, 'one held', ({ grabs }) => grabs.length === 1);
    expect((await page.state()).grabs[0].particle).toBe(right);
    await touch('touchEnd');
    await until(page, 'released', ({ grabs }) => grabs.length === 0);
    // Of the pins only the camera could move one: a pinch by a hundred pixels, far more than the end of its damping.
    const [x, y] = (await page.particle(0)).screen;
    expect(Math.hypot(x - corner[0], y - corner[1])).toBeLessThan(1);
  });

  test('cut the cloth along a slit', { tags: ['long'] }, async () => {
    await page.getByRole('button', { name: 'Cut', exact: true }).tap();
    const { particleCount } = await page.state();
    const [x, y] = (await page.particle(MIDDLE)).screen;
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x: x - 40, y });
    for (let i = 1; i <= 8; i++) await touch('touchMove', { x: x - 40 + 10 * i, y: y + 2 * i });
    await touch('touchEnd');
    await until(page, 'cut', (state) => state.particleCount > particleCount + 2);
  });
});
