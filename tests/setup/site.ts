import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser';
import { type ServedSite, serveSite } from './serve-site';

/** The built site; tests get it by `inject('site')`. */
export interface Site extends Pick<ServedSite, 'url' | 'folder'> {
  /** Path of the browser that each test process starts; null without one. */
  browser: string | null;
}

declare module 'vitest' {
  export interface ProvidedContext {
    site: Site;
  }
}

/**
 * Builds the site once for all tests, or takes the one in the folder BUILT_SITE, and serves it. The tests that need no page run while
 * it is built; the others wait for it in tests/setup/site-is-built.ts.
 */
export default async function setUpSite(project: TestProject): Promise<() => Promise<void>> {
  const browser = findBrowser();
  const { url, folder, built, close } = await serveSite(process.env.BUILT_SITE);
  built.catch((error) => process.stderr.write(`\nThe site could not be built:\n${error.stderr ?? error}\n`));
  if (browser === null && process.env.REQUIRE_BROWSER !== '1') {
    process.stderr.write(
      '\n⚠ No Chromium was found: the browser tests are skipped. Install one or set CHROME_PATH.\n\n',
    );
  }
  project.provide('site', { url, folder, browser });
  return close;
}
