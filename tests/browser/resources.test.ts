// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { openInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { takeHeap } from '../fuzz/heap-snapshot';
import { describeBrowser } from '../setup/browser';
import { countGraphics } from '../setup/page-scripts';

const KINDS = ['Buffer', 'Texture', 'VertexArray', 'Program', 'Shader', 'Framebuffer', 'Renderbuffer'];

/** Runs in the page before its scripts: a timer of more than 5 s never ends, so that what it holds stays. */
function endlessTimers(): void {
  const own = window.setTimeout;
  const waiting: unknown[] = [];
  window.setTimeout = ((act: () => void, delay = 0, ...args: unknown[]) =>
    delay > 5000 ? waiting.push(act) : own(act, delay, ...args)) as typeof setTimeout;
  Object.assign(window, { waiting });
}

describeBrowser('what a user closes leaves the memory at once:', () => {
  test('messages, which a timer would close later, and a lesson', async () => {
    const page = await openLab({ beforeScripts: endlessTimers });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const nodes = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0;
    };
    const banner = page.locator('#messages .banner');
    const round = async () => {
      await page.hooke('load', { hooke: 1 }).catch(() => {});
      await banner.waitFor();
      await page.keyboard.press('Escape');
      await banner.waitFor({ state: 'detached' });
    };
    await round();
    const before = await nodes();
    for (let i = 0; i < 10; i++) await round();
    // Each of them has seven; the browser may keep the last one.
    await expect.poll(async () => (await nodes()) - before).toBeLessThan(20);

    const content = page.locator('#lesson h3');
    await page.keyboard.press('l');
    await content.first().waitFor();
    await page.keyboard.press('l');
    await content.first().waitFor({ state: 'detached' });
    await session.detach();
  });
});

/** Elements of this name that the page holds, shown or not. */
async function heldElements(page: LabPage, name: RegExp): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const heap = await takeHeap(session);
  await session.detach();
  return heap.filter((entry) => entry.kind === 'native' && name.test(entry.name)).length;
}

describeBrowser('what a page holds', () => {
  test('is counted without what only the harness holds', async () => {
    const page = await openLab();
    const list = await page.evaluateHandle(() => {
      const made = document.createElement('ol');
      for (let i = 0; i < 7; i++) made.append(document.createElement('li'));
      return made;
    });
    const before = await heldElements(page, /^<li>/);
    await list.evaluate((made) => Object.assign(window, { made }));
    expect((await heldElements(page, /^<li>/)) - before).toBe(7);
  });

  test('has nothing of the instrument around an editor that is closed', async () => {
    const page = await openLab();
    const parts = /^(<div class="write-your-own">|<dd>|<option value="matrices">)/;
    const before = await heldElements(page, parts);
    await openInstrument(page, 'Write your own', 'cloth');
    await page.locator('#instruments .cm-content').waitFor();
    expect((await heldElements(page, parts)) - before).toBeGreaterThan(10);
    // The browser keeps what was under the mouse, for its menu.
    await page.locator('#instruments .head').click({ button: 'right', position: { x: 4, y: 4 } });
    await page.keyboard.press('i');
    await page.locator('#instruments .pane').waitFor({ state: 'detached' });
    expect(await heldElements(page, parts)).toBe(before);
  });

  test('has nothing of the tables around a closed chart, even if the browser keeps the chart', async () => {
    const page = await openLab();
    await openInstrument(page, 'Test bench', 'cloth');
    await page.locator('#instruments td.number').first().waitFor({ state: 'attached' });
    await page.evaluate(() => Object.assign(window, { kept: document.querySelector('#instruments .chart') }));
    await page.keyboard.press('i');
    await page.locator('#instruments .pane').waitFor({ state: 'detached' });
    expect(await heldElements(page, /^<td class="number"/)).toBe(0);
  });
});

describeBrowser('a page that has loaded many files', () => {
  /** Scenes whose start is kept for undo. */
  const KEPT = 20;

  test('has only the last of them, if the address holds each', async () => {
    const page = await openLab();
    for (let i = 0; i < 2 * KEPT; i++) {
      const name = `file-number-${i}`;
      await page.hooke('load', { hooke: 1, name, particles: { positions: [[0, i, 0]], masses: 1 } });
      await page.waitForFunction((file) => location.hash.includes(`${file}%22`), name);
    }
    const session = await page.context().newCDPSession(page);
    const heap = await takeHeap(session);
    const names = heap.filter(({ kind, name }) => kind === 'string' && /^file-number-\d+$/.test(name));
    expect(new Set(names.map(({ name }) => name)).size).toBeLessThanOrEqual(KEPT + 1);
    await session.detach();
  });
});

describeBrowser('a scene frees its memory when it is replaced', () => {
  let page: LabPage;
  const alive = () => page.evaluate(() => ({ ...(window as unknown as { alive: Record<string, number> }).alive }));

  /** bytes in the page's heap and in its typed arrays, after garbage collection. */
  async function heap(): Promise<number> {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = (await session.send('Runtime.getHeapUsage')) as unknown as {
      usedSize: number;
      backingStorageSize: number;
    };
    await session.detach();
    return usedSize + backingStorageSize;
  }

  beforeAll(async () => {
    page = await openLab({ plays: true, firstVisit: true, keep: true, beforeScripts: countGraphics });
    await openFolders(page, 'View');
    for (const option of ['springs', 'particles']) await page.getByLabel(option, { exact: true }).check();
  });

  /** Every change that makes the page create its buffers again, back to the start. */
  async function round(): Promise<void> {
    for (const scene of ['chain', 'cloth-top-edge', 'two-bodies', 'bender-cloth', 'cloth']) {
      await page.hooke('set', 'scene', scene);
      await page.hooke('step', 2);
    }
    for (const rows of [20, 12, 40, 32]) {
      await page.hooke('set', 'rows', rows);
      await page.hooke('step', 2);
    }
  }

  test('over 10 scenes and 8 resolutions', async () => {
    await page.hooke('pause');
    await round();
    const [before, heapBefore] = [await alive(), await heap()];
    expect(Object.keys(before)).toEqual(KINDS);
    expect(before.Buffer + before.Texture).toBeGreaterThan(4);
    for (let i = 0; i < 2; i++) await round();
    expect(await alive()).toEqual(before);
    // One cloth that is not freed is 100 kB.
    expect((await heap()) - heapBefore).toBeLessThan(1e6);
  });

  test('and so do runs beside it when they end', async () => {
    await openInstrument(page, 'Side by side', 'cloth');
    const button = (name: string) => page.locator('#instruments').getByRole('button', { name, exact: true });
    const before = await alive();
    await button('Explicit against implicit').click();
    await expect.poll(async () => (await alive()).Program).toBeGreaterThan(before.Program);
    await button('Stop').click();
    await expect.poll(alive).toEqual(before);
  });
});
