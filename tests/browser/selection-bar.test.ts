// @module-tag long
import { expect, test } from 'vitest';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const bar = (page: LabPage) => page.getByRole('toolbar', { name: 'Selected particles' });
const action = (page: LabPage, name: string) => bar(page).getByRole('button', { name, exact: true });

/** Drags a rectangle about these particles of the cloth. */
async function select(page: LabPage, first: number, last: number): Promise<void> {
  const [[x, y], [u, v]] = await Promise.all([first, last].map(async (i) => (await page.particle(i)).screen));
  await page.mouse.move(x - 6, y - 6);
  await page.mouse.down();
  await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 3 });
  // The press selects the particle below it, so the toolbar is there until the next picture.
  await drawn(page);
  expect(await bar(page).isVisible(), 'during the drag').toBe(false);
  await page.mouse.move(u + 6, v + 6, { steps: 3 });
  await page.mouse.up();
  await bar(page).waitFor();
}

/** True if the toolbar is in the part of the view that nothing covers. */
async function isFree(page: LabPage): Promise<void> {
  await drawn(page);
  const box = (await bar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const covered = await bar(page)
    .getByRole('button')
    .evaluateAll(
      (all) =>
        all.filter((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) !== one;
        }).length,
    );
  expect(covered).toBe(0);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
}

describeBrowser('the toolbar beside the selection', () => {
  test('pins, pushes, anchors, frames and clears what is selected', async () => {
    const page = await openLab({ viewport: { width: 1280, height: 800 } });
    await page.keyboard.press('c');
    expect(await bar(page).count()).toBe(0);
    await select(page, 16 * 32 + 10, 20 * 32 + 14);
    await isFree(page);
    expect(await violations(page, '.selection-bar')).toEqual([]);
    await action(page, 'Pin').click();
    await until(page, 'pinned', ({ pinned }) => pinned.length > 20);
    await expect.poll(() => action(page, 'Pin').getAttribute('aria-pressed')).toBe('true');
    await action(page, 'Pin').click();
    await until(page, 'free', ({ pinned }) => pinned.length === 2);
    for (const [name, type] of [
      ['Push', 'push'],
      ['Anchor', 'anchor'],
    ]) {
      await action(page, name).click();
      await until(page, name, ({ environment }) => environment.forces.some((force) => force.type === type));
      await expect.poll(() => action(page, name).getAttribute('aria-pressed')).toBe('true');
      await action(page, name).click();
      await until(page, `no ${name}`, ({ environment }) => environment.forces.length === 0);
    }
    const width = async () => {
      const [a, b] = await Promise.all([16 * 32 + 10, 16 * 32 + 14].map((i) => page.particle(i)));
      return Math.abs(b.screen[0] - a.screen[0]);
    };
    const before = await width();
    await action(page, 'Frame').click();
    await expect.poll(width).toBeGreaterThan(1.5 * before);
    await isFree(page);
    await action(page, 'Clear').click();
    await bar(page).waitFor({ state: 'hidden' });
  });

  test('is at the edge of the view for what is at its edge, and is used with the keyboard alone', {
    tags: ['long'],
  }, async () => {
    const page = await openLab({ viewport: { width: 1280, height: 800 } });
    await page.keyboard.press('c');
    await select(page, 0, 2 * 32 + 31);
    await isFree(page);
    await page.locator('#view').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Pin');
    await page.keyboard.press('Enter');
    // How many particles are in the rectangle depends on how far the cloth has fallen.
    await until(page, 'pinned', ({ pinned }) => pinned.length > 2);
  });

  test('fits a phone, and is used by finger', { tags: ['long'] }, async () => {
    const page = await openLab({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    const [x, y] = (await page.particle(31)).screen;
    await page.touchscreen.tap(x, y);
    await bar(page).waitFor();
    await isFree(page);
    await action(page, 'Pin').tap();
    await until(page, 'free', ({ pinned }) => !pinned.includes(31));
    await action(page, 'Clear').tap();
    await bar(page).waitFor({ state: 'hidden' });
  });
});
