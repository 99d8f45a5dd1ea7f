// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openLab } from '../fixtures/lab-page';
import { describeBrowser, openPage } from '../setup/browser';

/** A part of the window that no control covers. */
const CLIP = { x: 100, y: 60, width: 500, height: 420 };
const VIEW = { viewport: { width: 1000, height: 700 }, picture: true, reducedMotion: 'reduce' } as const;

/** Delays the scripts with such a name until the returned function is called. */
async function holdBack(page: Page, name: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(name, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Marks the time at which a cloth of 32 × 32 particles is drawn. */
function noteCloth(): void {
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (...given) {
    drawElements.apply(this, given);
    if (given[1] >= 3 * 2 * 31 * 31) performance.mark('cloth');
  };
}

describeBrowser('the first frame', () => {
  test('is drawn before the engine is loaded, and equals the engine’s own first frame', async () => {
    let release = () => {};
    const page = await openPage({
      firstVisit: true,
      ...VIEW,
      beforeScripts: noteCloth,
      prepare: async (opened) => {
        release = await holdBack(opened, /\/assets\/worker-/);
      },
    });
    await page.waitForFunction(() => performance.getEntriesByName('cloth').length > 0);
    expect(await page.locator('#panel > *').count()).toBe(0);
    const before = await page.screenshot({ clip: CLIP });
    release();
    await page.evaluate(() => window.hooke.ready);
    expect(await page.locator('#panel > *').count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => window.hooke.state().stepCount)).toBe(0);
    const after = await page.screenshot({ clip: CLIP });
    expect(after.equals(before), 'the same image').toBe(true);
  });

  test('of a link shows its scene: the default scene is never drawn', { tags: ['long'] }, async () => {
    const page = await openLab({
      plays: true,
      ...VIEW,
      firstVisit: true,
      hash: '#scene=chain',
      beforeScripts: noteCloth,
    });
    expect((await page.state()).scene).toBe('chain');
    expect(await page.evaluate(() => performance.getEntriesByName('cloth').length)).toBe(0);
  });
});
