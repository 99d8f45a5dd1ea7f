import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser';
import { serveStatic } from './static-server';

/** The built site, as tests get it by `inject('site')`. */
export interface Site {
  /** Where it is served, with a slash at the end. */
  url: string;
  /** The folder of the built files. */
  folder: string;
  /** Path of the browser, or null where there is none. */
  browser: string | null;
}

declare module 'vitest' {
  export interface ProvidedContext {
    site: Site;
  }
}

/** Far from the root, so that an address that isn't relative fails. */
const SUB_PATH = '/lab/hooke/';

/** Builds the site once for all the tests that look at it, and serves it. */
export default async function setUpSite(project: TestProject): Promise<() => Promise<void>> {
  const browser = findBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'hooke-site-'));
  await build({ mode: 'production', logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } });
  const server = await serveStatic(folder, SUB_PATH);
  if (browser === null && process.env.REQUIRE_BROWSER !== '1') {
    process.stderr.write(
      '\n⚠ No Chromium was found: the browser tests are skipped. Install one or set CHROME_PATH.\n\n',
    );
  }
  project.provide('site', { url: server.url, folder, browser });
  return async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
}
