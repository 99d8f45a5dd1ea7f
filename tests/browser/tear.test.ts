// @module-tag long
import { expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

const MIDDLE = 16 * 32 + 16;

/** Drags the middle of the cloth by so many CSS pixels, and holds it there until `holds`. */
async function drag(page: LabPage, distance: number, holds: () => Promise<unknown>): Promise<void> {
  const [x, y] = (await page.particle(MIDDLE)).screen;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until(page, 'the grab', ({ held }) => held !== null);
  await page.mouse.move(x + 0.6 * distance, y - 0.8 * distance, { steps: 10 });
  await holds();
  await page.mouse.up();
  await until(page, 'the release', ({ held }) => held === null);
}

describeBrowser('the tool Tear', () => {
  test('tears the cloth by a hard pull and not by a gentle one, and Grab tears nothing', async () => {
    const page = await openLab({ viewport: { width: 1280, height: 800 }, plays: true });
    const longer = async (seconds: number) => {
      const { time } = await page.state();
      await until(page, 'motion', (state) => state.time > time + seconds);
    };
    const whole = (await page.state()).particleCount;
    await drag(page, 400, () => longer(0.5));
    expect((await page.state()).particleCount, 'by Grab').toBe(whole);
    // The cloth comes to rest: what swings is strained by its motion.
    await page.hooke('reset');
    await page.getByRole('button', { name: 'Tear', exact: true }).click();
    await drag(page, 40, () => longer(0.3));
    expect((await page.state()).particleCount, 'gently').toBe(whole);
    await drag(page, 400, () => until(page, 'a tear', ({ particleCount }) => particleCount > whole));
    await until(page, 'nothing tears without the tool', ({ params }) => params.tearStrain === 0);
    expect((await page.state()).blowUp).toBe(null);
    await page.hooke('reset');
    await until(page, 'whole cloth', ({ particleCount }) => particleCount === whole);
  });
});
