import type { Browser } from 'playwright-core';
import type { Suite } from '../report';
import { measureSites } from '../sites';

/** Visits of each site under each condition, each with an empty cache. */
const VISITS = 12;
/** ms; a longer visit fails. */
const TIMEOUT = 60_000;

interface Conditions {
  name: string;
  /** Bytes per second and ms; null: not limited. */
  network: { throughput: number; latency: number } | null;
  /** Factor by which the page's thread is slowed. */
  slowdown: number;
}

const CONDITIONS: readonly Conditions[] = [
  { name: 'this machine', network: null, slowdown: 1 },
  {
    name: '10 Mbit/s, 40 ms latency, 4× slower processor',
    network: { throughput: 10e6 / 8, latency: 40 },
    slowdown: 4,
  },
];

/** The recorded moments of a visit, in this order. */
const MOMENTS = {
  'worker started': 'the page has called new Worker',
  'first picture': 'the cloth’s triangles are drawn',
  'first motion': 'a state after the first step is drawn',
  ready: 'window.hooke.ready: panel and status bar are complete',
};
type Moment = keyof typeof MOMENTS;

/** Time from navigation to the first picture, the first motion and the finished page. */
export const startTime: Suite = {
  id: 'start',
  about: 'the page in Chromium: from navigation to the first picture and the first moving one',
  run: (report, { against }) =>
    measureSites(against, async (browser, sites) => {
      for (const conditions of CONDITIONS) {
        const visits = sites.map((): Record<Moment, number>[] => []);
        // In turns, so that a change of the machine's load affects all builds alike.
        for (let i = 0; i < VISITS; i++) {
          for (const [k, { url }] of sites.entries()) visits[k].push(await visit(browser, url, conditions));
        }
        report.tables.push({
          title: `Start in Chromium, ms from navigation: ${conditions.name}`,
          about: `Empty cache, gzip, ${VISITS} visits. Chromium draws in software, on the same cores as the engine. A moment is recorded when its drawing is complete.`,
          rows: (Object.keys(MOMENTS) as Moment[]).flatMap((moment) =>
            sites.map(({ name }, k) => ({
              moment,
              what: MOMENTS[moment],
              ...name,
              ...spread(visits[k].map((times) => times[moment])),
            })),
          ),
        });
      }
    }),
};

function spread(times: number[]): { shortest: number; median: number } {
  times.sort((a, b) => a - b);
  return { shortest: times[0], median: (times[(times.length - 1) >> 1] + times[times.length >> 1]) / 2 };
}

async function visit(
  browser: Browser,
  url: string,
  { network, slowdown }: Conditions,
): Promise<Record<Moment, number>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' });
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    if (network) {
      await devTools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: network.latency,
        downloadThroughput: network.throughput,
        uploadThroughput: network.throughput,
      });
    }
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(noteMoments);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first motion').length > 0, undefined, {
      polling: 50,
      timeout: TIMEOUT,
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

/** Runs in the page before its scripts. */
function noteMoments(): void {
  /** Number of indices that only the cloth has. */
  const CLOTH = 3000;
  const noted = (moment: string) => performance.getEntriesByName(moment).length > 0;
  let moves = false;
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      performance.mark('worker started');
      this.addEventListener('message', ({ data }) => {
        moves ||= data.frame?.status.stepCount > 0;
      });
    }
  };
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (...given) {
    drawElements.apply(this, given);
    const moment = moves ? 'first motion' : 'first picture';
    // Another framebuffer holds the shadow map.
    if (given[1] < CLOTH || noted(moment) || this.getParameter(this.FRAMEBUFFER_BINDING) !== null) return;
    queueMicrotask(() => {
      // Returns when everything has been drawn.
      this.readPixels(0, 0, 1, 1, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(4));
      if (!noted(moment)) performance.mark(moment);
    });
  };
}
