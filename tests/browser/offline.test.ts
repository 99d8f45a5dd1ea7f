// @module-tag long
import { expect, test } from 'vitest';
import { openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('a page that has lost the network', () => {
  test('goes on with what it has, tells of every part that is missing, without an address, and loads it when it is back', async () => {
    const page = await openLab({ firstVisit: true, expectProblems: true });
    const uncaught: string[] = [];
    page.on('pageerror', (error) => uncaught.push(error.stack || error.message));
    const offline = async (is: boolean) =>
      is
        ? page.context().route(/\.js$/, (route) => route.abort())
        : page.context().unrouteAll({ behavior: 'ignoreErrors' });
    await offline(true);
    const missing = page.locator('#messages').getByText(/This part could not be fetched\./);
    for (const key of ['?', 'l', 'i']) {
      await page.keyboard.press(key);
      await missing.waitFor().catch(async (error: Error) => {
        throw new Error(`the key ${key}: ${error.message}; the messages are “${await page.messages()}”`);
      });
      await page.hooke('set', 'gravity', 9.8);
      expect(await page.messages(), key).not.toMatch(/https?:|\.js|module/);
      await page.locator('#messages .close').click();
      await missing.waitFor({ state: 'detached' });
    }
    // The address of so many pins is compressed.
    const particles = Array.from({ length: 150 }, (_, i) => 6 * i);
    await page.hooke('send', { type: 'pins', particles });
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#z=/);
    await page.keyboard.press('w');
    await until(page, 'wind', ({ environment }) => environment.forces.length > 0);
    await page.hooke('set', 'dt', 0.01);
    await page.hooke('play');
    await page.locator('#messages').getByRole('button', { name: 'Use implicit Euler' }).waitFor();
    await page.keyboard.press('Escape');
    await offline(false);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('l');
    await page.locator('#lesson').getByText(/./).first().waitFor();
    expect(uncaught).toEqual([]);
  });
});
