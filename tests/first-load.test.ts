import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { LANGUAGES } from '../src/language/translate';
import { describeBrowser, openPage } from './setup/browser';
import { firstLoad, gzipSize } from './setup/built-scripts';
import { PACKAGES } from './setup/layers';

/** Bytes of WebAssembly in the kernel, before compression. */
const MODULE_LIMIT = 48_000;

/** A module as a data URL. */
const MODULE = /data:application\/wasm;base64,[\w+/=]+/g;

/** Large parts that are loaded when they are opened, each with a text that its code has. */
const OPENED_BY_A_CLICK = { equations: 'katex-display', plots: 'chart-legend', editor: 'cm-editor' };

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
    // MIT, ISC and MPL.
    const known =
      /Permission is hereby granted|Permission to use, copy, modify, and\/or distribute|Mozilla Public License Version 2\.0/;
    for (const notice of notices) expect(notice).toMatch(known);
  });

  test('has at most 48 kB of WebAssembly, all of it in the worker', () => {
    const modules = (names: string[]) =>
      names.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(MODULE) ?? []);
    const bytes = modules(worker).map((url) => Buffer.from(url.split(',')[1], 'base64').length);
    console.info(`WebAssembly in the worker, raw: ${bytes.map(kB).join(' + ')}`);
    expect(modules(page)).toEqual([]);
    expect(bytes).not.toEqual([]);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MODULE_LIMIT);
  });
});

/** The files of a language, of its page and its lessons. */
const filesOf = (language: string) =>
  readdirSync(join(folder, 'assets')).flatMap((name) =>
    name.startsWith(`${language}.`) && name.endsWith('.js') ? [`assets/${name}`] : [],
  );

/** Bytes, gzip, of the parts of a language, each of which is a file that is loaded at its own time. */
const PART_LIMITS = { page: 56_000, engine: 12_000, lessons: 30_000 };

describe.each(Object.keys(LANGUAGES).slice(1))('the language %s', (language) => {
  test.each(Object.entries(PART_LIMITS))('has in its part %s at most %d bytes, gzip', (part, limit) => {
    const files = filesOf(language).filter((name) => name.startsWith(`assets/${language}.${part}`));
    expect(files).toHaveLength(1);
    const size = gzipSize(folder, files);
    console.info(`Language ${language}: ${part} ${kB(size)}, gzip`);
    expect(size).toBeLessThanOrEqual(limit);
  });
});

describeBrowser('the first load in a browser', () => {
  test('requests nothing that only a click opens', async () => {
    const page = await openPage({ firstVisit: true });
    await page.evaluate(() => (window as unknown as { hooke: { ready: Promise<void> } }).hooke.ready);
    const requested = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const scripts = requested.filter((name) => name.endsWith('.js')).map((name) => name.slice(url.length));
    console.info(`First load: ${kB(gzipSize(folder, scripts))} of JavaScript of page and worker, gzip`);
    expect(
      scripts.filter((name) => Object.keys(LANGUAGES).some((language) => filesOf(language).includes(name))),
    ).toEqual([]);
    const all = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
    for (const [name, mark] of Object.entries(OPENED_BY_A_CLICK)) {
      expect(all.some((script) => read(`assets/${script}`).includes(mark))).toBe(true);
      expect(
        scripts.filter((script) => read(script).includes(mark)),
        name,
      ).toEqual([]);
    }
  });
});
