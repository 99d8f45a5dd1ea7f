/** What a page holds at rest: nodes, listeners, WebGL objects and the heap. */
import type { Page } from 'playwright-core';

/** ms; for messages and animations to end. */
const REST = 2000;

const isVisible = (page: Page, selector: string) => page.locator(selector).isVisible();

/** Loads every part of the page: what is loaded at a later act would count as growth. */
export async function openEverything(page: Page): Promise<void> {
  const choice = page.locator('#instruments').getByRole('combobox', { name: 'Instrument', exact: true });
  await page.keyboard.press('i');
  await choice.waitFor();
  const names = await choice.locator('option').allTextContents();
  for (const name of names) {
    await choice.selectOption(name);
    await page.waitForTimeout(500);
  }
  for (const key of ['i', 'l', '?']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(500);
  }
  await toRest(page);
}

/** The same picture and panel as at every measurement, with a scene of one particle. */
async function toRest(page: Page): Promise<void> {
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if (await isVisible(page, '#instruments')) await page.keyboard.press('i');
  if (await isVisible(page, '#lesson')) await page.keyboard.press('l');
  if (!(await isVisible(page, '#panel-body'))) await page.keyboard.press('h');
  await page.evaluate(async () => {
    const { hooke } = window;
    location.hash = '#scene=chain&show=surface,-springs,-particles,trails';
    for (let i = 0; i < 100 && hooke.state().scene !== 'chain'; i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await hooke.pause();
    await hooke.load({ hooke: 1, particles: { positions: [[0, 1, 0]], masses: 1 } });
  });
  await page
    .locator('#view-bar')
    .getByRole('button', { name: 'Cloth', exact: true })
    .click({ timeout: REST })
    .catch(() => {});
  await page.mouse.move(1, 300);
  await page.waitForTimeout(REST);
  const close = page.getByRole('button', { name: 'Close this message' });
  for (let i = await close.count(); i > 0; i--)
    await close
      .first()
      .click({ timeout: REST })
      .catch(() => {});
  await page.waitForTimeout(REST);
}

/** Numbers after a collection. The page counts its WebGL objects in `window.alive`. */
export async function measure(page: Page): Promise<Record<string, number>> {
  await toRest(page);
  const session = await page.context().newCDPSession(page);
  for (let i = 0; i < 3; i++) {
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(200);
  }
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  const graphics = await page.evaluate(() => (window as unknown as { alive: Record<string, number> }).alive);
  return {
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    'WebGL objects': Object.values(graphics).reduce((sum, count) => sum + count, 0),
    'kB of heap': Math.round(of('JSHeapUsedSize') / 1000),
  };
}
