import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createSimulation } from '../../src/physics';
import type { Hooke } from '../../src/ui/lab/scripting';
import { type ClothElement, openForeignHost, ready, stateOf, stepsOf } from '../fixtures/host-page';
import { dock, openInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { everyNth } from '../fixtures/run-length';
import { describeBrowser, openPage, type SitePage } from '../setup/browser';

/** Most frames that the elements of a page have. */
const MAX_FRAMES = 6;
const site = inject('site').url;

const hostPage = (body: string) =>
  `<!doctype html><script type="module" src="${site}embed/hooke-cloth.js"></script>${body}`;

/** A page beside the site with this body. */
const openHost = (body: string) =>
  openPage({
    site: `${site}host.html`,
    async prepare(page) {
      await page.route('**/host.html*', (route) => route.fulfill({ contentType: 'text/html', body: hostPage(body) }));
    },
  });

/** Parts of the page with an area. */
const shownParts = (page: LabPage) =>
  page.evaluate(() =>
    ['top', 'view-bar', 'messages', 'panel', 'bar', 'view'].filter((id) => {
      const { width, height } = (document.getElementById(id) as HTMLElement).getBoundingClientRect();
      return width * height > 0;
    }),
  );

describeBrowser('an embedded page', () => {
  const openEmbedded = (controls = '', keep = false) =>
    openLab({
      query: `embed${controls}`,
      firstVisit: true,
      plays: true,
      viewport: { width: 600, height: 450 },
      keep,
    });

  async function showsAfterASecond(page: LabPage, parts: string[]): Promise<void> {
    await until(page, 'a second', ({ time }) => time > 1);
    expect((await shownParts(page)).filter((id) => id !== 'messages')).toEqual(parts);
    expect(await page.locator('#tour-offer, #drag-hint').count()).toBe(0);
  }

  const parts: [string, string[]][] = [
    ['basic', ['bar', 'view']],
    ['full', ['top', 'view-bar', 'panel', 'bar', 'view']],
  ];
  test.each(everyNth(2, parts))(
    'with %s controls shows the cloth and these',
    { tags: ['sampled'] },
    async (controls, parts) => {
      await showsAfterASecond(await openEmbedded(`&controls=${controls}`), parts);
    },
  );

  describe('without controls', () => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openEmbedded('', true);
    });

    test('shows only the cloth', () => showsAfterASecond(page, ['view']));

    test('leaves its keys alone, and is dragged', async () => {
      for (const key of ['l', 'i', '?', ' ']) await page.keyboard.press(key);
      const [x, y] = (await page.particle(500)).screen;
      await page.mouse.move(x, y);
      await page.mouse.down();
      await until(page, 'held', ({ held }) => held !== null);
      await page.mouse.up();
      expect((await page.state()).paused).toBe(false);
      expect(await page.locator('dialog, #lesson section').count()).toBe(0);
    });
  });
});

/** The error of steps that the first element of the page makes when it is removed. */
const removedWhileStepping = (page: SitePage) =>
  page.evaluate(async () => {
    const element = document.querySelector('hooke-cloth') as ClothElement;
    const steps = element.hooke?.step(1e7).then(
      () => 'done',
      (error: Error) => error.message,
    );
    element.remove();
    return steps;
  });

describeBrowser('<hooke-cloth>', () => {
  test('opens the scene, the integrator and the parameters of its attributes, and follows their changes', async () => {
    const page = await openHost(
      '<hooke-cloth scene="chain" integrator="rk4" params="stiffness=300&gravity=3" controls="basic"></hooke-cloth>',
    );
    await ready(page, 0);
    const { scene, integrator, params } = (await stateOf(page, 0)) as ReturnType<Hooke['state']>;
    expect([scene, integrator, params.stiffness, params.gravity]).toEqual(['chain', 'rk4', 300, 3]);
    await page.locator('hooke-cloth').evaluate((element) => element.setAttribute('integrator', 'implicit-euler'));
    await expect.poll(async () => (await stateOf(page, 0))?.integrator).toBe('implicit-euler');
    await page.unrouteAll();
  });

  test('runs in the example of the site', { tags: ['long'] }, async () => {
    const page = await openPage({ site: `${site}examples/embed.html`, viewport: { width: 800, height: 1600 } });
    for (const n of [0, 1, 2]) await ready(page, n);
    const methods = await Promise.all([0, 1].map(async (n) => (await stateOf(page, n))?.integrator));
    expect(methods).toEqual(['symplectic-euler', 'implicit-euler']);
    expect((await stateOf(page, 2))?.scene).toBe('chain');
  });

  test('rejects what it has promised when it is removed', { tags: ['long'] }, async () => {
    const page = await openHost('<hooke-cloth scene="chain"></hooke-cloth>');
    await ready(page, 0);
    expect(await removedWhileStepping(page)).toContain('has gone');
    await page.unrouteAll();
  });

  test('opens a scene file from its address', { tags: ['long'] }, async () => {
    const file = JSON.stringify(createSimulation({ scene: 'flag', params: { stiffness: 321 } }).save());
    const host = await openHost(
      `<hooke-cloth scene="data:application/json,${encodeURIComponent(file)}"></hooke-cloth>`,
    );
    await ready(host, 0);
    expect((await stateOf(host, 0))?.params.stiffness).toBe(321);
    await host.unrouteAll();
  });

  test('is scripted from a page of another origin', { tags: ['long'] }, async () => {
    const { page, close } = await openForeignHost(hostPage('<hooke-cloth scene="chain"></hooke-cloth>'));
    await ready(page, 0);
    const answers = await page.evaluate(async () => {
      const { hooke } = document.querySelector('hooke-cloth') as ClothElement;
      if (!hooke) throw new Error('not ready');
      await hooke.set('stiffness', 222);
      const refused = await hooke.set('stifness', 1).catch((error: Error) => error.message);
      return [(await hooke.state()).params.stiffness, refused, 'then' in hooke, 'next' in hooke];
    });
    // With `then` it would be taken for a promise, with `next` for a generator.
    expect(answers).toEqual([222, expect.stringContaining('stifness'), false, false]);
    expect(await removedWhileStepping(page)).toContain('has gone');
    await close();
  });

  test('runs on a page with twelve in at most six frames, makes no step out of view, and keeps its state', {
    tags: ['long'],
  }, async () => {
    const page = await openHost(
      `<style>hooke-cloth{width:400px;margin-bottom:100px}</style>${'<hooke-cloth></hooke-cloth>'.repeat(12)}`,
    );
    await ready(page, 0);
    await page.evaluate(() => (document.querySelector('hooke-cloth') as ClothElement).hooke?.set('stiffness', 234));
    await expect.poll(() => stepsOf(page, 0)).toBeGreaterThan(20);
    // The first is paused, the second runs.
    const hash = await page.evaluate(async () => {
      const { hooke } = document.querySelector('hooke-cloth') as ClothElement;
      await hooke?.pause();
      return hooke?.hash();
    });
    await ready(page, 1);
    const scrollTo = (n: number) =>
      page.evaluate((i) => document.querySelectorAll('hooke-cloth')[i].scrollIntoView({ block: 'start' }), n);

    await scrollTo(3);
    await ready(page, 3);
    const before = await stepsOf(page, 1);
    const others = await stepsOf(page, 3);
    await expect.poll(() => stepsOf(page, 3)).toBeGreaterThan(others + 20);
    expect(await stepsOf(page, 1)).toBe(before);

    for (let n = 4; n < 12; n++) {
      await scrollTo(n);
      await ready(page, n);
      expect(page.frames().length - 1, `${n}`).toBeLessThanOrEqual(MAX_FRAMES);
    }
    expect(await stateOf(page, 0)).toBe(null);
    await expect.poll(() => page.locator('hooke-cloth').first().locator('img').count()).toBe(1);
    await scrollTo(0);
    await ready(page, 0);
    expect(page.frames().length - 1).toBeLessThanOrEqual(MAX_FRAMES);
    expect(await page.locator('hooke-cloth').first().locator('img').count()).toBe(0);
    const kept = await page.evaluate(async () => {
      const { hooke } = document.querySelector('hooke-cloth') as ClothElement;
      return { hash: await hooke?.hash(), paused: hooke?.state().paused, stiffness: hooke?.state().params.stiffness };
    });
    expect(kept).toEqual({ hash, paused: true, stiffness: 234 });
    await page.unrouteAll();
  });
});

describeBrowser('the code of Export for other pages', () => {
  test('shows the same setup in an element and in a frame, also a long one', { tags: ['long'] }, async () => {
    const page = await openLab({ viewport: { width: 1280, height: 800 }, clipboard: true, keep: true });
    await openInstrument(page, 'Export', 'chain');
    await page.hooke('set', 'stiffness', 321);
    const field = (name: RegExp) => dock(page).getByLabel(name);
    const code = async (way: string) => {
      await field(/^As /).selectOption(way);
      await dock(page).getByRole('button', { name: 'Copy the code' }).click();
      await dock(page).getByText('The code is copied.').waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const copied = await code('element');
    expect(copied).toContain(`<script type="module" src="${site}embed/hooke-cloth.js"></script>`);
    const short = await openHost(copied.split('\n')[1]);
    await ready(short, 0);
    expect(await stateOf(short, 0)).toMatchObject({ scene: 'chain', params: { stiffness: 321 } });

    // So long that a link compresses it.
    await page.hooke('set', 'scene', 'cloth');
    await page.evaluate(async () => {
      const pins = Array.from({ length: 200 }, (_, i) => 2 * i);
      await Promise.all(pins.map((particle) => window.hooke.send({ type: 'pin', particle, pinned: true })));
    });
    const long = await openHost((await code('element')).split('\n')[1]);
    await ready(long, 0);
    expect((await stateOf(long, 0))?.pinned).toEqual((await page.state()).pinned);
    await field(/^With /).selectOption('basic');
    const frame = await openHost(await code('frame'));
    await frame.waitForFunction(() => frames[0]?.document.documentElement.dataset.controls === 'basic');
    await frame.waitForFunction(() => (frames[0] as unknown as { hooke?: Hooke }).hooke);
    const state = await frame.evaluate(async () => {
      const { hooke } = frames[0] as unknown as { hooke: Hooke };
      await hooke.ready;
      return hooke.state();
    });
    expect(state.pinned).toEqual((await page.state()).pinned);
  });
});
