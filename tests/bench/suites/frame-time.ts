import type { Browser, Page } from 'playwright-core';
import type { Hooke } from '../../../src/ui/lab/scripting';
import type { Report, Suite } from '../report';
import { measureSites } from '../sites';

const SIZES = [32, 100, 200];
/** Measured pictures. */
const PICTURES = 150;
/** Wall time before them, ms, for compilers and caches. */
const WARM_UP = 3000;
/** Largest wall time of a row, ms. */
const TIMEOUT = 60_000;

/** Counters in the page. */
interface CountersWindow {
  hooke: Hooke;
  /** Callbacks that drew something. */
  pictures: number;
  /** Wall time of each of these callbacks, ms. */
  callbacks: number[];
}

/** Time of a whole frame in the page, with the engine in its worker. */
export const frameTime: Suite = {
  id: 'frame',
  about: 'the page in Chromium: time of a frame on the main thread',
  run: (report, { against }) =>
    measureSites(against, async (browser, sites) => {
      const rows: Record<string, string | number>[] = [];
      for (const size of SIZES) {
        for (const integrator of ['symplectic-euler', 'implicit-euler']) {
          for (const [k, { name, url }] of sites.entries()) {
            const row = await framesOf(browser, url, size, integrator);
            rows.push({ cloth: `${size}×${size}`, integrator, ...name, ...row });
            if (k === 0 && size === 100 && integrator === 'implicit-euler') report.bars.push(...barsOf(row));
          }
        }
      }
      report.tables.push({
        title: 'A frame in Chromium: cloth at k = 1000 N/m; implicit at dt = 1/60 s, else at 90 % of the limit',
        about:
          'Main thread: processor time of all its tasks, per picture. Callback: wall time from the start of a frame to its last drawing command, 95th percentile. Chromium draws in software here, on the same cores as the engine: a graphics card draws more pictures per second.',
        rows,
      });
    }),
};

function barsOf(row: Awaited<ReturnType<typeof framesOf>>): Report['bars'] {
  const [busy, speed] = [row['main thread, ms'], row['× real time']];
  return [
    { name: 'frame: main thread at 100×100, implicit, ms', value: busy, direction: 'at most', bar: 4 },
    { name: 'frame: times real time at 100×100, implicit', value: speed, direction: 'at least', bar: 0.95 },
  ];
}

async function framesOf(browser: Browser, url: string, size: number, integrator: string) {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 }, reducedMotion: 'no-preference' });
  await page.addInitScript(watchFrames);
  await page.goto(url);
  await page.evaluate(setUp, [size, integrator] as const);
  await page.waitForTimeout(WARM_UP);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = { busy: await busy(), ...(await readCounters(page)) };
  await page
    .waitForFunction((count) => (window as unknown as CountersWindow).pictures >= count, before.pictures + PICTURES, {
      polling: 250,
      timeout: TIMEOUT,
    })
    .catch(() => {});
  const after = { busy: await busy(), ...(await readCounters(page)) };
  await page.close();
  const pictures = after.pictures - before.pictures;
  const callbacks = after.callbacks.slice(before.callbacks.length).sort((a, b) => a - b);
  const wall = (after.wall - before.wall) / 1000;
  return {
    pictures,
    'main thread, ms': (after.busy - before.busy) / pictures,
    'callback, p95, ms': callbacks[Math.floor(0.95 * callbacks.length)] ?? Number.NaN,
    'pictures per second': pictures / wall,
    'engine per step': after.step,
    '× real time': (after.time - before.time) / wall,
  };
}

/** Runs in the page before its scripts: times the callbacks that draw. */
function watchFrames(): void {
  const page = window as unknown as CountersWindow;
  page.pictures = 0;
  page.callbacks = [];
  let drawn = false;
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (...given) {
    drawn = true;
    drawElements.apply(this, given);
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((now) => {
      drawn = false;
      const begin = performance.now();
      callback(now);
      if (!drawn) return;
      page.pictures++;
      page.callbacks.push(performance.now() - begin);
    });
}

async function setUp([size, integrator]: readonly [number, string]): Promise<void> {
  const { hooke } = window;
  await hooke.ready;
  await hooke.pause();
  await hooke.set('integrator', integrator);
  await hooke.set('rows', size);
  await hooke.set('columns', size);
  await hooke.set('stiffness', 1000);
  await hooke.set('dt', integrator === 'implicit-euler' ? 1 / 60 : 0.9 * hooke.limit().dt);
  await hooke.play();
}

function readCounters(page: Page) {
  return page.evaluate(() => {
    const { hooke, pictures, callbacks } = window as unknown as CountersWindow;
    const { time, blowUp } = hooke.state();
    if (blowUp) throw new Error(`the cloth blew up at ${blowUp.time} s`);
    const step = document.querySelector('[title^="Computing time of one step"] b')?.textContent ?? '';
    return { time, step, pictures, callbacks, wall: performance.now() };
  });
}
