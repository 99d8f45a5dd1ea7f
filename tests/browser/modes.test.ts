// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { choice, dock, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { cameraAtRest, type LabPage, openLab } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** Two particles of 0.01 kg between two pins along x, on springs of 100 N/m; places without rounding. */
const CHAIN = {
  hooke: 1,
  name: 'a short chain',
  particles: {
    positions: [0, 1, 2, 3].map((i) => [0.25 * i, 0, 0]),
    masses: 0.01,
    pinned: [0, 3],
  },
  springs: {
    pairs: [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
    stiffness: 100,
    damping: 0.005,
  },
  integrator: 'symplectic-euler',
  params: { dt: 0.001, gravity: 0 },
};

describeBrowser('the modes', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, keep: true });
  });
  const rows = () => dock(page).locator('.mode-list tbody tr');
  const button = (name: string) => dock(page).getByRole('button', { name, exact: true });
  const radio = (i: number) => rows().nth(i).getByRole('radio');
  const text = async () => (await dock(page).locator('.modes').textContent()) ?? '';
  /** Distance in the view between particle 1 and its state, CSS pixels. */
  const away = async () => {
    const { screen } = await page.particle(1);
    return Math.hypot(screen[0] - rest[0], screen[1] - rest[1]);
  };
  let rest: [number, number] = [0, 0];
  /** In a long run the test that does so is left out. */
  const openModes = async () => {
    if (await dock(page).isVisible()) return;
    await page.hooke('load', CHAIN);
    await pressInstrument(page, 'Modes');
    await button('Fastest').click();
    await expect.poll(() => button('Fastest').getAttribute('aria-pressed')).toBe('true');
  };

  test('open by their button, and are those of the chain: √(3k/m) and √(k/m) along it', async () => {
    await openModes();
    await expect.poll(() => rows().count()).toBe(6);
    const omega = async (i: number) =>
      Number.parseFloat((await rows().nth(i).locator('td').nth(1).locator('small').textContent()) ?? '');
    await expect.poll(() => omega(0)).toBeCloseTo(Math.sqrt(30000), 2);
    expect(await omega(1)).toBeCloseTo(100, 3);
    expect(await omega(2)).toBe(0);
    // ζ = c_d ω / 2k, and dt against 2(√(1 + ζ²) − ζ).
    const zeta = (0.005 * Math.sqrt(30000)) / 200;
    expect(Number(await rows().nth(0).locator('td').nth(2).textContent())).toBeCloseTo(zeta, 4);
    const limit = 2 * (Math.sqrt(1 + zeta ** 2) - zeta);
    await expect
      .poll(() => rows().nth(0).locator('td').nth(3).textContent())
      .toContain(`${((0.1 * Math.sqrt(30000)) / limit).toFixed(1)} % of`);
    expect(await rows().nth(0).locator('td').nth(4).textContent()).toContain('decays');
    expect(await violations(page)).toEqual([]);
  });

  test('show their growth at the present step: above its limit the fastest grows', async () => {
    await page.hooke('set', 'dt', 0.0125);
    await expect.poll(() => rows().nth(0).locator('td').nth(4).textContent()).toContain('grows');
    expect(await rows().nth(1).locator('td').nth(4).textContent()).toContain('decays');
    await page.hooke('set', 'dt', 0.001);
    await expect.poll(() => rows().nth(0).locator('td').nth(4).textContent()).toContain('decays');
  });

  test('oscillate in the view when a row is chosen, by mouse and by arrow keys, until they are stopped', async () => {
    rest = (await page.particle(1)).screen as [number, number];
    await rows().nth(1).click();
    expect(await radio(1).isChecked()).toBe(true);
    // A click gives the focus back: the keys of the page act.
    const focused = () => page.evaluate(() => document.activeElement === document.body);
    expect(await focused()).toBe(true);
    await radio(0).click();
    expect(await focused()).toBe(true);
    await radio(1).click();
    await expect.poll(away).toBeGreaterThan(3);
    expect(await text()).toMatch(/Shown \d+ times slower than real time/);
    // The state itself does not move.
    expect((await page.particle(1)).position[0]).toBeCloseTo(0.25, 6);
    await radio(1).focus();
    await page.keyboard.press('ArrowUp');
    expect(await radio(0).isChecked()).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(text).toContain('no frequency');
    await button('Stop').click();
    await expect.poll(away).toBeLessThan(0.5);
  });

  test('are the start of a run, and decay as predicted', async () => {
    await openModes();
    await rows().nth(0).click();
    await dock(page).getByRole('checkbox', { name: 'paused' }).check();
    const far = dock(page).getByLabel('Largest displacement');
    await far.fill('2');
    await button('Start from this mode').focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => Math.abs((await page.particle(1)).position[0] - 0.25)).toBeCloseTo(0.002, 5);
    for (let i = 0; i < 20; i++) await page.hooke('step', 7);
    await expect.poll(text).toMatch(/Measured × 0\.\d+ per step over 1[34]\d steps/);
    const told = await text();
    const [measured, predicted] = [/Measured × (\S+) per step/, /predicted × (\S+) per step/].map((pattern) =>
      Number(pattern.exec(told)?.[1]),
    );
    expect(measured / predicted).toBeCloseTo(1, 2);
  });

  test('follow changes of pins and parameters', async () => {
    await openModes();
    await page.hooke('send', { type: 'pin', particle: 2, pinned: true });
    await expect.poll(() => rows().count()).toBe(3);
    await page.hooke('send', { type: 'pin', particle: 2, pinned: false });
    await expect.poll(() => rows().count()).toBe(6);
    await page.hooke('set', 'stiffness', 400);
    await expect
      .poll(async () => Number.parseFloat((await rows().nth(0).locator('small').first().textContent()) ?? ''))
      .toBeCloseTo(Math.sqrt(120000), 1);
  });

  test('leave the view when they are closed', async () => {
    await openModes();
    await page.hooke('load', CHAIN);
    rest = (await page.particle(1)).screen as [number, number];
    await rows().nth(1).click();
    await expect.poll(away).toBeGreaterThan(3);
    // After the click the key goes to the page.
    await page.keyboard.press('i');
    await dock(page).waitFor({ state: 'hidden' });
    await expect.poll(async () => (await page.state()).paused).toBe(true);
    // The last frame may still show the mode, and the view moves to where the dock was.
    await cameraAtRest(page);
    const before = (await page.particle(1)).screen;
    await page.hooke('step', 0);
    await page.hooke('step', 0);
    expect((await page.particle(1)).screen).toEqual(before);
  });

  test('of a cloth are shown on a phone too, the slowest twenty first', async () => {
    const phone = await openLab({ viewport: { width: 390, height: 844 } });
    await openInstrument(phone, 'Modes', 'cloth');
    const list = dock(phone).locator('.mode-list tbody tr');
    await expect.poll(() => list.count(), { timeout: 60_000 }).toBe(20);
    await list.nth(2).click();
    await expect
      .poll(async () => (await dock(phone).locator('.modes').textContent()) ?? '')
      .toMatch(
        /Shown (in real time|[\d,.]+ times (slower|faster) than real time)\.|An unstable mode grows and does not oscillate/,
      );
    const sheet = await dock(phone).boundingBox();
    const table = await dock(phone).locator('.modes .scroll').boundingBox();
    expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual((sheet?.x ?? 0) + (sheet?.width ?? 0));
    expect(await violations(phone)).toEqual([]);
    expect(await choice(phone).inputValue()).toBe('modes');
  });
});
