// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { asNumber, choice, dock, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';
import { seldom } from '../setup/page-scripts';

const VIEWPORT = { width: 1280, height: 800 };

describeBrowser('the inspector', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: VIEWPORT, keep: true });
  });

  const box = () => dock(page).getByRole('spinbutton', { name: 'Particle' });
  const chosen = async () => Number(await box().inputValue());
  /** x, y, z of a row of the table of forces, N. */
  async function force(source: string): Promise<number[]> {
    const cells = await dock(page)
      .locator('.forces tbody tr')
      .filter({ has: page.locator('th', { hasText: source }) })
      .locator('td')
      .allTextContents();
    return cells.slice(1).map(asNumber);
  }
  async function small(): Promise<void> {
    await openInstrument(page, 'Inspector', 'cloth');
    await page.hooke('set', 'rows', 8);
    await page.hooke('set', 'columns', 8);
    await page.hooke('step', 40);
  }
  /** Size of a compressed screenshot about the particle: arrows change it. */
  async function drawn(): Promise<number> {
    const { screen } = await page.particle(await chosen());
    const clip = { x: screen[0] - 120, y: screen[1] - 120, width: 240, height: 240 };
    const picture = await page.screenshot({ clip });
    return picture.length;
  }

  test('opens by its button and shows the forces on a particle, which add up', async () => {
    await page.evaluate(() => window.hooke.pause());
    await pressInstrument(page, 'Inspector');
    await expect.poll(() => choice(page).inputValue()).toBe('inspector');
    // It begins at the middle of the cloth.
    expect(await chosen()).toBe(16 * 32 + 16);
    await small();
    await box().fill('27');
    await box().press('Enter');
    await expect.poll(() => dock(page).textContent()).toContain('Particle 27 at');
    const { params } = await page.state();
    await expect.poll(async () => (await force('Gravity'))[1]).toBeCloseTo(-params.mass * params.gravity, 4);
    const rows = await dock(page).locator('.forces tbody th').allTextContents();
    expect(rows.at(-1)).toMatch(/^Sum/);
    const all = await Promise.all(['Gravity', 'Springs', 'Particle drag', 'Sum'].map(force));
    for (let axis = 0; axis < 3; axis++) {
      expect(all[0][axis] + all[1][axis] + all[2][axis]).toBeCloseTo(all[3][axis], 3);
    }
    await expect.poll(() => dock(page).locator('.springs tbody tr').count()).toBe(12);
    expect(await violations(page, '#instruments')).toEqual([]);
  });

  test('shows the particle that is clicked in the view, and others by arrow keys and neighbours', async () => {
    await small();
    for (const particle of [18, 45]) {
      const { screen } = await page.particle(particle);
      await page.mouse.click(...screen);
      await expect.poll(chosen).toBe(particle);
      await expect.poll(() => dock(page).textContent()).toContain(`Particle ${particle} at`);
    }
    await box().press('ArrowUp');
    await expect.poll(() => dock(page).textContent()).toContain('Particle 46 at');
    await dock(page).getByRole('button', { name: '47', exact: true }).press('Enter');
    await expect.poll(() => dock(page).textContent()).toContain('Particle 47 at');
    await page.hooke('send', { type: 'grab', particle: 20, target: [0, 1, 0] });
    await expect.poll(chosen).toBe(20);
    await expect.poll(() => dock(page).locator('.forces').textContent()).toContain('Grab');
    await page.hooke('send', { type: 'release' });
    await box().fill('64');
    await box().press('Enter');
    await dock(page).getByText('Particle “64” does not exist').waitFor();
  });

  test('edits mass, velocity and pin; an invalid value gives an error message', async () => {
    await small();
    await box().fill('30');
    await box().press('Enter');
    const field = (name: string) => dock(page).getByLabel(name, { exact: true });
    await field('mass / kg').fill('0.25');
    await field('mass / kg').press('Enter');
    await expect.poll(async () => (await page.particle(30)).mass).toBeCloseTo(0.25, 7);
    await field('velocity along z / (m/s)').fill('1.5');
    await field('velocity along z / (m/s)').press('Enter');
    await expect.poll(async () => (await page.particle(30)).velocity[2]).toBe(1.5);
    await field('velocity along z / (m/s)').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await page.particle(30)).velocity[2]).toBeCloseTo(1.6, 6);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await field('mass / kg').fill('-1');
    await field('mass / kg').press('Enter');
    await expect.poll(page.messages).toContain('particle.mass must be a positive number, got -1');
    expect((await page.particle(30)).mass).toBeCloseTo(0.25, 7);
    await dock(page).getByLabel('pinned').check();
    await until(page, 'the pin', ({ pinned }) => pinned.includes(30));
    await expect.poll(() => dock(page).locator('.forces').textContent()).toContain('Pin');
    await dock(page).getByLabel('pinned').press('Space');
    await until(page, 'no pin', ({ pinned }) => !pinned.includes(30));
  });

  test('draws arrows to a stated scale, for each spring on request, and removes them', async () => {
    // They are seen in pictures only.
    page = await openLab({ viewport: VIEWPORT, drawn: true, deviceScaleFactor: 0.5, beforeScripts: seldom });
    await small();
    await box().fill('27');
    await box().press('Enter');
    await dock(page)
      .getByText(/an arrow of [\d.]+ m is a force of [\d.e-]+ N/)
      .waitFor();
    const few = await drawn();
    await dock(page).getByLabel('show each spring').check();
    await expect.poll(drawn).not.toBe(few);
    const many = await drawn();
    await dock(page).getByLabel('show each spring').uncheck();
    await box().focus();
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
    const { screen } = await page.particle(27);
    const clip = { x: screen[0] - 120, y: screen[1] - 120, width: 240, height: 240 };
    await expect.poll(async () => (await page.screenshot({ clip })).length).toBeLessThan(Math.min(few, many));
  });
});
