import { expect, inject, test } from 'vitest';
import { describeBrowser, openPage } from '../setup/browser';

describeBrowser('the site', () => {
  test('opens under a sub-path without a console error or a failed request', async () => {
    const page = await openPage();
    expect(new URL(page.url()).pathname).toBe('/lab/hooke/');
    expect(await page.title()).toContain('Hooke');
  });

  test('is closed to what lies beside it', async () => {
    const { status } = await fetch(new URL('/index.html', inject('site').url));
    expect(status).toBe(404);
  });
});

describeBrowser('a page under test', () => {
  test('tells of console errors, uncaught errors, failed requests, and what the policy of the page forbids', async () => {
    const page = await openPage({
      expectProblems: true,
      async prepare(opened) {
        await opened.route('**/unanswered', (route) => route.abort('connectionrefused'));
      },
    });
    await page.evaluate(async () => {
      console.error('said to the console');
      setTimeout(() => {
        throw new Error('thrown by a timer');
      });
      await fetch('not-there.json');
      await fetch('unanswered').catch(() => undefined);
      await fetch('http://127.0.0.1:9/').catch(() => undefined);
    });
    await expect.poll(() => page.problems.join('\n')).toMatch(/said to the console/);
    await expect.poll(() => page.problems.join('\n')).toMatch(/thrown by a timer/);
    await expect.poll(() => page.problems.join('\n')).toMatch(/not-there\.json 404/);
    await expect.poll(() => page.problems.join('\n')).toMatch(/unanswered net::ERR_CONNECTION_REFUSED/);
    await expect.poll(() => page.problems.join('\n')).toMatch(/127\.0\.0\.1:9\/' violates .* Content Security Policy/);
  });

  test('has the viewport, theme, motion and touch that it was asked for', { tags: ['long'] }, async () => {
    const page = await openPage({
      viewport: { width: 390, height: 844 },
      picture: true,
      deviceScaleFactor: 2,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      hasTouch: true,
      query: '?host=page',
      hash: '#scene=chain',
    });
    const seen = await page.evaluate(() => ({
      size: [innerWidth, innerHeight, devicePixelRatio],
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      still: matchMedia('(prefers-reduced-motion: reduce)').matches,
      touch: navigator.maxTouchPoints > 0,
      query: location.search,
    }));
    expect(seen).toEqual({ size: [390, 844, 2], dark: true, still: true, touch: true, query: '?host=page' });
  });
});
