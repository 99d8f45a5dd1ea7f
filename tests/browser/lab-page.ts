import type { Download } from 'playwright-core';
import type { Hooke } from '../../src/ui/scripting';
import { openPage, type PageOptions, type SitePage } from '../setup/browser';

/** A page whose first scene is there. */
export interface LabPage extends SitePage {
  readonly state: () => Promise<ReturnType<Hooke['state']>>;
  readonly particle: (i: number) => Promise<ReturnType<Hooke['particle']>>;
  /** Calls a function of `window.hooke`; rejects with its refusal. */
  readonly hooke: <K extends keyof Hooke>(name: K, ...args: unknown[]) => Promise<unknown>;
  /** What stands in the message area. */
  readonly messages: () => Promise<string>;
}

export async function openLab(options: PageOptions = {}): Promise<LabPage> {
  const page = await openPage(options);
  await page.evaluate(() => window.hooke.ready);
  return Object.assign(page, {
    state: () => page.evaluate(() => window.hooke.state()),
    particle: (i: number) => page.evaluate((index) => window.hooke.particle(index), i),
    hooke: (name: keyof Hooke, ...args: unknown[]) =>
      page.evaluate(
        ([deed, values]) =>
          (window.hooke[deed as keyof Hooke] as (...all: unknown[]) => unknown)(...(values as unknown[])),
        [name, args] as const,
      ),
    messages: async () => (await page.locator('#messages').textContent()) ?? '',
  });
}

/** Resolves when the page has drawn twice: what was done is seen, and what the pointer stands over is known. */
export function drawn(page: LabPage): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** What is in a file that the page has saved. */
export async function contentOf(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray());
}

/** Waits until the state is as told; fails with the last one that was seen. */
export async function until(
  page: LabPage,
  what: string,
  holds: (state: ReturnType<Hooke['state']>) => boolean,
): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    const state = await page.state();
    if (holds(state)) return;
    if (Date.now() > end) {
      const { params: _, pinned, ...rest } = state;
      throw new Error(`${what} did not come true: ${JSON.stringify({ ...rest, pinned: pinned.slice(0, 40) })}`);
    }
    await page.waitForTimeout(30);
  }
}
