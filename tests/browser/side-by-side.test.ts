// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import type { SlowReplay } from '../../src/runtime/frame/frame';
import { dock, inkOf, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { cameraAtRest, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const button = (page: LabPage, name: string) => dock(page).getByRole('button', { name, exact: true });
/** Of each run: name and state, dt, time, energy, strain, difference. */
const table = (page: LabPage) =>
  dock(page)
    .locator('.runs tbody tr:visible')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
const differences = async (page: LabPage) =>
  (await table(page))
    .slice(1)
    .map(
      (cells) => ({ m: 1, mm: 1e-3, µm: 1e-6, nm: 1e-9 })[cells[5].split(' ')[1] as 'm'] * Number.parseFloat(cells[5]),
    );

/** Pixels of the free part of the picture, without the captions, that are about as orange as the second ghost. */
async function orange(page: LabPage): Promise<number> {
  const clip = { x: 480, y: 150, width: 440, height: 560 };
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    pen.drawImage(image, 0, 0);
    const pixels = pen.getImageData(0, 0, image.width, image.height).data;
    let count = 0;
    for (let o = 0; o < pixels.length; o += 4) if (pixels[o] > 150 && pixels[o] - pixels[o + 2] > 90) count++;
    return count;
  }, picture);
}

/** CSS pixels; in the second of three panes. */
const PANE = { x: 720, y: 100, width: 180, height: 260 };

/** Size of what a slow replay has drawn, over that at its onset. */
function growthOf(show: SlowReplay | null): number {
  if (!show?.boxes) throw new Error('nothing is shown');
  const { first, all } = show.boxes;
  const [before, now] = [first, all].map(({ min, max }) => Math.hypot(...max.map((x, axis) => x - min[axis])));
  return now / before;
}

/** m; the diagonal of the box around all particles of the main run, as drawn. */
function extent(page: LabPage): Promise<number> {
  return page.evaluate(() => {
    const places = Array.from(
      { length: window.hooke.state().particleCount },
      (_, i) => window.hooke.particle(i).position,
    );
    const sides = [0, 1, 2].map((axis) => places.map((place) => place[axis]));
    return Math.hypot(...sides.map((along) => Math.max(...along) - Math.min(...along)));
  });
}

/** Fewer orange pixels than its rim has make no ghost. */
const GHOST = 600;

describeBrowser('side by side', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, drawn: true, deviceScaleFactor: 1, keep: true });
    await page.evaluate(() => window.hooke.pause());
    // Few particles, so that all of them run in time on any machine.
    for (const size of ['rows', 'columns']) await page.hooke('set', size, 12);
    // A cloth without orange threads.
    await page.getByRole('button', { name: 'Plaid', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Denim', exact: true }).click();
  });

  test('loads its code when it is opened, and starts no run by itself', async () => {
    const loaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /side-by-side|companion/.test(name)),
      );
    expect(await loaded()).toBe(false);
    await pressInstrument(page, 'Side by side');
    await button(page, 'Start').waitFor();
    expect(await loaded()).toBe(true);
    expect(await table(page)).toEqual([]);
  });

  test('shows by how much methods part under a hand that pulls with the mouse, in the table, the chart and the picture', async () => {
    await page.hooke('reset');
    expect(await orange(page)).toBeLessThan(20);
    await button(page, 'Start').click();
    await expect
      .poll(async () => (await table(page)).map(([name]) => name))
      .toEqual(['Symplectic Eulermain run: stable', 'Runge–Kutta 4stable', 'Implicit Eulerstable']);
    // The table takes room, and the view moves smoothly.
    await cameraAtRest(page);
    const [x, y] = (await page.particle(60)).screen;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await until(page, 'a particle in the hand', ({ held }) => held !== null);
    // In steps and not by the clock: on a slow machine the runs would have come together again.
    for (let i = 1; i <= 12; i++) {
      await page.mouse.move(x - 10 * i, y - 2.5 * i);
      // The page sends the pointer's place to the engine once a frame.
      await drawn(page);
      await page.hooke('step', 100);
    }
    expect((await page.state()).held).not.toBeNull();
    await page.mouse.up();
    await expect.poll(() => differences(page)).toSatisfy(([rk4, implicit]) => rk4 > 1e-5 && implicit > 1e-4);
    const times = (await table(page)).map((cells) => cells[2]);
    expect(new Set(times).size).toBe(1);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.3);
    await expect.poll(() => orange(page)).toBeGreaterThan(GHOST);
    expect(await violations(page)).toEqual([]);
  });

  test('splits the view, where one can still grab in the main pane, and joins it again', async () => {
    const corner = async () => (await page.particle(143)).screen[0];
    const middle = 700;
    expect(await corner()).toBeGreaterThan(middle);
    await button(page, 'Split view').click();
    await expect.poll(corner).toBeLessThan(middle);
    const [x, y] = (await page.particle(143)).screen;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await until(page, 'the hand in the main pane', ({ held }) => held !== null);
    await page.mouse.up();
    // The caption of its pane has that colour, too.
    expect(await orange(page)).toBeLessThan(GHOST / 2);
    await button(page, 'Ghosts').click();
    await expect.poll(corner).toBeGreaterThan(middle);
    await expect.poll(() => orange(page)).toBeGreaterThan(GHOST);
  });

  test('does not change the main run by a bit', async () => {
    const played = async () => {
      await page.hooke('reset');
      await page.hooke('step', 60);
      await page.hooke('send', { type: 'grab', particle: 100, target: [0.3, 0.9, 0.4] });
      await page.hooke('step', 150);
      await page.hooke('send', { type: 'release' });
      await page.hooke('step', 40);
      return page.hooke('hash');
    };
    const watched = await played();
    expect(await differences(page)).toHaveLength(2);
    await button(page, 'Stop').click();
    await expect.poll(() => table(page)).toEqual([]);
    expect(await played()).toBe(watched);
  });

  test('works by keyboard: one run blows up, and says so, while the others are stable', async () => {
    await page.hooke('reset');
    const type = async (label: string, keys: string[]) => {
      await dock(page).getByLabel(label, { exact: true }).focus();
      for (const key of keys) await page.keyboard.press(key);
    };
    await dock(page).getByText('Compare with', { exact: true }).focus();
    await page.keyboard.press('Enter');
    if (!(await dock(page).getByLabel('Method of run 1').isVisible())) await page.keyboard.press('Enter');
    await dock(page).getByLabel('Method of run 1').focus();
    await page.keyboard.type('same');
    await dock(page).getByLabel('Parameter of run 1').focus();
    await page.keyboard.type('stiffness');
    await type('Value in run 1', ['Control+a', '5', '0', '0', '0', '0', '0']);
    await button(page, 'Start').focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await table(page)).map(([name]) => name))
      .toEqual(['Symplectic Eulermain run: stable', 'Same method, stiffness 500000 N/mstable', 'Implicit Eulerstable']);
    await page.hooke('step', 400);
    await expect.poll(async () => (await table(page))[1][0]).toMatch(/blew up at step \d+: /);
    const rows = await table(page);
    expect(rows.map(([name]) => /stable$/.test(name))).toEqual([true, false, true]);
    expect(rows[1][5]).toBe('–');
    expect((await page.state()).blowUp).toBeNull();
    expect((await page.state()).stepCount).toBe(400);
    expect(await violations(page)).toEqual([]);
  });

  test('shows an error for an invalid value, and ends when it is closed', async () => {
    await dock(page).getByText('Compare with', { exact: true }).click();
    await dock(page).getByLabel('Value in run 1', { exact: true }).fill('-3');
    await page.keyboard.press('Enter');
    await expect.poll(() => dock(page).locator('.side-by-side [role=status]').textContent()).toMatch(/stiffness.*-3/);
    await expect.poll(() => table(page)).toEqual([]);
    await button(page, 'The same at half dt').click();
    await expect
      .poll(async () => (await table(page))[1]?.slice(0, 2))
      .toEqual(['Same method, dt 0.15 msstable', '0.15 ms']);
    expect(await dock(page).getByLabel('Value in run 1', { exact: true }).inputValue()).toBe('0.15');
    await dock(page).getByRole('button', { name: 'Close the instruments' }).click();
    await dock(page).waitFor({ state: 'hidden' });
    expect(await orange(page)).toBeLessThan(20);
  });

  test('explicit against implicit: one run blows up in its pane, in slow motion, and the main run keeps its bits', async () => {
    await page.hooke('reset');
    await pressInstrument(page, 'Side by side');
    const still = async () => (await page.screenshot({ clip: PANE })).toString('base64');
    await button(page, 'Explicit against implicit').click();
    await until(page, 'the explicit run blows up', ({ companions: [explicit] }) => Boolean(explicit?.blowUp));
    const companions = async () => (await page.state()).companions;
    expect((await companions()).map(({ integrator }) => integrator)).toEqual(['symplectic-euler', 'implicit-euler']);
    const before = await still();
    await until(page, 'its show ends', ({ companions: [{ show }] }) => show?.position === 1);
    const [{ show }, implicit] = await companions();
    expect(growthOf(show)).toBeGreaterThan(5);
    expect([implicit.blowUp, implicit.show]).toEqual([null, null]);
    expect(await still()).not.toBe(before);
    await page.keyboard.press(' ');
    await until(page, 'the pause', ({ paused }) => paused);
    // Steps that were under way count, too.
    await page.hooke('pause');
    const { blowUp, stepCount } = await page.state();
    expect(blowUp).toBeNull();
    const hash = await page.hooke('hash');

    // Played again, it begins small; the runs stay paused.
    await button(page, 'Show the blow-up again').click();
    await until(page, 'the slow replay begins', ({ companions: [{ show }] }) => show !== null && show.position < 1);
    await until(page, 'it plays', ({ companions: [{ show }] }) => (show?.position ?? 0) > 0.1);
    expect((await page.state()).stepCount).toBe(stepCount);
    expect(await violations(page)).toEqual([]);
    await button(page, 'Ghosts').click();
    await button(page, 'Stop').click();
    await expect.poll(() => table(page)).toEqual([]);
    await page.hooke('reset');
    await page.hooke('step', stepCount);
    expect(await page.hooke('hash')).toBe(hash);
  });

  test('the main run blows up in its pane, too, while the implicit run continues', async () => {
    await page.hooke('reset');
    const size = await extent(page);
    await button(page, 'Explicit against implicit').click();
    await until(page, 'both runs', ({ companions }) => companions.length === 2);
    await showPanel(page);
    const box = page.getByLabel('time step dt, ms', { exact: true });
    await box.fill('20');
    await box.press('Enter');
    await until(page, 'a blow-up', ({ blowUp }) => blowUp !== null);
    const show = page.getByRole('region', { name: 'The blow-up in slow motion' });
    await show.getByRole('button', { name: 'Faster' }).click();
    await show.getByText('The blow-up, stopped here').waitFor({ timeout: 60_000 });
    expect(await extent(page)).toBeGreaterThan(5 * size);
    const steps = async () => (await page.state()).companions[1].stepCount;
    const before = await steps();
    await expect.poll(steps).toBeGreaterThan(before);
    await expect
      .poll(() => dock(page).locator('.conclusion p').textContent())
      .toMatch(
        /^The main run blew up at t = [\d.]+ s and Symplectic Euler with dt .* s; Implicit Euler with dt .* ms holds\.$/,
      );
    await page.keyboard.press('Escape');
    await show.waitFor({ state: 'hidden' });
    expect(await extent(page)).toBeLessThan(2 * size);
    await expect.poll(async () => (await page.state()).companions[0].show?.position).toBe(1);
    await page.hooke('pause');
  });

  test('can be used in the narrowest window', async () => {
    const phone = await openLab({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await openInstrument(phone, 'Side by side', 'chain');
    await button(phone, 'The same at half dt').click();
    await expect.poll(async () => (await table(phone)).length).toBe(2);
    expect(await violations(phone)).toEqual([]);
  });
});
