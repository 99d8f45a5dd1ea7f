// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { decoded } from '../fixtures/decoded-png';
import { cameraAtRest, contentOf, drawn, type LabPage, openLab } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';
import { seldom } from '../setup/page-scripts';

type Rgb = [red: number, green: number, blue: number];

const SURFACE = { restitution: 0, friction: 0 };
const WIDTH = 700;
const HEIGHT = 600;

/** Two pinned particles: they don't move, and the framing is the same for any environment. */
const BODIES = {
  hooke: 1,
  name: 'two pins',
  particles: {
    positions: [
      [-1, 1, 0],
      [1, 1, 0],
    ],
    masses: 1,
    pinned: [0, 1],
  },
};

describeBrowser('obstacles, trails and colors in the view', () => {
  let page: LabPage;
  beforeAll(async () => {
    // At full resolution, but without shadows.
    const viewport = { width: WIDTH, height: HEIGHT };
    page = await openLab({
      viewport,
      picture: true,
      query: '?shadows=0',
      reducedMotion: 'reduce',
      beforeScripts: seldom,
      keep: true,
    });
    await page.hooke('pause');
    await openFolders(page, 'View');
  });

  const option = (label: string) => page.getByLabel(label, { exact: true });

  /** Checks or unchecks a control, which may be in a closed sheet or folder. */
  async function show(label: string, on: boolean): Promise<void> {
    await option(label).evaluate((box, checked) => {
      if ((box as HTMLInputElement).checked !== checked) (box as HTMLInputElement).click();
    }, on);
  }

  /** Red, green and blue of every pixel of the saved image, which is drawn at once on any machine. */
  async function look(): Promise<(x: number, y: number) => Rgb> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(() => {
        const buttons = [...document.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent === 'Save picture')?.click();
      }),
    ]);
    const { pixels } = await decoded(page, (await contentOf(download)).toString('base64'));
    return (x, y) => {
      const k = 4 * (Math.round(y) * WIDTH + Math.round(x));
      return [pixels[k], pixels[k + 1], pixels[k + 2]];
    };
  }

  const apart = (a: Rgb, b: Rgb) => Math.max(...a.map((c, i) => Math.abs(c - b[i])));

  /** Waits until overlays are loaded and drawn: until the image fulfils the condition. */
  async function seeing(what: string, holds: (at: (x: number, y: number) => Rgb) => boolean): Promise<void> {
    const end = Date.now() + 30_000;
    for (;;) {
      await page.hooke('step', 1);
      if (holds(await look())) return;
      if (Date.now() > end) throw new Error(`${what} was not seen`);
      await drawn(page);
    }
  }

  /** Loads the two pins, and waits until the camera shows them. */
  async function loadBodies(): Promise<void> {
    await page.hooke('load', BODIES);
    await page.hooke('step', 1);
    await cameraAtRest(page);
  }

  /** The screen position of the middle between the two particles. */
  async function middle(): Promise<[number, number]> {
    const [a, b] = [(await page.particle(0)).screen, (await page.particle(1)).screen];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  }

  test('a sphere is drawn at its position, and no longer once it is removed', async () => {
    await show('handles', false);
    await loadBodies();
    const [x, y] = await middle();
    const before = (await look())(x, y);
    await page.hooke('send', { type: 'spheres', spheres: [{ center: [0, 1, 0], radius: 0.2, ...SURFACE }] });
    await seeing('the sphere', (at) => apart(at(x, y), before) > 25);
    await page.hooke('send', { type: 'spheres', spheres: [] });
    await seeing('its absence', (at) => apart(at(x, y), before) <= 2);
  });

  test('a body is drawn where its shape is, and no longer once it is removed', async () => {
    await show('handles', false);
    await loadBodies();
    const [x, y] = await middle();
    const [left] = (await page.particle(0)).screen;
    const before = await look();
    // Through the hole of a ring one sees the room.
    const ring = { shape: 'torus', size: [1, 0.2, 1], center: [0, 1, 0], rotation: [90, 0, 0] };
    await page.hooke('send', { type: 'bodies', bodies: [ring] });
    const onRing = x + 0.4 * (left - x);
    await seeing('the ring', (at) => apart(at(onRing, y), before(onRing, y)) > 25);
    expect(apart((await look())(x, y), before(x, y))).toBeLessThanOrEqual(8);
    await page.hooke('send', { type: 'bodies', bodies: [] });
    await seeing('its absence', (at) => apart(at(onRing, y), before(onRing, y)) <= 2);
  });

  test('an obstacle that is added outside the picture is brought into it; one inside leaves the camera as it is', async () => {
    await loadBodies();
    const width = async () => (await page.particle(1)).screen[0] - (await page.particle(0)).screen[0];
    const before = await width();
    const inside = { center: [0, 1, 0], radius: 0.1, ...SURFACE };
    await page.hooke('send', { type: 'spheres', spheres: [inside] });
    await page.hooke('step', 1);
    expect(await width()).toBe(before);
    await page.hooke('send', { type: 'spheres', spheres: [inside, { center: [0, -9, 0], radius: 0.4, ...SURFACE }] });
    await expect.poll(width).toBeLessThan(0.8 * before);
    await page.hooke('send', { type: 'spheres', spheres: [] });
  });

  test('a wall behind the scene changes the image a little', async () => {
    await loadBodies();
    const [x, y] = await middle();
    const before = (await look())(x, y + 3);
    await page.hooke('send', { type: 'planes', planes: [{ point: [0, 1, -0.5], normal: [0, 0, 1], ...SURFACE }] });
    await seeing('the wall', (at) => apart(at(x, y + 3), before) >= 4);
    expect(apart((await look())(x, y + 3), before)).toBeLessThan(90);
  });

  test('a sphere’s handle is drawn at its center only while handles are shown', async () => {
    await show('handles', false);
    await loadBodies();
    const [x, y] = await middle();
    const bare = (await look())(x, y + 3);
    await page.hooke('send', { type: 'spheres', spheres: [{ center: [0, 1, 0], radius: 0.3, ...SURFACE }] });
    await seeing('the sphere', (at) => apart(at(x, y + 3), bare) > 25);
    const without = await look();
    // In perspective the middle of both screen positions differs slightly from that of the middle.
    const around = Array.from({ length: 31 * 31 }, (_, k) => [(k % 31) - 15, Math.floor(k / 31) - 15]);
    const ring = (at: (x: number, y: number) => Rgb) =>
      Math.max(...around.map(([dx, dy]) => apart(at(x + dx, y + dy), without(x + dx, y + dy))));
    await show('handles', true);
    await seeing('the handle', (at) => ring(at) > 20);
    await show('handles', false);
    await seeing('no handle', (at) => ring(at) <= 2);
  });

  test('a particle leaves a trail while trails are shown', async () => {
    await page.hooke('load', {
      ...BODIES,
      particles: {
        ...BODIES.particles,
        pinned: [0],
        velocities: [
          [0, 0, 0],
          [-0.5, 0, 0],
        ],
      },
      params: { gravity: 0, drag: 0, dt: 0.01 },
      integrator: 'velocity-verlet',
    });
    await page.hooke('step', 1);
    await drawn(page);
    const [left, right] = [(await page.particle(0)).screen, (await page.particle(1)).screen];
    const perMeter = (right[0] - left[0]) / 2;
    await show('trails', true);
    /** Largest difference of blue and red near the place. */
    const blueness = (at: (x: number, y: number) => Rgb, [x, y]: readonly number[]) =>
      Math.max(...[-3, -2, -1, 0, 1, 2, 3].map((d) => at(x, y + d)).map(([r, , b]) => b - r));
    /** 0.5 m behind the particle. */
    const behind = async () => {
      const { screen, position } = await page.particle(1);
      expect(position[0], 'the body has gone too far').toBeGreaterThan(-3.2);
      return [screen[0] + 0.5 * perMeter, screen[1]];
    };
    // The trail starts once overlays are loaded.
    let there = 0;
    while (there < 40) {
      await page.hooke('step', 20);
      there = blueness(await look(), await behind());
    }
    await show('trails', false);
    await page.hooke('step', 1);
    expect(blueness(await look(), await behind())).toBeLessThan(15);
  });

  test('a cloth colored by speed has the palette’s colors, and its own ones again afterwards', async () => {
    await page.hooke('set', 'scene', 'cloth');
    await page.hooke('step', 200);
    await drawn(page);
    const colorBy = (id: string) =>
      option('colour by').evaluate((choice, value) => {
        (choice as HTMLSelectElement).value = value;
        choice.dispatchEvent(new Event('change', { bubbles: true }));
      }, id);
    /** Greenest pixel near the middle of the cloth: linen is teal, and no color of the palette is. */
    const teal = async () => {
      const { screen } = await page.particle(16 * 32 + 16);
      const at = await look();
      const values: number[] = [];
      for (let d = -30; d <= 30; d += 3) {
        const [r, g, b] = at(screen[0] + d, screen[1] + d);
        values.push(Math.min(g, b) - r);
      }
      return values.sort((p, q) => p - q)[values.length >> 1];
    };
    expect(await teal()).toBeGreaterThan(25);
    await colorBy('speed');
    await expect
      .poll(
        async () => {
          await page.hooke('step', 1);
          return teal();
        },
        { timeout: 30_000 },
      )
      .toBeLessThan(10);
    await colorBy('');
    await page.hooke('step', 2);
    expect(await teal()).toBeGreaterThan(25);
  });
});
