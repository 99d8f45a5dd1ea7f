import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import type { GpuPageFunctions } from '../fixtures/gpu-page';
import { atEndOfProcess, startBrowser } from './browser';

/** Calls a function of the page. */
export type CallInPage = <K extends keyof GpuPageFunctions>(
  name: K,
  ...args: Parameters<GpuPageFunctions[K]>
) => ReturnType<GpuPageFunctions[K]>;

/** A group of tests in a page with the engine and a GPU in software. Without a browser they are skipped, or fail if REQUIRE_BROWSER=1. */
export function describeGpu(name: string, define: (call: CallInPage) => void): void {
  const { browser: executablePath } = inject('site');
  if (executablePath === null && process.env.REQUIRE_BROWSER === '1') {
    test(`${name}: there is a browser to test in`, () => {
      throw new Error('REQUIRE_BROWSER=1, but no Chromium was found: install one or set CHROME_PATH');
    });
    return;
  }
  describe.skipIf(executablePath === null)(name, () => {
    let call: CallInPage;
    let page: Page;
    beforeAll(async () => {
      opened ??= openBrowser(executablePath as string);
      const { browser, address } = await opened;
      page = await browser.newPage();
      await page.goto(address, { waitUntil: 'load' });
      call = ((name: string, ...args: unknown[]) =>
        page.evaluate(
          ([name, args]) => {
            const { gpuPage } = globalThis as unknown as { gpuPage: Record<string, (...args: unknown[]) => unknown> };
            return gpuPage[name](...args);
          },
          [name, args] as const,
        )) as CallInPage;
    });
    afterAll(() => page.close());
    define((name, ...args) => call(name, ...args));
  });
}

/** The browser of this process and the address of its page, for all its files. */
let opened: Promise<{ browser: Browser; address: string }> | undefined;

async function openBrowser(executablePath: string) {
  const server = await servePage();
  atEndOfProcess(async () => {
    server.close();
  });
  const browser = await startBrowser(executablePath);
  return { browser, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Serves a page with the functions of `fixtures/gpu-page.ts`, to this machine: only there, or by https, a page has WebGPU. */
async function servePage() {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: 'tests/fixtures/gpu-page.ts', formats: ['es'] } },
  });
  const [{ output }] = built as Extract<typeof built, unknown[]>;
  const { code } = output[0];
  const server = createServer(({ url }, response) => {
    const isScript = url === '/script.js';
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(
        isScript
          ? code
          : '<!doctype html><link rel="icon" href="data:,"><script type="module" src="script.js"></script>',
      );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}
