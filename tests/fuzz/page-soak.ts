/** A long run of the default cloth on the page, with a clock that is faster than the real one. */
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { drawNothing, visitedBefore } from '../setup/page-scripts';
import type { Attack } from './attack';
import { inBrowser } from './attack-in-browser';
import { APART, judge, PICTURE } from './long-run';
import { heapsOf } from './page-heaps';

/** Of the system, for resident memory: Linux. */
const PAGE_SIZE = 4096;
/** ms; for the pictures between two measurements. */
const PICTURES_TIMEOUT = 120_000;

interface Clock {
  /** Pictures so far. */
  pictures: number;
  /** Number of pictures after which the clock stops. */
  end: number;
  /** Draws pictures up to this number. */
  runTo(end: number): void;
}

/** Runs in the page before its scripts: the time of a picture is `PICTURE` after that of the last one, whenever it is drawn. */
function ownClock(interval: number): void {
  const waiting = new Map<number, FrameRequestCallback>();
  let [id, isAsked] = [0, false];
  const clock: Clock = {
    pictures: 0,
    end: Number.POSITIVE_INFINITY,
    runTo(end) {
      clock.end = end;
      ask();
    },
  };
  function ask(): void {
    if (isAsked || waiting.size === 0 || clock.pictures >= clock.end) return;
    isAsked = true;
    setTimeout(draw, 4);
  }
  function draw(): void {
    isAsked = false;
    const time = ++clock.pictures * 1000 * interval;
    for (const [key, callback] of [...waiting]) if (waiting.delete(key)) callback(time);
    ask();
  }
  window.requestAnimationFrame = (callback) => {
    waiting.set(++id, callback);
    ask();
    return id;
  };
  window.cancelAnimationFrame = (key) => void waiting.delete(key);
  Object.assign(window, { clock });
}

/** bytes of the largest process that renders pages; NaN where the system does not tell. */
async function residentOf(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentPages(id) * PAGE_SIZE);
  return Math.max(...sizes);
}

function residentPages(process: number): number {
  try {
    return Number(readFileSync(`/proc/${process}/statm`, 'utf8').split(' ')[1]);
  } catch {
    return Number.NaN;
  }
}

/** Lets the page draw up to this number of pictures. */
async function drawTo(page: Page, end: number): Promise<void> {
  await page.evaluate((count) => (window as unknown as { clock: Clock }).clock.runTo(count), end);
  const isThere = (count: number) => (window as unknown as { clock: Clock }).clock.pictures >= count;
  await page.waitForFunction(isThere, end, { timeout: PICTURES_TIMEOUT, polling: 200 });
}

export const pageSoak: Attack = {
  id: 'page-soak',
  about: 'a long run of the default cloth on the page, without drawing; 216,000 cases are an hour',
  run: ({ seed, time, cases, site, onCase }) =>
    inBrowser(site, async (chrome, url) => {
      const page = await chrome.newPage();
      await page.addInitScript(ownClock, PICTURE);
      for (const script of [drawNothing, visitedBefore]) await page.addInitScript(script);
      await page.goto(url, { waitUntil: 'load' });
      await page.evaluate(() => window.hooke.ready);
      const heaps = await heapsOf(await page.context().newCDPSession(page));
      const ofBrowser = await chrome.newBrowserCDPSession();
      const end = performance.now() + time;
      const sizes: number[] = [];
      const resident: number[] = [];
      let pictures = 0;
      while (pictures < cases && performance.now() < end) {
        pictures += APART;
        await drawTo(page, pictures);
        sizes.push(await heaps());
        resident.push(await residentOf(ofBrowser));
        onCase?.(`${pictures} pictures: ${sizes.at(-1)} bytes of heap and arrays, ${resident.at(-1)} resident`);
      }
      await page.evaluate(() => {
        (window as unknown as { clock: Clock }).clock.runTo(Number.POSITIVE_INFINITY);
        return window.hooke.pause();
      });
      const hash = await page.evaluate(() => window.hooke.hash());
      const { stepCount: steps } = await page.evaluate(() => window.hooke.state());
      return judge(seed, { pictures, steps, hash, sizes, resident });
    }),
};
