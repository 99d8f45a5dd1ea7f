/** The page in a real browser under random acts: no uncaught error, no engine that stops, no dead end, nothing that grows. */
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { countGraphics, drawNothing } from '../setup/page-scripts';
import type { Attack, Failure } from './attack';
import { inBrowser } from './attack-in-browser';
import { doAct, type PageAct, pageAct } from './page-acts';
import { measure, openEverything, WITH_CODE } from './page-memory';

/** Acts between two looks at what the page says and does. */
const LOOK = 20;
/** Acts after which memory is measured first, and then again and again. */
const WARM = 500;
const AGAIN = 1000;
/** Growth from there to the end that counts as a leak. */
const LEAK = 0.05;
/** ms; for Play to do what it says. */
const PLAY_TIMEOUT = 15_000;
/** Runs of shorter lists to find a short one that fails. */
const MAX_TRIES = 30;

interface OpenPage {
  readonly page: Page;
  readonly problems: string[];
}

async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 900, height: 600 } });
  const page = await context.newPage();
  for (const script of [drawNothing, countGraphics]) await page.addInitScript(script);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack || error.message}`));
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
  page.on('crash', () => problems.push('the page crashed'));
  page.on('popup', (popup) => void popup.close());
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto(`${url}?shadows=0&sharp=0#scene=cloth&rows=12&columns=12`, { waitUntil: 'load' });
  await page.evaluate(() => window.hooke.ready);
  return { page, problems };
}

/** What the page says of an engine that has stopped: no act of a person may end it. */
const stopOf = (page: Page) =>
  page.evaluate(
    () => document.querySelector('#messages .failure')?.textContent?.match(/The engine has stopped: .*/)?.[0],
  );

/** @throws Error if nothing moves after Play, and the page does not say why */
async function checkPlay(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const now = () =>
    page.evaluate(() => ({ ...window.hooke.state(), said: document.querySelector('#messages')?.textContent }));
  const before = await now();
  for (const end = Date.now() + PLAY_TIMEOUT; ; ) {
    const play = page.locator('#bar').getByRole('button', { name: 'Play', exact: true });
    if (await play.isVisible()) await play.click({ timeout: 1000 }).catch(() => {});
    await page.waitForTimeout(100);
    const { time, stepCount, said } = await now();
    if (time !== before.time || stepCount !== before.stepCount || said) return;
    if (Date.now() > end) throw new Error('Play: nothing moves, and the page does not say why');
    await page.keyboard.press('Escape');
  }
}

/** Does the acts. Returns what went wrong, or null. */
async function play({ page, problems }: OpenPage, acts: readonly PageAct[], onAct = async (_: number) => {}) {
  try {
    for (const [i, act] of acts.entries()) {
      await doAct(page, act);
      const stopped = await stopOf(page).catch(() => undefined);
      if (stopped) problems.push(stopped);
      if (problems.length > 0) return problems.join('\n');
      if ((i + 1) % LOOK === 0) await checkPlay(page);
      await onAct(i + 1);
    }
    await checkPlay(page);
    return problems.length > 0 ? problems.join('\n') : null;
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}

/** Ever shorter lists that still fail: leaves out halves, quarters and so on. */
async function shortened(acts: readonly PageAct[], fails: (acts: readonly PageAct[]) => Promise<boolean>) {
  let best = acts;
  let tries = 0;
  for (let size = Math.ceil(acts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && tries < MAX_TRIES; tries++) {
      const less = [...best.slice(0, at), ...best.slice(at + size)];
      if (less.length > 0 && (await fails(less))) best = less;
      else at += size;
    }
  }
  return best;
}

/** What has grown by more than is allowed. */
const growthOf = (first: Record<string, number>, last: Record<string, number>) =>
  Object.entries(last)
    .filter(([what, value]) => what !== WITH_CODE && value > (1 + LEAK) * first[what])
    .map(([what, value]) => `${what} grew from ${first[what]} to ${value}`);

export const browser: Attack = {
  id: 'browser',
  about: `the page under random acts in a real browser; a case is one act; memory is measured from ${WARM} on`,
  run: ({ seed, time, cases, site, onCase }) =>
    inBrowser(site, async (chrome, url) => {
      const end = performance.now() + time;
      const counts: Record<string, number> = { acts: 0 };
      const failures: Failure[] = [];
      const open = await openPage(chrome, url);
      // With each odd seed a definition has joined.
      if (cases > WARM) await openEverything(open.page, seed % 2 === 1);
      let first: Record<string, number> | null = null;
      let acts: PageAct[] = [];
      let again = WARM;
      for (let batch = 0; failures.length === 0 && counts.acts < cases && performance.now() < end; batch++) {
        const next = fc.sample(pageAct, { seed: seed + batch, numRuns: Math.min(100, cases - counts.acts) });
        acts = [...acts, ...next].slice(-200);
        const error = await play(open, next, async (done) => {
          onCase?.(JSON.stringify(next[done - 1]));
          counts.acts++;
        });
        if (error === null && counts.acts >= again && cases > WARM) {
          const now = await measure(open.page);
          onCase?.(`${counts.acts} acts: ${JSON.stringify(now)}`);
          for (const [what, value] of Object.entries(now)) counts[`${what} after ${counts.acts} acts`] = value;
          first ??= now;
          again += AGAIN;
        }
        if (error === null) continue;
        const fails = async (some: readonly PageAct[]) => {
          const other = await openPage(chrome, url);
          const found = await play(other, some);
          await other.page.context().close();
          return found !== null;
        };
        const text = JSON.stringify(await shortened(acts, fails));
        failures.push({ seed: seed + batch, path: '0', text, error });
      }
      if (first === null) return { counts, failures };
      const last = await measure(open.page);
      for (const [what, value] of Object.entries(last)) counts[`${what} at the end`] = value;
      const grown = growthOf(first, last).map((error) => ({ seed, path: '0', text: `${counts.acts} acts`, error }));
      return { counts, failures: [...failures, ...grown] };
    }),
};
