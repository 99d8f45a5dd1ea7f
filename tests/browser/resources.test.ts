import { beforeAll, expect, test } from 'vitest';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';
import { countGraphics } from '../setup/page-scripts';

const KINDS = ['Buffer', 'Texture', 'VertexArray', 'Program', 'Shader', 'Framebuffer', 'Renderbuffer'];

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
});
