import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { describeBrowser, openPage } from './setup/browser';
import { firstLoad, gzipSize } from './setup/built-scripts';
import { PACKAGES } from './setup/layers';

/** Bytes of JavaScript, gzip. */
const PAGE_LIMIT = 165_000;
const WORKER_LIMIT = 105_000;
/** Bytes of WebAssembly in the kernel, before compression. */
const MODULE_LIMIT = 45_000;

/** A module as text, one character a byte: it begins with `\0asm` and its version. */
const MODULE = /\(«½·\)\(\(\([(-~¡-ŉ]+/g;

const { folder, url } = inject('site');
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

describe('the first load', () => {
  const { page, worker } = firstLoad(folder);

  test('comes with the license', () => {
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toMatch(/^MIT License/);
  });

  test('comes with the license of every package in it', () => {
    const notices = readFileSync(join(folder, 'third-party-notices.md'), 'utf8').split(/^## /m).slice(1);
    expect(notices.map((notice) => notice.split(' ')[0]).sort()).toEqual(Object.keys(PACKAGES).sort());
    const known = /Permission is hereby granted|Mozilla Public License Version 2\.0/;
    for (const notice of notices) expect(notice).toMatch(known);
  });

  test('has at most 165 kB of JavaScript on the page’s thread', () => {
    const size = gzipSize(folder, page);
    console.info(`First load, page: ${kB(size)} of ${kB(PAGE_LIMIT)} (${page.join(', ')})`);
    expect(page).not.toEqual([]);
    expect(size).toBeLessThanOrEqual(PAGE_LIMIT);
  });

  test('has at most 105 kB of JavaScript in the worker', () => {
    const size = gzipSize(folder, worker);
    console.info(`First load, worker: ${kB(size)} of ${kB(WORKER_LIMIT)} (${worker.join(', ')})`);
    expect(worker).not.toEqual([]);
    expect(size).toBeLessThanOrEqual(WORKER_LIMIT);
  });

  test('has at most 45 kB of WebAssembly, all of it in the worker', () => {
    const modules = (names: string[]) =>
      names.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(MODULE) ?? []);
    const bytes = modules(worker).map((text) => text.replace(/\\(.)/g, '$1').length);
    console.info(`WebAssembly in the worker, raw: ${bytes.map(kB).join(' + ')}`);
    expect(modules(page)).toEqual([]);
    expect(bytes).not.toEqual([]);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MODULE_LIMIT);
  });
});

describeBrowser('the first load in a browser', () => {
  test('stays within the limit with every script that it requests', async () => {
    const page = await openPage({ firstVisit: true });
    await page.evaluate(() => (window as unknown as { hooke: { ready: Promise<void> } }).hooke.ready);
    const requested = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const scripts = requested.filter((name) => name.endsWith('.js')).map((name) => name.slice(url.length));
    const counted = firstLoad(folder);
    const beyond = scripts.filter((name) => ![...counted.page, ...counted.worker].includes(name));
    // Dynamic imports count too if the first picture needs them.
    expect(gzipSize(folder, [...counted.page, ...beyond]), beyond.join(', ')).toBeLessThanOrEqual(PAGE_LIMIT);
  });
});
