import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { BROWSER_FLAGS, findBrowser } from './find-browser';
import { type ServedSite, serveSite } from './serve-site';

/** The built site; tests get it by `inject('site')`. */
export interface Site extends Pick<ServedSite, 'url' | 'folder'> {
  /** Address of the shared browser; null without one. */
  browser: string | null;
}

declare module 'vitest' {
  export interface ProvidedContext {
    site: Site;
  }
}

/**
 * Builds the site once for all tests, or takes the one in the folder BUILT_SITE, serves it, and starts the shared browser. The tests
 * that need no page run while it is built; the others wait for it in tests/setup/site-is-built.ts.
 */
export default async function setUpSite(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findBrowser();
  const { url, folder, built, close } = await serveSite(process.env.BUILT_SITE);
  built.catch((error) => process.stderr.write(`\nThe site could not be built:\n${error.stderr ?? error}\n`));
  if (executablePath === null && process.env.REQUIRE_BROWSER !== '1') {
    process.stderr.write(
      '\n⚠ No Chromium was found: the browser tests are skipped. Install one or set CHROME_PATH.\n\n',
    );
  }
  const browser =
    executablePath === null
      ? null
      : await chromium.launchServer({ executablePath, args: BROWSER_FLAGS, headless: true });
  project.provide('site', { url, folder, browser: browser?.wsEndpoint() ?? null });
  return async () => {
    await browser?.close();
    await close();
  };
}
