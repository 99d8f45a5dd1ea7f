import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** The particle of the 32 × 32 cloth that the hint points at. */
const HINTED = 24 * 32 + 16;

const hint = (page: LabPage) => page.locator('#drag-hint');
const offer = (page: LabPage) => page.locator('#tour-offer');
const tour = (page: LabPage) => page.locator('#tour');
const title = (page: LabPage) => page.locator('#tour-title').textContent();
const shownHint = (page: LabPage) => page.locator('#drag-hint:not(.faint)').waitFor({ state: 'attached' });
const leaveTour = (page: LabPage) => page.getByRole('button', { name: 'Leave the tour' });
const doIt = (page: LabPage) => tour(page).getByRole('button', { name: 'Do it for me' });

/** Distance from the hint's ring to its particle, in the same frame, CSS pixels. */
const hintError = (page: LabPage) =>
  page.evaluate((particle) => {
    const { left, right, top, bottom } = (document.querySelector('#drag-hint i') as Element).getBoundingClientRect();
    const [x, y] = window.hooke.particle(particle).screen;
    return Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y);
  }, HINTED);

/** Presses, pulls to the side, and lets go, with the mouse. The tour sees what a drawn frame shows. */
async function pull(page: LabPage): Promise<void> {
  const [x, y] = (await page.particle(HINTED)).screen;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until(page, 'held', ({ held }) => held !== null);
  await drawn(page);
  await page.mouse.move(x + 40, y + 10, { steps: 3 });
  await page.mouse.up();
  await until(page, 'released', ({ held }) => held === null);
}

/** Presses a button by key, once it can be pressed. */
async function enter(page: LabPage, button: Locator): Promise<void> {
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.focus();
  await page.keyboard.press('Enter');
}

async function reload(page: LabPage): Promise<void> {
  await page.reload();
  await page.evaluate(() => window.hooke.ready);
  // The hint is loaded at 0.8 s.
  await until(page, 'a second', ({ time }) => time > 1.2);
}

describeBrowser('a first visit with reduced motion', () => {
  test('says that the run is paused and why, plays it, and offers the tour', { tags: ['long'] }, async () => {
    const page = await openLab({ plays: true, firstVisit: true, reducedMotion: 'reduce' });
    const why = offer(page).getByText('Paused: your system asks for reduced motion.');
    await why.waitFor();
    expect((await page.state()).paused).toBe(true);
    expect(await violations(page)).toEqual([]);
    await offer(page).getByRole('button', { name: 'Play', exact: true }).click();
    await until(page, 'playing', ({ paused, stepCount }) => !paused && stepCount > 0);
    await why.waitFor({ state: 'hidden' });
    await offer(page).getByRole('button', { name: 'Take a tour' }).click();
    await tour(page).waitFor();
  });
});

describeBrowser('the hint on the cloth', () => {
  test('follows its particle, returns until the first pull, and then never again', { tags: ['long'] }, async () => {
    const page = await openLab({ plays: true, firstVisit: true });
    await shownHint(page);
    for (let i = 0; i < 3; i++) {
      await drawn(page);
      expect(await hintError(page)).toBeLessThan(12);
    }
    // The pointer acts on the view below it.
    const label = (await hint(page).locator('span').boundingBox()) as { x: number; y: number; width: number };
    const under = ([x, y]: number[]) => document.elementFromPoint(x, y)?.id;
    expect(await page.evaluate(under, [label.x + label.width / 2, label.y + 8])).toBe('view');
    // Paused, a pull would move nothing.
    await page.hooke('pause');
    await page.locator('#drag-hint.faint').waitFor({ state: 'attached' });
    await reload(page);
    await shownHint(page);
    await pull(page);
    await hint(page).waitFor({ state: 'detached' });
    await reload(page);
    expect(await hint(page).count()).toBe(0);
  });

  test('is shown, and goes, where the browser denies storage', { tags: ['long'] }, async () => {
    const page = await openLab({
      plays: true,
      firstVisit: true,
      beforeScripts: () => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      },
    });
    await shownHint(page);
    await offer(page).waitFor();
    await pull(page);
    await hint(page).waitFor({ state: 'detached' });
  });
});

describeBrowser('the offer of the tour', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ plays: true, firstVisit: true, keep: true });
  });

  /** From the help. */
  async function takeTour(): Promise<void> {
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByRole('button', { name: 'Take the tour' }).click();
    await tour(page).waitFor();
  }

  test('takes no focus, and covers neither the cloth nor a message', { tags: ['long'] }, async () => {
    await offer(page).waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.hooke('set', 'stifness', 1).catch(() => {});
    await page.locator('#messages .error').waitFor();
    const [box, banner] = await Promise.all([
      offer(page).boundingBox(),
      page.locator('#messages .error').boundingBox(),
    ]);
    if (!box || !banner) throw new Error('no box');
    expect(box.y + box.height).toBeLessThanOrEqual(banner.y);
    await page.keyboard.press('Escape');
    await page.locator('#messages .error').waitFor({ state: 'detached' });
    const { x, y, width, height } = (await offer(page).boundingBox()) as typeof box;
    const covered = await page.evaluate(
      ([left, top, right, bottom]) =>
        Array.from({ length: 1024 }, (_, i) => window.hooke.particle(i).screen).filter(
          ([px, py]) => px > left && px < right && py > top && py < bottom,
        ).length,
      [x, y, x + width, y + height],
    );
    expect(covered).toBe(0);
    expect(await violations(page, '#tour-offer')).toEqual([]);
  });

  test('is made once, can be dismissed, and stays in the help', { tags: ['long'] }, async () => {
    await page.getByRole('button', { name: 'Dismiss the tour' }).click();
    await offer(page).waitFor({ state: 'detached' });
    await reload(page);
    await shownHint(page);
    expect(await offer(page).count()).toBe(0);
    await takeTour();
    await page.keyboard.press('Escape');
    await tour(page).waitFor({ state: 'detached' });
  });

  test('opens a tour that is not left by the Escape that releases a particle or closes a dialog', {
    tags: ['long'],
  }, async () => {
    await takeTour();
    // The first step by keyboard, as its text says.
    await page.locator('#view').focus();
    await page.keyboard.press('Enter');
    await until(page, 'held', ({ held }) => held !== null);
    await drawn(page);
    await page.keyboard.press('ArrowRight');
    expect(await title(page)).toBe('1 of 4: Pull the cloth');
    await page.keyboard.press('Escape');
    await until(page, 'released', ({ held }) => held === null);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => title(page)).toBe('2 of 4: Make it stiff');
    await page.keyboard.press('Escape');
    await tour(page).waitFor({ state: 'detached' });
  });
});

describeBrowser('the tour', () => {
  test('waits at each step for what the user does', async () => {
    const page = await openLab({ plays: true, firstVisit: true });
    await page.getByRole('button', { name: 'Take a tour' }).click();
    await expect.poll(() => title(page)).toBe('1 of 4: Pull the cloth');
    await offer(page).waitFor({ state: 'detached' });
    await pull(page);
    await expect.poll(() => title(page)).toBe('2 of 4: Make it stiff');
    // On a narrow page the panel is closed: its button is marked.
    await expect.poll(() => page.locator('.tour-mark').getAttribute('id')).toBe('panel-toggle');
    await page.getByRole('button', { name: 'Controls' }).click();
    const slider = page.getByLabel('stiffness, slider');
    await slider.waitFor();
    await page.locator('.tour-mark').getByLabel('stiffness, slider').waitFor();
    await slider.focus();
    // One key press changes the stiffness a little: the limit is not passed yet.
    await page.keyboard.press('ArrowRight');
    await until(page, 'stiffer', ({ params }) => params.stiffness > 200);
    await drawn(page);
    expect(await title(page)).toBe('2 of 4: Make it stiff');
    const box = page.getByLabel('stiffness, N/m', { exact: true });
    await box.fill('2000');
    await box.press('Enter');
    await expect.poll(() => title(page)).toBe('3 of 4: Watch it blow up');
    // The claim of this step: beyond the limit it blows up.
    await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
    expect(await page.evaluate(() => window.hooke.limit().fraction)).toBeGreaterThan(1);
    await tour(page).getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => title(page)).toBe('4 of 4: Go implicit');
    await page.locator('.tour-mark select').selectOption({ label: 'Implicit Euler' });
    await until(page, 'implicit', ({ integrator }) => integrator === 'implicit-euler');
    expect(await title(page)).toBe('4 of 4: Go implicit');
    await page.locator('#bar').getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => title(page)).toBe('It is stable');
    // The claim of this step: the same stiffness and dt are stable now.
    const { blowUp, params } = await page.state();
    expect([blowUp, params.stiffness, params.dt]).toEqual([null, 2000, 3e-4]);
    await tour(page).getByRole('button', { name: 'Back to the first cloth' }).click();
    await tour(page).waitFor({ state: 'detached' });
    await until(
      page,
      'as at first',
      (state) => state.params.stiffness === 200 && state.integrator !== 'implicit-euler',
    );
    expect(await page.locator('.tour-mark').count()).toBe(0);
  });

  test('does each step by its button, with the keyboard alone, and loads its scene first', {
    tags: ['long'],
  }, async () => {
    const page = await openLab({ plays: true, firstVisit: true, hash: '#scene=chain' });
    await enter(page, page.locator('#bar').getByRole('button', { name: 'Help' }));
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Take the tour' }));
    await until(page, 'its scene', ({ scene, paused }) => scene === 'cloth' && !paused);
    await expect.poll(() => title(page)).toBe('1 of 4: Pull the cloth');
    expect(await violations(page, '#tour')).toEqual([]);
    for (const next of ['2 of 4: Make it stiff', '3 of 4: Watch it blow up']) {
      await enter(page, doIt(page));
      await expect.poll(() => title(page)).toBe(next);
    }
    await enter(page, tour(page).getByRole('button', { name: 'Next' }));
    await expect.poll(() => title(page)).toBe('4 of 4: Go implicit');
    await enter(page, doIt(page));
    await expect.poll(() => title(page)).toBe('It is stable');
    const { blowUp, params, integrator } = await page.state();
    expect([blowUp, params.stiffness, params.dt, integrator]).toEqual([null, 2000, 1 / 60, 'implicit-euler']);
    expect(await tour(page).textContent()).toContain('dt = 16.7 ms');
    await enter(page, leaveTour(page));
    await tour(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Help');
  });

  test('is taken and left by fingers, and fits a phone', { tags: ['long'] }, async () => {
    const page = await openLab({
      plays: true,
      firstVisit: true,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await offer(page).waitFor();
    const box = (await offer(page).boundingBox()) as { x: number; y: number; width: number; height: number };
    expect(box.height).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'Take a tour' }).tap();
    await tour(page).waitFor();
    const [x, y] = (await page.particle(HINTED)).screen;
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py]) => ({ x: px, y: py })) });
    await touch('touchStart', [x, y]);
    await until(page, 'held', ({ held }) => held !== null);
    await touch('touchMove', [x - 40, y]);
    // The finger stops before it is lifted: after a fling Chromium ignores the next tap.
    await drawn(page);
    await touch('touchEnd');
    await expect.poll(() => title(page)).toBe('2 of 4: Make it stiff');
    const card = (await tour(page).boundingBox()) as typeof box;
    expect(card.x).toBeGreaterThanOrEqual(0);
    expect(card.x + card.width).toBeLessThanOrEqual(390);
    const header = (await page.locator('#top').boundingBox()) as typeof box;
    expect(card.y).toBeGreaterThanOrEqual(header.y + header.height);
    await leaveTour(page).tap();
    await tour(page).waitFor({ state: 'detached' });
  });
});
