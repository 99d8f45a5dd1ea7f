import { beforeAll, beforeEach, expect, test } from 'vitest';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const COLUMNS = 12;

describeBrowser('by keyboard alone', () => {
  let page: LabPage;
  const spoken = () => page.locator('#live').textContent();
  /** The particle that the page said last. */
  const named = async () => Number(/^Particle (\d+)/.exec((await spoken()) ?? '')?.[1] ?? -1);
  const focusView = async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.id === 'view')) return;
    }
    throw new Error('Tab does not reach the view');
  };
  /** Presses a key, and waits until the page has said what it did. */
  const press = async (key: string) => {
    // Nothing said before it is still to come.
    await drawn(page);
    await page.locator('#live').evaluate((live) => live.replaceChildren());
    await page.keyboard.press(key);
    await expect.poll(spoken).not.toBe('');
  };
  const screen = async (i: number) => (await page.particle(i)).screen;

  beforeAll(async () => {
    page = await openLab({
      viewport: { width: 1000, height: 700 },
      reducedMotion: 'reduce',
      drawn: true,
      deviceScaleFactor: 0.5,
      keep: true,
    });
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: COLUMNS, columns: COLUMNS } });
    await page.hooke('step', 10);
    await drawn(page);
  });
  beforeEach(async () => {
    await page.keyboard.press('Escape');
    await until(page, 'released', ({ held }) => held === null);
  });

  test('the view takes the focus by Tab, with a visible ring, and chooses the particle in the middle', async () => {
    await focusView();
    await expect.poll(spoken).toMatch(/^Particle \d+, row \d+ of 12, column \d+ of 12\..* Enter grabs it\.$/);
    const outline = await page
      .locator('#view')
      .evaluate((view) => [
        getComputedStyle(view).outlineStyle,
        Number.parseFloat(getComputedStyle(view).outlineWidth),
      ]);
    expect(outline).toEqual(['solid', 3]);
    const particle = await named();
    const [row, column] = [Math.floor(particle / COLUMNS), particle % COLUMNS];
    for (const at of [row, column]) expect(Math.abs(at - (COLUMNS - 1) / 2)).toBeLessThan(3);
    expect(await violations(page)).toEqual([]);
  });

  test('a mark is drawn at the chosen particle, and leaves with the focus', { tags: ['long'] }, async () => {
    await focusView();
    await press('ArrowLeft');
    const [x, y] = await screen(await named());
    const clip = { x: x - 14, y: y - 14, width: 28, height: 28 };
    const picture = async () => (await page.screenshot({ clip })).toString('base64');
    await drawn(page);
    const marked = await picture();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(picture).not.toBe(marked);
  });

  test('each arrow key chooses the next particle in its direction on the screen, and Shift one further away', {
    tags: ['long'],
  }, async () => {
    await focusView();
    await press('ArrowRight');
    for (const [key, axis, sign] of [
      ['ArrowLeft', 0, -1],
      ['ArrowUp', 1, -1],
      ['ArrowRight', 0, 1],
      ['ArrowDown', 1, 1],
    ] as const) {
      const before = await named();
      await press(key);
      const after = await named();
      expect(after, key).not.toBe(before);
      const [from, to] = [await screen(before), await screen(after)];
      const ahead = sign * (to[axis] - from[axis]);
      expect(ahead, key).toBeGreaterThan(0);
      expect(Math.abs(to[1 - axis] - from[1 - axis]), key).toBeLessThan(2.5 * ahead);
      // A neighbour in the net.
      const [rows, columns] = [
        Math.floor(after / COLUMNS) - Math.floor(before / COLUMNS),
        (after % COLUMNS) - (before % COLUMNS),
      ];
      expect(Math.max(Math.abs(rows), Math.abs(columns)), key).toBe(1);
    }
    const before = await named();
    await press('Shift+ArrowUp');
    expect((await screen(before))[1] - (await screen(await named()))[1]).toBeGreaterThan(50);
    // At the edge nothing changes, and that is said.
    for (let i = 0; i < 4; i++) await press('Shift+ArrowUp');
    await expect.poll(spoken).toBe('No particle further up.');
  });

  test('Enter grabs, arrow keys pull, Shift further, and Escape releases', async () => {
    await focusView();
    await press('ArrowDown');
    const particle = await named();
    const before = (await page.particle(particle)).position;
    await page.keyboard.press('Enter');
    await until(page, 'held', ({ held }) => held === particle);
    await expect
      .poll(spoken)
      .toBe(`Grabbed particle ${particle}. Arrow keys pull, Escape releases. The run is paused: Space plays it.`);
    await page.keyboard.press('ArrowRight');
    await expect.poll(spoken).toMatch(/^Pulled right, [\d.]+ cm from where it was grabbed\.$/);
    const near = Number.parseFloat(/([\d.]+) cm/.exec((await spoken()) ?? '')?.[1] ?? '');
    await page.keyboard.press('Shift+ArrowRight');
    await expect
      .poll(async () => Number.parseFloat(/([\d.]+) cm/.exec((await spoken()) ?? '')?.[1] ?? '') / near)
      .toBeCloseTo(6, 0);
    await page.keyboard.press('Space');
    await until(page, 'playing', ({ paused }) => !paused);
    const [x] = await screen(particle);
    await expect.poll(async () => (await page.particle(particle)).position[0] - before[0]).toBeGreaterThan(0.03);
    expect(x).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await until(page, 'released', ({ held }) => held === null);
    await expect.poll(spoken).toContain(`Released particle ${particle}.`);
    await page.keyboard.press('Space');
    await until(page, 'paused', ({ paused }) => paused);
  });

  test('P pins the chosen particle, and Enter twice releases it', { tags: ['long'] }, async () => {
    await focusView();
    await press('ArrowDown');
    const particle = await named();
    await page.keyboard.press('p');
    await until(page, 'pinned', ({ pinned }) => pinned.includes(particle));
    await page.keyboard.press('p');
    await until(page, 'free', ({ pinned }) => !pinned.includes(particle));
    await page.keyboard.press('Enter');
    await until(page, 'held', ({ held }) => held === particle);
    await page.keyboard.press('Enter');
    await until(page, 'released', ({ held }) => held === null);
  });

  test('another scene has its own particles', { tags: ['long'] }, async () => {
    await focusView();
    await page.hooke('set', 'scene', 'damped-oscillator');
    await expect.poll(spoken).toContain('Scene: Oscillator.');
    await page.keyboard.press('ArrowRight');
    await expect.poll(spoken).toMatch(/^Particle [01] of 2/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await until(page, 'held', ({ held }) => held !== null);
  });

  test('the tools have visible labels from 1,000 px, and the help explains them for fingers', {
    tags: ['long'],
  }, async () => {
    const labels = page.locator('#top .tools.choice span');
    expect(await labels.allTextContents()).toEqual(['Grab', 'Pin', 'Cut', 'Tear', 'Select', 'Push']);
    for (const width of [1000, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      for (const label of await labels.all()) expect(await label.isVisible(), `${width}`).toBe(true);
      const cut = await page
        .locator('#top .tools.choice button')
        .evaluateAll(
          (all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).length,
        );
      expect(cut, `${width}`).toBe(0);
    }
    await page.setViewportSize({ width: 900, height: 700 });
    expect(await labels.first().isVisible()).toBe(false);
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.getByRole('button', { name: 'Help' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Touch' }).waitFor();
    expect(await dialog.locator('.legend dt').allTextContents()).toEqual([
      'Grab',
      'Pin',
      'Cut',
      'Tear',
      'Select',
      'Push',
    ]);
    expect(await dialog.locator('.legend dt svg').count()).toBe(6);
    await page.keyboard.press('Escape');
  });
});
