import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';

export interface PageOptions {
  /** Where the site is, for another one than the usual. */
  site?: string;
  /** As in the address: `?host=page`. */
  query?: string;
  /** As in the address: `#scene=chain`. */
  hash?: string;
  /** CSS pixels. */
  viewport?: { width: number; height: number };
  /** Pixels to a CSS pixel: 1 for tests that look at the picture; else fewer do, as drawing in software takes long. */
  deviceScaleFactor?: number;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  hasTouch?: boolean;
  /** Lets a page write to the clipboard and read it. */
  clipboard?: boolean;
  /** Problems don't fail the test by themselves: for tests that cause some. */
  expectProblems?: boolean;
  /** Stays open until the end of the group, for tests that share a page. */
  keep?: boolean;
  /** Runs in the page ahead of the page's own scripts. */
  beforeScripts?: () => void;
  /** Called ahead of the first request, to intercept some. */
  prepare?: (page: Page) => Promise<void>;
}

/** A page of the site, and what went wrong in it so far: console errors, uncaught errors, failed requests. */
export type SitePage = Page & { problems: string[] };

const { url, browser: endpoint } = inject('site');
let browser: Browser | undefined;
let open: { context: BrowserContext; page: SitePage; expectProblems: boolean; keep: boolean }[] = [];

/**
 * A group of tests that need a browser. Without one they are skipped, or fail where REQUIRE_BROWSER=1. Pages are closed after
 * each test but for those to be kept, and a problem in any of them fails it.
 */
export function describeBrowser(name: string, define: () => void): void {
  if (endpoint === null && process.env.REQUIRE_BROWSER === '1') {
    test(`${name}: there is a browser to test in`, () => {
      throw new Error('REQUIRE_BROWSER=1, but no Chromium was found: install one or set CHROME_PATH');
    });
    return;
  }
  describe.skipIf(endpoint === null)(name, () => {
    beforeAll(async () => {
      browser = await chromium.connect(endpoint as string);
    });
    afterAll(async () => {
      open = [];
      await browser?.close();
    });
    afterEach(async () => {
      const problems = open.flatMap(({ page, expectProblems }) => (expectProblems ? [] : page.problems.splice(0)));
      const closing = open.filter(({ keep }) => !keep);
      open = open.filter(({ keep }) => keep);
      await Promise.all(closing.map(({ context }) => context.close()));
      expect(problems, 'problems in the page').toEqual([]);
    });
    define();
  });
}

/** Opens the site in a fresh browser context; resolves when the page has loaded, which is before `hooke.ready`. */
export async function openPage(options: PageOptions = {}): Promise<SitePage> {
  if (!browser) throw new Error('openPage belongs into a test within describeBrowser');
  const { query = '', hash = '', clipboard = false, expectProblems = false, keep = false, ...more } = options;
  const { prepare, beforeScripts, site = url, ...rest } = more;
  const context = await browser.newContext({
    viewport: { width: 800, height: 600 },
    deviceScaleFactor: 0.5,
    colorScheme: 'light',
    reducedMotion: 'no-preference',
    acceptDownloads: true,
    permissions: clipboard ? ['clipboard-read', 'clipboard-write'] : [],
    ...rest,
  });
  const page = watch(await context.newPage());
  open.push({ context, page, expectProblems, keep });
  if (beforeScripts) await page.addInitScript(beforeScripts);
  await prepare?.(page);
  await page.goto(site + query + hash, { waitUntil: 'load' });
  return page;
}

function watch(page: Page): SitePage {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    // A picture or frame that the page itself gave up is no failure.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
      problems.push(`request: ${request.url()} ${request.failure()?.errorText}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`response: ${response.url()} ${response.status()}`);
  });
  return Object.assign(page, { problems });
}
