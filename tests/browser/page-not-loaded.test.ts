import { expect, inject, test } from 'vitest';
import { describeBrowser, openPage } from '../setup/browser';

describeBrowser('a page whose own script cannot be loaded', () => {
  test('is named in a banner, and rejects window.hooke.ready', async () => {
    let refused = 0;
    const page = await openPage({
      expectProblems: true,
      async prepare(opened) {
        await opened.context().route(/\/page-[^/]+\.js$/, (route) => {
          refused++;
          return route.abort();
        });
      },
    });
    await page
      .locator('#messages')
      .getByText(/^A part of the page could not be loaded\.$/)
      .waitFor();
    expect(refused).toBeGreaterThan(0);
    const ready = page.evaluate(() => (window as unknown as { hooke: { ready: Promise<void> } }).hooke.ready);
    await expect(ready).rejects.toThrow(/import|load|fetch/i);
    await page.context().unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.locator('#panel').getByText('Controls').waitFor();
  });

  test.each([
    ['is not delivered', undefined],
    ['is opened as a file', `file://${inject('site').folder}/index.html`],
  ])('says so in its own text if its program %s', async (_, site) => {
    const page = await openPage({
      site,
      expectProblems: true,
      async prepare(opened) {
        await opened.context().route(/\/index-[^/]+\.js$/, (route) => route.abort());
      },
    });
    await page.getByText(/^Hooke could not be started, because its program could not be fetched\./).waitFor();
  });
});
