import { describe, expect, inject, test } from 'vitest';
import { describeBrowser, openPage } from './setup/browser';
import { firstLoad, gzipSize } from './setup/built-scripts';

/** Bytes of JavaScript, gzip. */
const PAGE_LIMIT = 165_000;
const WORKER_LIMIT = 40_000;

const { folder, url } = inject('site');
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

describe('the first load', () => {
  const { page, worker } = firstLoad(folder);

  test('has at most 165 kB of JavaScript on the page’s thread', () => {
    const size = gzipSize(folder, page);
    console.info(`First load, page: ${kB(size)} of ${kB(PAGE_LIMIT)} (${page.join(', ')})`);
    expect(page).not.toEqual([]);
    expect(size).toBeLessThanOrEqual(PAGE_LIMIT);
  });

  test('has at most 40 kB of JavaScript in the worker', () => {
    const size = gzipSize(folder, worker);
    console.info(`First load, worker: ${kB(size)} of ${kB(WORKER_LIMIT)} (${worker.join(', ')})`);
    expect(worker).not.toEqual([]);
    expect(size).toBeLessThanOrEqual(WORKER_LIMIT);
  });
});

describeBrowser('the first load in a browser', () => {
  test('stays within the limit with all that it really asks for', async () => {
    const page = await openPage();
    await page.evaluate(() => (window as unknown as { hooke: { ready: Promise<void> } }).hooke.ready);
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const scripts = asked.filter((name) => name.endsWith('.js')).map((name) => name.slice(url.length));
    const counted = firstLoad(folder);
    const beyond = scripts.filter((name) => ![...counted.page, ...counted.worker].includes(name));
    // What is loaded dynamically although the first picture needs it counts too.
    expect(gzipSize(folder, [...counted.page, ...beyond]), beyond.join(', ')).toBeLessThanOrEqual(PAGE_LIMIT);
  });
});
