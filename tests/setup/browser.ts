import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { BROWSER_FLAGS } from './find-browser';
import { drawNothing, seldom, visitedBefore } from './page-scripts';

export interface PageOptions {
  /** Address of another site than the shared one. */
  site?: string;
  /** As in the address: `?host=page`. */
  query?: string;
  /** As in the address: `#scene=chain`. */
  hash?: string;
  /** CSS pixels. */
  viewport?: { width: number; height: number };
  /** Device pixels per CSS pixel: few, because drawing in software is slow. */
  deviceScaleFactor?: number;
  /** Draws the view with shadows and at full resolution: for tests of the image. */
  picture?: boolean;
  /** Draws the view, though without shadows and at low resolution. By default nothing of it is drawn: see `drawNothing`. */
  drawn?: boolean;
  /** Shows the hint and the offer of the tour. By default the page is not new to the user. */
  firstVisit?: boolean;
  /** Leaves the scene running, as a user finds it. By default `openLab` stops it: see there. */
  plays?: boolean;
  /** Runs a frame as often as the browser can. By default a page that is not drawn has 20 frames a second: see `seldom`. */
  everyFrame?: boolean;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  hasTouch?: boolean;
  /** Allows clipboard access. */
  clipboard?: boolean;
  /** Problems of the page don't fail the test: for tests that cause problems. */
  expectProblems?: boolean;
  /** Lets the page install its service worker, as a user's does. By default it may not: it would fetch the whole site. */
  installs?: boolean;
  /** Keeps the page open until the end of the group, for tests that share it. */
  keep?: boolean;
  /** Runs in the page before its scripts. */
  beforeScripts?: () => void;
  /** Called before the first request, to intercept requests. */
  prepare?: (page: Page) => Promise<void>;
}

/** A page of the site, and its problems so far: console errors, uncaught errors, failed requests. */
export type SitePage = Page & { problems: string[] };

const { url, browser: executablePath } = inject('site');
/** Of this process, for all its files. Through a browser of another process, each message would be handled twice. */
let browser: Browser | undefined;

/** Of Vitest: the end of a file is not the end of its process. */
interface TestProcess {
  onCleanup(listener: () => Promise<void>): void;
}

interface OpenPage {
  page: SitePage;
  /** Key of its context's options. */
  kind: string;
  expectProblems: boolean;
  keep: boolean;
  installs: boolean;
  /** What was added to the page for this test alone, and how to remove it. */
  added: { dispose(): Promise<void> }[];
}
let open: OpenPage[] = [];
/**
 * Idle pages by the kind of their context: opening another address there needs less than half the work of a new context. All files
 * of a test process share them.
 */
const idle = new Map<string, SitePage[]>();
const MAX_IDLE = 2;

/**
 * A group of tests that need a browser. Without one they are skipped, or fail if REQUIRE_BROWSER=1. Pages without `keep` close after
 * each test. A problem in any page fails the test.
 */
export function describeBrowser(name: string, define: () => void): void {
  if (executablePath === null && process.env.REQUIRE_BROWSER === '1') {
    test(`${name}: there is a browser to test in`, () => {
      throw new Error('REQUIRE_BROWSER=1, but no Chromium was found: install one or set CHROME_PATH');
    });
    return;
  }
  describe.skipIf(executablePath === null)(name, () => {
    beforeAll(async () => {
      browser ??= await startBrowser(executablePath as string);
    });
    afterAll(async () => {
      await Promise.all(open.splice(0).map(keepIdle));
    });
    afterEach(async () => {
      const problems = open.flatMap(({ page, expectProblems }) => (expectProblems ? [] : page.problems.splice(0)));
      const closing = open.filter(({ keep }) => !keep);
      open = open.filter(({ keep }) => keep);
      await Promise.all(closing.map(keepIdle));
      expect(problems, 'problems in the page').toEqual([]);
    });
    define();
  });
}

/** Starts a browser, and closes it at the end of the process. */
export async function startBrowser(path: string): Promise<Browser> {
  const started = await chromium.launch({ executablePath: path, args: BROWSER_FLAGS });
  atEndOfProcess(() => started.close());
  return started;
}

export function atEndOfProcess(listener: () => Promise<void>): void {
  (globalThis as unknown as { __vitest_worker__: TestProcess }).__vitest_worker__.onCleanup(listener);
}

/** Opens the site; resolves when the page has loaded, before `hooke.ready`. */
export async function openPage(options: PageOptions = {}): Promise<SitePage> {
  if (!browser) throw new Error('openPage must be called in a test within describeBrowser');
  const { site = url, hash = '', clipboard = false, expectProblems = false, keep = false } = options;
  const { installs = false } = options;
  const { prepare, beforeScripts, picture = false, drawn = picture, everyFrame = false, firstVisit = false } = options;
  const { viewport = { width: 800, height: 600 }, colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  const { deviceScaleFactor = picture ? 1 : 0.25, hasTouch = false } = options;
  const kind = [deviceScaleFactor, hasTouch, installs].join();
  const serviceWorkers = installs ? 'allow' : 'block';
  const page =
    idle.get(kind)?.pop() ??
    recordProblems(
      await (await browser.newContext({ deviceScaleFactor, hasTouch, viewport, serviceWorkers })).newPage(),
    );
  const added: OpenPage['added'] = [];
  open.push({ page, kind, expectProblems, keep, installs, added });
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
  if (clipboard) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  if (!drawn) added.push(await page.addInitScript(drawNothing));
  if (!firstVisit) added.push(await page.addInitScript(visitedBefore));
  if (!drawn && !everyFrame) added.push(await page.addInitScript(seldom));
  if (beforeScripts) added.push(await page.addInitScript(beforeScripts));
  await prepare?.(page);
  const query = new URLSearchParams({ ...(!picture && { shadows: '0', sharp: '0' }) });
  for (const [key, value] of new URLSearchParams(options.query)) query.set(key, value);
  const search = query.size > 0 ? `?${query}` : '';
  await page.goto(site + search + hash, { waitUntil: 'load' });
  return page;
}

/** Keeps some pages of each kind for the next tests, and clears their state. */
async function keepIdle({ page, kind, installs, added }: OpenPage): Promise<void> {
  const context = page.context();
  if (page.isClosed() || installs || context.pages().length !== 1) return context.close();
  await Promise.all(added.map((one) => one.dispose()));
  await page.evaluate(() => {
    try {
      localStorage.clear();
      sessionStorage.clear();
    } catch {
      // The test denied storage.
    }
  });
  await page.goto('about:blank');
  for (const event of ['dialog', 'download', 'popup', 'worker', 'close', 'request', 'requestfinished'] as const) {
    page.removeAllListeners(event);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await page.mouse.move(0, 0);
  page.problems.length = 0;
  const others = idle.get(kind) ?? [];
  if (others.length === MAX_IDLE) return context.close();
  idle.set(kind, [...others, page]);
}

function recordProblems(page: Page): SitePage {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack || error.message}`));
  page.on('requestfailed', (request) => {
    // A request that the page itself cancelled is no failure.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
      problems.push(`request: ${request.url()} ${request.failure()?.errorText}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`response: ${response.url()} ${response.status()}`);
  });
  return Object.assign(page, { problems });
}
