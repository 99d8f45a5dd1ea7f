import { type Browser, chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../../setup/find-browser';
import { serveSite } from '../../setup/serve-site';
import type { Suite } from '../report';

/** Visits, each with nothing in the cache. */
const VISITS = 12;
/** ms; a visit that takes longer is none. */
const PATIENCE = 30_000;

/** What is noted of a visit, in this order, and what it means. */
const MOMENTS = {
  'engine asked for': 'the worker is started',
  'first picture': 'the cloth’s triangles are drawn',
  'first motion': 'a state after the first step is drawn',
  ready: 'window.hooke.ready: panel and bar are there too',
};
type Moment = keyof typeof MOMENTS;

/** From navigation to what one sees. */
export const startTime: Suite = {
  id: 'start',
  about: 'the page in Chromium: from navigation to the first picture and the first moving one',
  async run(report) {
    const executablePath = findBrowser();
    if (executablePath === null) {
      console.error('  No Chromium was found: skipped. Install one or set CHROME_PATH.');
      return;
    }
    const site = await serveSite();
    const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS, headless: true });
    try {
      const visits: Record<Moment, number>[] = [];
      for (let i = 0; i < VISITS; i++) visits.push(await visit(browser, site.url));
      report.tables.push({
        title: 'Start in Chromium, ms from navigation',
        about: `Cold cache, ${VISITS} visits, files from this machine. Chromium draws in software, on the same cores as the engine; what was drawn is waited for.`,
        rows: (Object.keys(MOMENTS) as Moment[]).map((moment) => ({
          moment,
          what: MOMENTS[moment],
          ...spread(visits.map((times) => times[moment])),
        })),
      });
    } finally {
      await browser.close();
      await site.close();
    }
  },
};

function spread(times: number[]): { shortest: number; median: number } {
  times.sort((a, b) => a - b);
  return { shortest: times[0], median: times[times.length >> 1] };
}

async function visit(browser: Browser, url: string): Promise<Record<Moment, number>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' });
  try {
    const page = await context.newPage();
    await page.addInitScript(noteMoments);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first motion').length > 0, undefined, {
      polling: 50,
      timeout: PATIENCE,
    });
    return await page.evaluate(async () => {
      await window.hooke.ready;
      performance.mark('ready');
      const marks = performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime]);
      return Object.fromEntries(marks) as Record<Moment, number>;
    });
  } finally {
    await context.close();
  }
}

/** Runs in the page ahead of its own scripts. */
function noteMoments(): void {
  /** Indices that nothing but the cloth has so many of. */
  const CLOTH = 3000;
  const noted = (moment: string) => performance.getEntriesByName(moment).length > 0;
  let moves = false;
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      performance.mark('engine asked for');
      this.addEventListener('message', ({ data }) => {
        moves ||= data.frame?.status.stepCount > 0;
      });
    }
  };
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (...given) {
    drawElements.apply(this, given);
    const moment = moves ? 'first motion' : 'first picture';
    // What is drawn elsewhere is the lamp's map.
    if (given[1] < CLOTH || noted(moment) || this.getParameter(this.FRAMEBUFFER_BINDING) !== null) return;
    queueMicrotask(() => {
      // Comes back when all has been drawn.
      this.readPixels(0, 0, 1, 1, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(4));
      if (!noted(moment)) performance.mark(moment);
    });
  };
}
