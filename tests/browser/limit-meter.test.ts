import { beforeAll, describe, expect, test } from 'vitest';
import { readObj } from '../../src/physics/scenes/mesh/obj-file';
import { decoded } from '../fixtures/decoded-png';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { meshWithSliver } from '../fixtures/mesh-with-sliver';
import { showPanel } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

type Limit = ReturnType<typeof window.hooke.limit>;

describeBrowser('the limit meter', () => {
  let page: LabPage;
  const words = () => page.locator('#bar .meter b');
  const bring = () => page.locator('#bar').getByRole('button', { name: 'Set dt to 90 % of the limit' });
  const follow = () => page.locator('#bar').getByRole('button', { name: 'Follow the limit' });
  const limit = () => page.evaluate(() => window.hooke.limit()) as Promise<Limit>;
  const reads = (text: RegExp) => words().filter({ hasText: text }).waitFor();
  const pressed = (on: boolean) => page.locator(`#bar [aria-label="Follow the limit"][aria-pressed=${on}]`).waitFor();
  const dtOf = async () => (await page.state()).params.dt;

  beforeAll(async () => {
    page = await openLab({ keep: true });
    await page.hooke('pause');
    await showPanel(page);
    await page.waitForFunction(() => !window.hooke.limit().sought);
  });

  test('shows what hooke.limit() returns: below the limit, above it, and without one', async () => {
    const { dt, omegaMax, decayMax, fraction } = await limit();
    expect(fraction).toBeCloseTo((await dtOf()) / dt, 12);
    expect(omegaMax).toBeGreaterThan(2000);
    expect(decayMax).toBeGreaterThan(100);
    await reads(new RegExp(`^${Math.round(100 * fraction)} % of limit 0\\.\\d+ ms$`));
    await page.hooke('set', 'dt', 1.4 * dt);
    await reads(/^1\.4 × limit 0\.\d+ ms$/);
    await page.hooke('set', 'integrator', 'implicit-euler');
    await reads(/^no limit$/);
    expect((await limit()).fraction).toBe(0);
    expect(await bring().isDisabled()).toBe(true);
    await page.hooke('set', 'scene', 'two-bodies');
    await page.hooke('set', 'integrator', 'midpoint');
    await reads(/^unstable at every dt$/);
    await page
      .locator('#bar .meter small')
      .filter({ hasText: /, mode of [\d.]+ Hz$/ })
      .waitFor();
    expect(await page.locator('#bar .meter').getAttribute('title')).toMatch(
      /^The mode of [\d.]+ Hz, .+, grows at any dt: at this one its amplitude doubles in /,
    );
    expect(await limit()).toMatchObject({ dt: 0, fraction: Number.POSITIVE_INFINITY });
  });

  test('is the same in the panel, in each frame while the limit changes', { tags: ['long'] }, async () => {
    await page.hooke('set', 'scene', 'three-bodies');
    await page.hooke('play');
    const shown = await page.evaluate(async () => {
      const inPanel = document.querySelector('.lil-controller:has([aria-label="dt and its limit"]) .lil-name');
      const inBar = document.querySelector('#bar .meter b');
      const texts: unknown[][] = [];
      for (const limits = new Set(); limits.size < 4; limits.add(inPanel?.textContent)) {
        await new Promise(requestAnimationFrame);
        texts.push([inPanel?.textContent, inBar?.textContent]);
      }
      return texts;
    });
    await page.hooke('pause');
    for (const [panel, bar] of shown) expect(panel).toBe(bar);
  });

  test('falls at once for stiffer springs, and rises for cut ones', async () => {
    await page.hooke('set', 'scene', 'two-bodies');
    const { dt } = await limit();
    await page.hooke('set', 'stiffness', 400 * (await page.state()).params.stiffness);
    expect((await limit()).dt / dt).toBeCloseTo(1 / 20, 6);
    await page.hooke('send', { type: 'cut', spring: 0 });
    await reads(/^no limit$/);
  });

  describe('brings dt to 90 % of the limit', () => {
    test.each([
      ['by a click', () => bring().click()],
      ['by a key', () => page.keyboard.press('d')],
      ['from the panel', () => page.locator('#panel').getByRole('button', { name: 'dt to 90 % of the limit' }).click()],
    ])('%s', async (_, act) => {
      await page.hooke('set', 'scene', 'cloth');
      await page
        .locator('#view, canvas')
        .first()
        .focus()
        .catch(() => {});
      await bring().and(page.locator(':enabled')).waitFor();
      await act();
      const { dt } = await limit();
      await until(page, 'dt near the limit', ({ params }) => Math.abs(params.dt / dt - 0.9) < 0.01);
      await reads(/^(89|90) % of limit/);
    });
  });

  test.each([
    ['a click', () => follow().click()],
    ['a key', () => page.keyboard.press('Shift+D')],
    ['the panel', () => page.locator('#panel').getByLabel('follow the limit').click()],
  ])('lets dt follow the limit by %s, until dt is set by hand', async (_, toggle) => {
    await page.hooke('set', 'scene', 'cloth');
    const { stiffness } = (await page.state()).params;
    await toggle();
    await pressed(true);
    await page.locator('#bar .meter', { hasText: 'dt follows' }).waitFor();
    await until(page, 'dt at the limit', ({ params }) => params.dt > 6e-4);
    await page.hooke('set', 'stiffness', 4 * stiffness);
    await until(page, 'dt halved', ({ params }) => params.dt < 4e-4);
    expect((await limit()).fraction).toBeLessThan(0.95);
    await page.hooke('set', 'stiffness', stiffness);
    await until(page, 'dt as it was', ({ params }) => params.dt > 6e-4);
    await page.hooke('set', 'dt', 2e-4);
    await pressed(false);
    expect(await dtOf()).toBe(2e-4);
  });

  test('follows springs that become a hundred times as stiff while the cloth moves', { tags: ['long'] }, async () => {
    await page.hooke('set', 'scene', 'cloth');
    await follow().click();
    await pressed(true);
    await page.hooke('play');
    const { stepCount, params } = await page.state();
    await page.hooke('set', 'stiffness', 100 * params.stiffness);
    await until(page, 'steps of a tenth', (state) => state.params.dt < 1e-4 && state.stepCount > stepCount + 500);
    expect((await page.state()).blowUp).toBeNull();
    await page.hooke('pause');
    await follow().click();
    await pressed(false);
  });

  test('has no fault that axe finds', { tags: ['long'] }, async () => {
    expect(await violations(page)).toEqual([]);
  });
});

/** Number of transparent pixels of the window: Chromium without GPU compositing may leave a box empty. */
async function emptyPixels(page: LabPage): Promise<number> {
  const { pixels } = await decoded(page, (await page.screenshot()).toString('base64'));
  let count = 0;
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] < 255) count++;
  return count;
}

describeBrowser('a mesh with a thin triangle', () => {
  test.each([
    ['on a desktop', { viewport: { width: 1280, height: 800 } }],
    ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])('%s: the meter names it, and two clicks raise the limit', { tags: ['long'] }, async (_, options) => {
    const page = await openLab(options);
    await page.hooke('pause');
    const { text, tip, ends } = meshWithSliver();
    const scene = readObj(text, 'sheet').file;
    await page.hooke('load', { ...scene, integrator: 'symplectic-euler' });
    await until(page, 'the mesh', ({ particleCount }) => particleCount === tip + 1);
    const limit = async () => (await page.evaluate(() => window.hooke.limit())).dt;
    const button = page.locator('#bar').getByRole('button', { name: 'Triangle 98', exact: true });
    await button.waitFor();
    const before = await limit();
    const [, gain] = /the limit is ([\d.]+) × as long/.exec((await button.getAttribute('title')) ?? '') ?? [];
    expect(Number(gain)).toBeGreaterThan(1.2);
    const [area, screen] = [await button.boundingBox(), page.viewportSize()];
    expect((area?.x ?? 0) + (area?.width ?? 0)).toBeLessThanOrEqual(screen?.width ?? 0);
    const hash = () => page.evaluate(() => location.hash);
    await page.waitForFunction(() => /^#(z|file)=/.test(location.hash));
    const first = await hash();
    await button.click();
    const message = page.locator('#messages').getByText(`Triangle 98 (particles ${ends[0]}, ${tip}, ${ends[1]}; `);
    await message.waitFor();
    expect(await emptyPixels(page)).toBe(0);
    await page.locator('#messages').getByRole('button', { name: 'Collapse the edge' }).click();
    await until(page, 'the collapse', ({ particleCount }) => particleCount === tip);
    await button.waitFor({ state: 'hidden' });
    await page.waitForFunction(() => !window.hooke.limit().sought);
    expect((await limit()) / before / Number(gain)).toBeCloseTo(1, 1);
    const violated = await violations(page);
    expect(violated).toEqual([]);
    // A link opens the mesh without the triangle.
    await page.waitForFunction((before) => location.hash !== before, first);
    const link = await hash();
    await page.hooke('send', { type: 'undo' });
    await until(page, 'the mesh as before', ({ particleCount }) => particleCount === tip + 1);
    await button.waitFor();
    const other = await openLab({ hash: link });
    expect((await other.state()).particleCount).toBe(tip);
  });

  test('and several: one click collapses an edge of each, and undo brings all back', { tags: ['long'] }, async () => {
    const page = await openLab();
    await page.hooke('pause');
    const { text, slivers } = meshWithSliver(8, [1, 3, 6]);
    await page.hooke('load', { ...readObj(text, 'sheet').file, integrator: 'symplectic-euler' });
    const limit = async () => (await page.evaluate(() => window.hooke.limit())).dt;
    await page.locator('#bar').getByRole('button', { name: '3 triangles', exact: true }).click();
    const before = await limit();
    const message = page.locator('#messages').getByText('3 thin triangles set the limit on dt.');
    const [, gain] = /the limit is ([\d.]+) × as long/.exec((await message.textContent()) ?? '') ?? [];
    await page.locator('#messages').getByRole('button', { name: 'Collapse the edges' }).click();
    await until(page, 'the collapse', ({ particleCount }) => particleCount === slivers[0].tip);
    await page.waitForFunction(() => !window.hooke.limit().sought);
    expect((await limit()) / before / Number(gain)).toBeCloseTo(1, 1);
    await page.hooke('send', { type: 'undo' });
    await until(page, 'all triangles', ({ particleCount }) => particleCount === slivers[0].tip + 3);
  });
});
