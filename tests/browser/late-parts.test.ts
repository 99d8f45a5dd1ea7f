import { expect, test } from 'vitest';
import { describeBrowser, openPage } from '../setup/browser';

describeBrowser('a part that is loaded late and can’t be had', () => {
  test.each([
    ['catalog', /\/catalog-[^/]+\.js$/],
    ['page', /\/page-[^/]+\.js$/],
  ])('is told of in a banner, and to who waits for the page: %s', async (_, part) => {
    let refused = 0;
    const page = await openPage({
      expectProblems: true,
      async prepare(opened) {
        await opened.context().route(part, (route) => {
          refused++;
          return route.abort();
        });
      },
    });
    await page
      .locator('#messages')
      .getByText(/^A part of the laboratory could not be loaded\.$/)
      .waitFor();
    expect(refused).toBeGreaterThan(0);
    const ready = page.evaluate(() => (window as unknown as { hooke: { ready: Promise<void> } }).hooke.ready);
    await expect(ready).rejects.toThrow(/import|load|fetch/i);
    await page.context().unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.locator('#panel').getByText('Integrator').first().waitFor();
  });
});
