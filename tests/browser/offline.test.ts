import { expect, test } from 'vitest';
import { openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('a page that has lost the network', () => {
  test('tells of a blow-up and of every part that is missing, without an address, and goes on when it is back', async () => {
    const page = await openLab({ firstVisit: true, expectProblems: true });
    const uncaught: string[] = [];
    page.on('pageerror', (error) => uncaught.push(error.stack || error.message));
    const offline = async (is: boolean) =>
      is
        ? page.context().route(/\.js$/, (route) => route.abort())
        : page.context().unrouteAll({ behavior: 'ignoreErrors' });
    await offline(true);
    // The address of so many pins is compressed, by code that is missing.
    const particles = Array.from({ length: 150 }, (_, i) => 6 * i);
    await page.hooke('send', { type: 'pins', particles });
    const missing = page.locator('#messages').getByText(/This part could not be fetched\./);
    for (const key of ['?', 'l', 'i', 'e', 'w']) {
      await page.keyboard.press(key);
      await missing.waitFor().catch(async (error: Error) => {
        throw new Error(`the key ${key}: ${error.message}; the messages are “${await page.messages()}”`);
      });
      await page.hooke('set', 'gravity', 9.8);
      expect(await page.messages(), key).not.toMatch(/https?:|\.js|module/);
      await page.locator('#messages .close').click();
      await missing.waitFor({ state: 'detached' });
    }
    await page.hooke('set', 'dt', 0.01);
    await page.hooke('play');
    await page
      .locator('#messages')
      .getByText(/The simulation blew up at t = /)
      .waitFor();
    await until(page, 'stopped', ({ blowUp }) => blowUp !== null);
    await offline(false);
    await page.locator('#messages').getByRole('button', { name: 'Use implicit Euler' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('w');
    await until(page, 'wind', ({ environment }) => environment.forces.length > 0).catch(async (error: Error) => {
      throw new Error(`${error.message}; the messages are “${await page.messages()}”`);
    });
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#z=/);
    expect(uncaught).toEqual([]);
  });
});
