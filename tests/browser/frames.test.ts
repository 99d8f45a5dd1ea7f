import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { everyNth } from '../fixtures/run-length';
import { describeBrowser, openPage } from '../setup/browser';

const SITE = 'https://hooke.test/';

/**
 * Opens the site in a frame of a page of another origin, both without a server.
 * @param shared true: every origin may read the files of the site
 */
async function openFrame(sandbox: string, { shared = false, expectProblems = false } = {}): Promise<Frame> {
  const page = await openPage({
    site: 'https://host.test/',
    expectProblems,
    async prepare(opened) {
      const body = `<iframe ${sandbox} src="${SITE}index.html?shadows=0&sharp=0"></iframe>`;
      await opened
        .context()
        .route('https://host.test/**', (route) => route.fulfill({ contentType: 'text/html', body }));
      await opened.context().route(`${SITE}**`, (route, request) =>
        route.fulfill({
          path: join(inject('site').folder, new URL(request.url()).pathname),
          headers: { 'access-control-allow-origin': shared ? '*' : new URL(SITE).origin },
        }),
      );
    },
  });
  return page.frames()[1];
}

const stepCount = async (frame: Frame) => {
  await frame.evaluate(() => window.hooke.ready);
  return frame.evaluate(() => window.hooke.state().stepCount);
};

describeBrowser('in a frame of another page, Hooke', () => {
  test.each(everyNth(2, ['', 'sandbox="allow-scripts allow-same-origin"'], 1))(
    'runs: <iframe %s>',
    { tags: ['sampled'] },
    async (sandbox) => {
      const frame = await openFrame(sandbox);
      await expect.poll(() => stepCount(frame)).toBeGreaterThan(0);
      expect(await frame.locator('#unstarted').isVisible()).toBe(false);
    },
  );

  test('says what the host has to allow where the frame has no origin', { tags: ['long'] }, async () => {
    const frame = await openFrame('sandbox="allow-scripts"', { expectProblems: true });
    await frame.getByText('sandbox="allow-scripts allow-same-origin"').waitFor();
  });

  test('says so too where it allows no scripts', { tags: ['long'] }, async () => {
    const frame = await openFrame('sandbox', { expectProblems: true });
    await frame.getByText(/the page around this frame does not allow/).waitFor();
  });

  test('runs without an origin where its files may be read from every origin, and says why it is slower', {
    tags: ['long'],
  }, async () => {
    const frame = await openFrame('sandbox="allow-scripts"', { shared: true, expectProblems: true });
    await expect.poll(() => stepCount(frame)).toBeGreaterThan(0);
    await frame
      .locator('#messages')
      .getByText(/has to add allow-same-origin to its sandbox/)
      .waitFor();
  });
});
