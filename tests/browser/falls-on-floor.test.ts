// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

/** s; of simulated time. */
const FALLS_FOR = 5;
/** m; what single precision leaves of the floor. */
const TOLERANCE = 1e-5;

describeBrowser('without pins', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true, viewport: { width: 1280, height: 800 } });
  });

  /** The lowest particle, m, and the box around all of them on the screen, CSS pixels. */
  async function where() {
    const { particleCount } = await page.state();
    return page.evaluate((count) => {
      const all = Array.from({ length: count }, (_, i) => window.hooke.particle(i));
      const [x, y] = [0, 1].map((c) => all.map(({ screen }) => screen[c]));
      return {
        lowest: Math.min(...all.map(({ position }) => position[1])),
        box: [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)],
      };
    }, particleCount);
  }

  /** The part of the view that nothing covers, CSS pixels. */
  const free = () =>
    page.evaluate(() => {
      const rect = (id: string) => (document.getElementById(id) as HTMLElement).getBoundingClientRect();
      return [0, rect('top').bottom, rect('panel').left, rect('bar').top];
    });

  async function expectInSight(): Promise<void> {
    const [left, top, right, bottom] = await free();
    await expect
      .poll(async () => {
        const { box } = await where();
        return box[0] >= left && box[1] >= top && box[2] <= right && box[3] <= bottom;
      })
      .toBe(true);
  }

  // The flag is light, and the wind blows on: it is carried out of the picture.
  describe.each(['cloth', 'flag'])('the scene %s', (scene) => {
    test('lies on the floor and in the picture after 5 s, and hangs in the picture again when that is undone', async () => {
      await page.hooke('send', { type: 'scene', scene, params: { rows: 12, columns: 12, dt: 5e-4 } });
      await page.hooke('step', 20);
      const before = await page.hooke('hash');
      const hung = await where();
      await page.getByRole('button', { name: 'No pins', exact: true }).click();
      await until(page, 'no pins', ({ pinned }) => pinned.length === 0);
      // In pieces, as a page that runs has frames meanwhile.
      for (let k = 0; k < 50; k++) await page.hooke('step', FALLS_FOR / 50 / 5e-4);
      await expectInSight();
      const { lowest } = await where();
      expect(lowest).toBeGreaterThan(-TOLERANCE);
      expect(lowest).toBeLessThan(0.02);
      await page.keyboard.press('f');
      await expectInSight();
      await page.keyboard.press('Control+z');
      await until(page, 'pins', ({ pinned }) => pinned.length > 0);
      await expectInSight();
      expect(await page.hooke('hash')).toBe(before);
      expect((await where()).lowest).toBe(hung.lowest);
    });
  });
});

describeBrowser('on a phone', () => {
  test('a frame that falls over stays in the picture, whenever it is paused', async () => {
    const [width, height] = [390, 844];
    const page = await openLab({ viewport: { width, height }, hasTouch: true });
    await page.hooke('set', 'scene', 'body-plain');
    const { particleCount } = await page.state();
    for (let k = 0; k < 16; k++) {
      await page.hooke('step', 150);
      // With the balls, which are drawn around the particles.
      await expect
        .poll(async () => {
          const all = await Promise.all(Array.from({ length: particleCount }, (_, i) => page.particle(i)));
          return all.every(({ screen: [x, y] }) => x > 4 && x < width - 4 && y > 0 && y < height);
        })
        .toBe(true);
    }
  });
});
