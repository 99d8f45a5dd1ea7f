import { beforeAll, expect, test } from 'vitest';
import { choice, chooseInstrument } from '../fixtures/instruments-page';
import { cameraAtRest, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { chooseInFileMenu } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';
import { seldom } from '../setup/page-scripts';

/** A scene with wind, a ball and a moving pin. */
const SETUP = [
  { type: 'scene', scene: 'cloth', params: { rows: 16, columns: 16 }, integrator: 'implicit-euler' },
  { type: 'pin', particle: 8, pinned: true },
  { type: 'forces', forces: [{ type: 'wind', velocity: [1, 0, 4], gust: 1 }] },
  { type: 'spheres', spheres: [{ center: [0.1, 0.5, 0.1], radius: 0.15, friction: 0.3 }] },
  { type: 'motion', motion: [{ particles: [8], shake: { amplitude: [0, 0.1, 0], frequency: 2 } }] },
];

const hashOf = (page: LabPage) => page.evaluate(() => location.hash);

/** The part of the pixels of two pictures, in PNG, that differ visibly. */
function partThatDiffers(page: LabPage, pictures: string[]): Promise<number> {
  return page.evaluate(async (encoded) => {
    const [a, b] = await Promise.all(
      encoded.map(async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    let count = 0;
    for (let i = 0; i < a.length; i++) if (Math.abs(a[i] - b[i]) > 32) count++;
    return count / a.length;
  }, pictures);
}

describeBrowser('the address', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ drawn: true, beforeScripts: seldom, keep: true });
    await page.hooke('pause');
  });

  test('holds wind, a ball, a moving pin, camera, instruments and colours: a fresh page has the same bits and picture', {
    tags: ['long'],
  }, async () => {
    for (const command of SETUP) await page.hooke('send', command);
    await page.getByRole('button', { name: 'Strain', exact: true }).click();
    const canvas = await page.locator('#view').boundingBox();
    const [x, y] = [(canvas?.x ?? 0) + 30, (canvas?.y ?? 0) + 250];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 20, { steps: 4 });
    await page.mouse.up();
    await chooseInstrument(page, 'Energy ledger');
    await cameraAtRest(page);
    // A link that is copied is of this moment; the address follows it.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await chooseInFileMenu(page, 'Copy link');
    const notice = page.locator('#messages').getByText('is copied');
    await notice.waitFor();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText())).hash;
    expect(link).toMatch(/^#z=/);
    await expect.poll(() => hashOf(page)).toBe(link);
    await notice.waitFor({ state: 'detached' });
    expect(link.length).toBeLessThan(2000);
    // With reduced motion a page starts paused: at the first step, as this one.
    const fresh = await openLab({ hash: link, drawn: true, beforeScripts: seldom, reducedMotion: 'reduce' });
    expect(await fresh.messages()).toBe('');
    await expect.poll(() => choice(fresh).inputValue()).toBe(await choice(page).inputValue());
    const pictures: string[] = [];
    for (const one of [page, fresh]) {
      expect((await one.state()).stepCount).toBe(0);
      await one.hooke('step', 500);
      await drawn(one);
      // The dock of the instrument opens while the page is loaded, and the view then moves smoothly.
      await cameraAtRest(one);
      pictures.push((await one.locator('#view').screenshot()).toString('base64'));
    }
    expect(await fresh.hooke('hash')).toBe(await page.hooke('hash'));
    expect((await fresh.state()).environment).toEqual((await page.state()).environment);
    const corners = [0, 15, 240, 255];
    const seen = (one: LabPage) => Promise.all(corners.map(async (i) => (await one.particle(i)).screen));
    const [mine, theirs] = [(await seen(page)).flat(), (await seen(fresh)).flat()];
    mine.forEach((pixel, i) => {
      expect(Math.abs(pixel - theirs[i])).toBeLessThan(0.5);
    });
    expect(await partThatDiffers(page, pictures)).toBeLessThan(0.01);
  });

  test('names each part of a link that is wrong, and loads the others', { tags: ['long'] }, async () => {
    const wrong = [
      'scene=chain&camera=1,2&instruments=telescope&color=mood&show=-floor,roof&spheres={&planes=[{"point":1}]',
      'forces=[{"type":"push","force":[0,0,1]}]',
    ].join('&');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, wrong);
    await until(page, 'the scene', ({ scene, environment }) => scene === 'chain' && environment.forces.length === 1);
    const messages = page.locator('#messages');
    for (const part of ['camera', 'telescope', 'mood', 'roof', 'spheres', 'planes'])
      await messages.getByText(part).waitFor();
    await page.evaluate(() => {
      location.hash = 'z=AAAA';
    });
    await messages.getByText(/compressed link is damaged/).waitFor();
  });

  test('of a small loaded file holds the file', { tags: ['long'] }, async () => {
    const file = {
      hooke: 1,
      name: 'a pair',
      particles: {
        positions: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        masses: [1, 2],
        pinned: [0],
      },
      springs: { pairs: [[0, 1]], restLengths: [0.9], stiffness: 100 },
    };
    await page.hooke('load', file);
    await page.hooke('set', 'gravity', 3);
    await expect.poll(() => hashOf(page)).toMatch(/^#file=.*gravity=3/);
    const fresh = await openLab({ hash: await hashOf(page) });
    const { scene, params, particleCount, pinned } = await fresh.state();
    expect([scene, params.gravity, particleCount, pinned]).toEqual(['a pair', 3, 2, [0]]);
    expect(await fresh.messages()).toBe('');
  });

  test('lets Back and Forward go through the scenes, with the setup of each, and undo as well', {
    tags: ['long'],
  }, async () => {
    for (const scene of ['cloth', 'chain', 'two-bodies']) {
      await page.hooke('set', 'scene', scene);
      if (scene === 'chain') await page.hooke('set', 'gravity', 2);
      await expect.poll(() => hashOf(page)).toMatch(scene === 'chain' ? /scene=chain.*gravity=2/ : `scene=${scene}`);
    }
    await page.goBack();
    await until(page, 'back', ({ scene, params }) => scene === 'chain' && params.gravity === 2);
    await page.goBack();
    await until(page, 'back', ({ scene }) => scene === 'cloth');
    await page.goForward();
    await until(page, 'forward', ({ scene, params }) => scene === 'chain' && params.gravity === 2);
    await page.keyboard.press('Control+z');
    await until(page, 'undone', ({ scene }) => scene === 'cloth');
  });

  test('that follows another one at once is an act of its own', async () => {
    await page.hooke('set', 'scene', 'cloth');
    await page.evaluate(async () => {
      for (const scene of ['chain', 'two-bodies']) {
        const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
        location.hash = `scene=${scene}`;
        await changed;
      }
    });
    await until(page, 'both loaded', ({ scene }) => scene === 'two-bodies');
    await page.keyboard.press('Control+z');
    await until(page, 'undone', ({ scene }) => scene === 'chain');
  });

  test('is not longer than 8 kB: a longer setup is offered as a file, with the reason', async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth' });
    const particles = Array.from({ length: 1000 }, (_, i) => i);
    let seed = 1;
    const number = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const forces = Array.from({ length: 40 }, () => ({
      type: 'push',
      force: [number(), number(), number()],
      particles: particles.filter(() => number() > 0.7),
    }));
    await page.hooke('send', { type: 'forces', forces });
    await chooseInFileMenu(page, 'Copy link');
    const messages = page.locator('#messages');
    await messages.getByText(/would have .* kB, mostly for its part “forces”; a link has at most 8 kB/).waitFor();
    await messages.getByRole('button', { name: 'Save scene' }).waitFor();
    await expect.poll(() => hashOf(page)).toBe('#scene=cloth&integrator=symplectic-euler');
  });
});
