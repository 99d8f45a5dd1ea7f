import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';
import { seldom } from '../setup/page-scripts';

describeBrowser('window.hooke', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({
      viewport: { width: 1280, height: 800 },
      drawn: true,
      deviceScaleFactor: 1,
      beforeScripts: seldom,
      keep: true,
    });
  });
  beforeEach(() => page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 } }));

  test('has every documented name', async () => {
    const types = await page.evaluate(() =>
      Object.fromEntries(Object.entries(window.hooke).map(([name, value]) => [name, typeof value])),
    );
    expect(types).toMatchObject({
      ...{ ready: 'object', step: 'function', play: 'function', pause: 'function', reset: 'function' },
      ...{ set: 'function', load: 'function', save: 'function', send: 'function' },
      ...{ state: 'function', particle: 'function', hash: 'function', export: 'function' },
    });
    const state = await page.state();
    expect(state).toMatchObject({
      ...{ scene: 'cloth', integrator: 'symplectic-euler', particleCount: 144, springCount: 746, pinned: [0, 11] },
      ...{ blowUp: null, held: null, params: { rows: 12, columns: 12 } },
    });
    expect([typeof state.time, typeof state.stepCount, typeof state.paused]).toEqual(['number', 'number', 'boolean']);
    const { kinetic, elastic, gravity, total } = state.energy;
    expect(kinetic + elastic + gravity).toBeCloseTo(total, 9);
    const particle = await page.particle(0);
    expect(Object.keys(particle).sort()).toEqual(['mass', 'pinned', 'position', 'screen', 'velocity']);
    expect([particle.position.length, particle.velocity.length, particle.screen.length]).toEqual([3, 3, 2]);
  });

  test('returns promises, except from state() and particle()', async () => {
    const promised = await page.evaluate(async () => {
      const { hooke } = window;
      const all = [hooke.ready, hooke.pause(), hooke.step(1), hooke.set('dt', 3e-4), hooke.save(), hooke.hash()];
      all.push(hooke.play(), hooke.send({ type: 'release' }), hooke.reset(), hooke.load(await hooke.save()));
      const promises = all.map((one) => one instanceof Promise);
      await Promise.all(all);
      return promises;
    });
    expect(promised).toEqual(Array(10).fill(true));
  });

  test('returns copies: changing them does not change the page', async () => {
    await page.hooke('pause');
    const changed = await page.evaluate(() => {
      const state = window.hooke.state();
      state.params.stiffness = 1;
      state.pinned.push(5);
      window.hooke.particle(0).position[0] = 99;
      return [window.hooke.state().params.stiffness, window.hooke.state().pinned, window.hooke.particle(0).position[0]];
    });
    expect(changed.slice(0, 2)).toEqual([200, [0, 11]]);
    expect(changed[2]).toBeLessThan(2);
  });

  test('steps exactly while it plays, and pauses', async () => {
    await page.hooke('play');
    await until(page, 'it runs', ({ stepCount }) => stepCount > 0);
    const [before, after, paused] = await page.evaluate(async () => {
      const { hooke } = window;
      await hooke.pause();
      const start = hooke.state().stepCount;
      await hooke.play();
      await hooke.pause();
      await hooke.reset();
      await hooke.step(123);
      return [start, hooke.state().stepCount, hooke.state().paused];
    });
    expect(before).toBeGreaterThan(0);
    expect([after, paused]).toEqual([123, true]);
  });

  test('gives the screen coordinates at which a particle is drawn', { tags: ['long'] }, async () => {
    await page.hooke('step', 300);
    const count = (await page.state()).particleCount;
    const places = await Promise.all(Array.from({ length: count }, async (_, i) => (await page.particle(i)).screen));
    await page.mouse.move(5, 300);
    /** Pixels that the dots change. */
    const differing = async (): Promise<[number, number][]> => {
      await openFolders(page, 'View');
      const box = page.getByLabel('particles', { exact: true });
      const view = page.locator('#view');
      const shots: string[] = [];
      for (const on of [false, true]) {
        await box.setChecked(on);
        await page.hooke('step', 0);
        shots.push((await view.screenshot({ animations: 'disabled', timeout: 20_000 })).toString('base64'));
      }
      return page.evaluate(async (pictures) => {
        const [a, b] = await Promise.all(
          pictures.map(async (text) => {
            const image = new Image();
            image.src = `data:image/png;base64,${text}`;
            await image.decode();
            const bitmap = await createImageBitmap(image);
            const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
            const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
            context.drawImage(bitmap, 0, 0);
            return context.getImageData(0, 0, bitmap.width, bitmap.height);
          }),
        );
        const found: [number, number][] = [];
        for (let i = 0; i < a.data.length; i += 4) {
          const difference = [0, 1, 2].reduce((sum, k) => sum + Math.abs(a.data[i + k] - b.data[i + k]), 0);
          if (difference > 60) found.push([(i / 4) % a.width, Math.floor(i / 4 / a.width)]);
        }
        return found;
      }, shots);
    };
    const pixels = await differing();
    // Each dot is at its particle's coordinates, and hardly any elsewhere; panel and bar cover some.
    const bare = ([x, y]: [number, number]) => x < 930 && y > 60 && y < 680;
    const near = ([x, y]: [number, number], others: [number, number][]) =>
      others.some(([u, v]) => Math.hypot(x - u, y - v) < 6);
    const { pinned } = await page.state();
    // A pinned particle is drawn as a pin head.
    const seen = places.filter((place, i) => bare(place) && !pinned.includes(i));
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.filter((place) => !near(place, pixels))).toEqual([]);
    // Dots also cast shadows on the cloth beside them.
    const changed = pixels.filter(bare);
    expect(changed.filter((pixel) => !near(pixel, places)).length).toBeLessThan(0.1 * changed.length);
  });
});
