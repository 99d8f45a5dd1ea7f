/** What attacks in a browser share. */
import fc from 'fast-check';
import { type Browser, chromium, type Page } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../setup/find-browser';
import { serveSite } from '../setup/serve-site';
import { serveStatic } from '../setup/static-server';
import type { Attack, Failure } from './attack';

/** ms; for one case. */
const CASE_TIMEOUT = 90_000;

/**
 * Starts a browser, serves the site, and closes both after the work.
 * @param folder of a built site; absent: it is built anew
 * @throws Error if there is no browser
 */
export async function inBrowser<T>(
  folder: string | undefined,
  work: (chrome: Browser, url: string) => Promise<T>,
): Promise<T> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('no Chromium was found: install one or set CHROME_PATH');
  const site = await (folder === undefined ? serveSite() : serveStatic(folder, '/lab/hooke/'));
  const chrome = await chromium.launch({ executablePath, args: BROWSER_FLAGS, headless: true });
  try {
    return await work(chrome, site.url);
  } finally {
    await chrome.close();
    await site.close();
  }
}

export interface PageCases<T> {
  readonly id: string;
  readonly about: string;
  /** What the cases are called where they are counted. */
  readonly unit: string;
  readonly arbitrary: fc.Arbitrary<T>;
  open(chrome: Browser, url: string): Promise<Page>;
  /** Throws if the case fails. */
  check(page: Page, value: T): Promise<void>;
  /** Cases of each kind are counted too. */
  kindOf?(value: T): string;
}

/** An attack by independent cases on a page; after a failure the next case has a new page. */
export function attackPage<T>({ id, about, unit, arbitrary, open, check, kindOf }: PageCases<T>): Attack {
  return {
    id,
    about,
    run: ({ seed, time, cases, site, onCase }) =>
      inBrowser(site, async (chrome, url) => {
        const end = performance.now() + time;
        const counts: Record<string, number> = { [unit]: 0 };
        const failures: Failure[] = [];
        let page = await open(chrome, url);
        for (let i = 0; counts[unit] < cases && performance.now() < end; i++) {
          const [one] = fc.sample(arbitrary, { seed: seed + i, numRuns: 1 });
          const text = JSON.stringify(one);
          onCase?.(text);
          counts[unit]++;
          const kind = kindOf?.(one);
          if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
          try {
            await inTime(check(page, one));
          } catch (error) {
            failures.push({ seed: seed + i, path: '0', text, error: (error as Error).stack ?? String(error) });
            await page.close();
            page = await open(chrome, url);
          }
        }
        return { counts, failures };
      }),
  };
}

/** Rejects if the work takes too long: a call in the page waits for ever. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing happens for ${CASE_TIMEOUT / 1000} s`)), CASE_TIMEOUT);
    work.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  });
  return Promise.race([work, late]);
}
