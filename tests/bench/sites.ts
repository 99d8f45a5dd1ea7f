import { type Browser, chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../setup/find-browser';
import { serveSite } from '../setup/serve-site';
import { serveStatic } from '../setup/static-server';

/** A served build of the site. */
export interface MeasuredSite {
  /** Its name in the tables; absent if there is only this build. */
  readonly name: { build?: string };
  /** Address, with a slash at the end. */
  readonly url: string;
}

/**
 * Builds and serves the site, and opens a browser to measure it; does nothing if there is none.
 * @param against folder of another built site, which is measured beside it
 * @param args flags of the browser
 */
export async function measureSites(
  against: string | undefined,
  measure: (browser: Browser, sites: readonly MeasuredSite[]) => Promise<void>,
  args: readonly string[] = BROWSER_FLAGS,
): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null) {
    console.error('  No Chromium was found: skipped. Install one or set CHROME_PATH.');
    return;
  }
  const site = await serveSite();
  await site.built;
  const folders = against ? { 'this build': site.folder, [against]: against } : { 'this build': site.folder };
  const servers = await Promise.all(
    Object.entries(folders).map(async ([build, folder]) => ({
      name: against ? { build } : {},
      ...(await serveStatic(folder, '/', true)),
    })),
  );
  const browser = await chromium.launch({ executablePath, args: [...args], headless: true });
  try {
    await measure(browser, servers);
  } finally {
    await browser.close();
    await Promise.all(servers.map((server) => server.close()));
    await site.close();
  }
}
