import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser';
import { type ServedSite, serveSite } from './serve-site';

/** The built site, as tests get it by `inject('site')`. */
export interface Site extends Pick<ServedSite, 'url' | 'folder'> {
  /** Path of the browser, or null where there is none. */
  browser: string | null;
}

declare module 'vitest' {
  export interface ProvidedContext {
    site: Site;
  }
}

/** Builds the site once for all the tests that look at it, and serves it. */
export default async function setUpSite(project: TestProject): Promise<() => Promise<void>> {
  const browser = findBrowser();
  const { url, folder, close } = await serveSite();
  if (browser === null && process.env.REQUIRE_BROWSER !== '1') {
    process.stderr.write(
      '\n⚠ No Chromium was found: the browser tests are skipped. Install one or set CHROME_PATH.\n\n',
    );
  }
  project.provide('site', { url, folder, browser });
  return close;
}
