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

  test('says so in its own text if its program is not delivered', async () => {
    const page = await openPage({
      expectProblems: true,
      async prepare(opened) {
        await opened.context().route(/\/index-[^/]+\.js$/, (route) => route.abort());
      },
    });
    await page.getByText(/^Hooke could not be started, because its program could not be fetched\./).waitFor();
  });

  test('says what to do, and nothing else, if it is opened as a file', async () => {
    const page = await openPage({ site: `file://${inject('site').folder}/index.html`, expectProblems: true });
    await page.getByText('You opened Hooke as a file.').waitFor();
    const text = await page.locator('#unstarted').textContent();
    for (const command of ['npx hooke serve', 'npm run preview', 'python3 -m http.server', 'npm run build:single'])
      expect(text).toContain(command);
    expect(text).not.toMatch(/network|frame/);
  });
});
