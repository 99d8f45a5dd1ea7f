// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest';
import { createSimulation, growthPerStep, modes } from '../../src/physics';
import { dock } from '../fixtures/instruments-page';
import { answered, type LabPage, openLab, until } from '../fixtures/lab-page';
import { misplaced } from '../fixtures/reading-order';
import { violations } from '../fixtures/violations';
import { describeBrowser, type PageOptions } from '../setup/browser';

const DESK: PageOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: PageOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** m; the diagonal of the box around all particles of a run, as drawn. */
function sizeOf(page: LabPage, run: number): Promise<number> {
  return page.evaluate((i) => {
    const places = window.hooke.positions(i);
    const sides = [0, 1, 2].map((axis) => places.map((place) => place[axis]));
    return Math.hypot(...sides.map((along) => Math.max(...along) - Math.min(...along)));
  }, run);
}

const button = (page: LabPage, name: string) => dock(page).getByRole('button', { name, exact: true });
const slider = (page: LabPage) => dock(page).getByRole('slider');
const sentence = (page: LabPage) => dock(page).locator('.conclusion p').textContent();
const factors = (page: LabPage) => dock(page).locator('output').allTextContents();
const method = (page: LabPage, side: 'left' | 'right') => dock(page).getByLabel(`Method of the ${side} cloth`);
const noRun = (page: LabPage) => until(page, 'its end', ({ companions }) => companions.length === 0);

/** The companion has blown up, and its slow motion is drawn. */
const showsBlowUp = (page: LabPage) =>
  until(page, 'the slow motion', ({ companions: [one] }) => Boolean(one?.show?.boxes && one.show.position > 0));

/** Lets the page draw one picture a second, as where software draws a large one, and counts those of the slow motion. */
function drawSlowly(page: LabPage): Promise<void> {
  return page.evaluate(() => {
    const next = window.requestAnimationFrame;
    const pictures = new Set<number>();
    const counted = (draw: FrameRequestCallback) => (now: number) => {
      if (window.hooke.state().companions[0]?.show?.playing) pictures.add(now);
      draw(now);
    };
    window.requestAnimationFrame = (draw) => window.setTimeout(() => next(counted(draw)), 1000);
    Object.assign(window, { pictures });
  });
}
const picturesDrawn = (page: LabPage) =>
  page.evaluate(() => (window as Window & { pictures?: Set<number> }).pictures?.size ?? 0);

describeBrowser('the duel', () => {
  describe.each([
    ['desk', DESK],
    ['phone', PHONE],
  ] as const)('on a %s', (device, options) => {
    test('after one click one cloth is 5 times its size, within its slow motion, and the other keeps its size', async () => {
      const page = await openLab({ ...options, plays: true });
      // In its first tenth of a second the cloth still falls into its shape.
      await until(page, 'a cloth that hangs', ({ time }) => time > 0.2);
      const before = await sizeOf(page, 0);
      const opener = page.locator('#top').getByRole('button', { name: /^Duel/ });
      await (device === 'phone' ? opener.tap() : opener.click());
      if (device === 'desk') await drawSlowly(page);
      await showsBlowUp(page);
      await expect.poll(() => sizeOf(page, 1)).toBeGreaterThan(5 * before);
      const { companions, integrator, time } = await page.state();
      const [{ show, blowUp }] = companions;
      // The slow motion lasts 5 s: so it is seen within 8 s where the page has loaded it in 3 s.
      expect(show?.position).toBeLessThanOrEqual(1);
      expect([integrator, companions[0].integrator]).toEqual(['implicit-euler', 'explicit-euler']);
      expect(blowUp?.time).toBeLessThanOrEqual(time);
      await until(page, 'the end of the slow motion', (state) => state.companions[0].show?.position === 1);
      // It goes by the clock: 5 s are 5 pictures and those at its ends, however slowly they are drawn.
      expect(await picturesDrawn(page)).toBeLessThanOrEqual(8);
      expect(Math.abs((await sizeOf(page, 0)) / before - 1)).toBeLessThan(0.1);
      expect(await sizeOf(page, 1)).toBeGreaterThan(5 * before);
      expect((await page.state()).blowUp).toBeNull();
      await expect
        .poll(() => sentence(page))
        .toMatch(
          /^Growth factors per step of the fastest mode at dt = [\d.]+ ms: 0\.\d+ with Implicit Euler, which holds, and [2-9][\d.]* with Explicit Euler, which blew up after [\d.]+ ms\.$/,
        );
      expect(await violations(page)).toEqual([]);
      // On a phone the two methods stand side by side above the slider, which belongs to both.
      if (device === 'desk') expect(await misplaced(page, '#instruments .duel')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(options.viewport?.width);
      await (device === 'phone' ? opener.tap() : opener.click());
      await noRun(page);
    });
  });

  describe('by its controls', { tags: ['long'] }, () => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({ ...DESK, reducedMotion: 'reduce', keep: true });
      for (const size of ['rows', 'columns']) await page.hooke('set', size, 10);
    });

    test('shows the growth factors that the engine has, also while the slider is moved with keys', async () => {
      await page.getByRole('button', { name: /^Duel/ }).focus();
      await page.keyboard.press('Enter');
      await until(page, 'the blow-up', ({ companions: [one] }) => Boolean(one?.blowUp));
      // Under reduced motion a still picture of its end, and no flashing.
      await until(page, 'its picture', ({ companions: [one] }) => one.show?.position === 1);
      const asTheEngine = async () => {
        const { params } = await page.state();
        const simulation = createSimulation({ scene: 'cloth', params });
        const [{ omega, zeta }] = modes(simulation, { count: 1, from: 'high' });
        return ['implicit-euler', 'explicit-euler'].map((id) => growthPerStep(id, omega * params.dt, zeta));
      };
      const shown = async () => (await factors(page)).map((text) => Number(text.replace('× ', '')));
      // The cloth has moved since its start, which changes ω by some percent.
      const agree = async () => {
        const [own, engine] = [await shown(), await asTheEngine()];
        return own.every((factor, i) => Math.abs(factor / engine[i] - 1) < 0.1);
      };
      await expect.poll(agree).toBe(true);
      const first = (await page.state()).params.dt;
      await slider(page).focus();
      for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowLeft');
      await until(page, 'a shorter step', ({ params }) => params.dt < 0.8 * first);
      await answered(page);
      await expect.poll(agree).toBe(true);
      expect(await violations(page, '#instruments')).toEqual([]);
    });

    test('says that both hold at a short step, that a growing one has not blown up yet, and that both blow up', async () => {
      await slider(page).focus();
      await page.keyboard.press('Home');
      await until(page, 'the shortest step', ({ params }) => params.dt <= 1e-5);
      await expect
        .poll(() => sentence(page))
        .toMatch(/Implicit Euler, which holds, and 0\.\d+ with Explicit Euler, which holds\.$/);
      await page.hooke('pause');
      await page.keyboard.press('End');
      await answered(page);
      await expect.poll(() => sentence(page)).toMatch(/with Explicit Euler, which has not blown up yet\.$/);
      await method(page, 'left').selectOption('Symplectic Euler');
      await until(page, 'both', ({ blowUp, companions: [one] }) => Boolean(blowUp && one.blowUp));
      await expect
        .poll(() => sentence(page))
        .toMatch(/with Symplectic Euler, which blew up after .*, and .* with Explicit Euler, which blew up after /);
    });

    test('exchanges the methods, slides the stiffness of both, and restores what it has changed', async () => {
      await method(page, 'left').selectOption('Implicit Euler');
      await until(page, 'implicit', ({ integrator, blowUp }) => integrator === 'implicit-euler' && !blowUp);
      await button(page, 'Swap').click();
      await until(
        page,
        'swapped',
        ({ integrator, companions: [one] }) => integrator === 'explicit-euler' && one?.integrator === 'implicit-euler',
      );
      await expect.poll(() => method(page, 'right').inputValue()).toBe('implicit-euler');
      await button(page, 'Swap').click();
      await until(
        page,
        'swapped back',
        ({ integrator, companions: [one] }) => integrator === 'implicit-euler' && one?.integrator === 'explicit-euler',
      );
      await button(page, 'stiffness').click();
      await slider(page).focus();
      const { stiffness } = (await page.state()).params;
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
      await until(page, 'stiffer', ({ params }) => params.stiffness > stiffness);
      await dock(page).getByRole('button', { name: 'Close the instruments' }).click();
      await noRun(page);
      await until(
        page,
        'the settings from before',
        ({ integrator, params }) =>
          integrator === 'symplectic-euler' && params.dt === 3e-4 && params.stiffness === stiffness,
      );
    });
  });

  test('gives the same pull to both', { tags: ['long'] }, async () => {
    const page = await openLab(DESK);
    await page.hooke('set', 'rows', 10);
    await page.getByRole('button', { name: /^Duel/ }).click();
    await until(page, 'both', ({ companions }) => companions.length === 1);
    await page.hooke('pause');
    await method(page, 'right').selectOption('TR-BDF2');
    await until(page, 'two that hold', ({ companions: [one] }) => one?.integrator === 'tr-bdf2' && !one.blowUp);
    await page.hooke('pause');
    await answered(page);
    const [x, y] = (await page.particle(150)).screen;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await until(page, 'a particle in the hand', ({ held }) => held !== null);
    const held = (await page.state()).held as number;
    await page.mouse.move(x - 60, y - 40, { steps: 4 });
    await answered(page);
    await page.hooke('step', 60);
    const [left, right] = await Promise.all(
      [0, 1].map((run) => page.evaluate(([r, i]) => window.hooke.positions(r)[i], [run, held])),
    );
    const far = (a: number[], b: number[]) => Math.hypot(...a.map((value, axis) => value - b[axis]));
    const [from] = await Promise.all([page.particle(held)]);
    expect(far(left, from.position)).toBe(0);
    expect(far(left, right)).toBeLessThan(0.05);
    await page.mouse.up();
  });

  test('comes back from its link', { tags: ['long'] }, async () => {
    const page = await openLab({
      ...DESK,
      hash: '#integrator=tr-bdf2&dt=0.004&rows=10&columns=10&duel=rk4,stiffness&instruments=duel',
    });
    await until(
      page,
      'both',
      ({ integrator, companions: [one] }) => integrator === 'tr-bdf2' && one?.integrator === 'rk4',
    );
    expect((await page.state()).params.dt).toBe(0.004);
    await expect.poll(() => slider(page).getAttribute('aria-label')).toBe('stiffness of both cloths');
    await method(page, 'right').selectOption('Velocity Verlet');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('duel=velocity-verlet,stiffness');
  });

  test('fills the screen by its button, and begins from a chapter of the course', { tags: ['long'] }, async () => {
    const page = await openLab({ ...DESK, query: '?course=8' });
    await page
      .locator('#lesson')
      .getByRole('button', { name: /^Start the duel/ })
      .click();
    await until(page, 'the blow-up', ({ companions: [one] }) => Boolean(one?.blowUp));
    await button(page, 'Full screen').click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await page.keyboard.press('Shift+F');
    await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
  });
});
