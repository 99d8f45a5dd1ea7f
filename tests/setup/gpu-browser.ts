import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import type { GpuPageFunctions } from '../fixtures/gpu-page';
import { BROWSER_FLAGS } from './find-browser';

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
    let close = async () => {};
    beforeAll(async () => {
      const server = await servePage();
      const browser = await chromium.launch({
        executablePath: executablePath as string,
        args: BROWSER_FLAGS,
      });
      close = async () => {
        await browser.close();
        server.close();
      };
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { waitUntil: 'load' });
      call = ((name: string, ...args: unknown[]) =>
        page.evaluate(
          ([name, args]) => {
            const { gpuPage } = globalThis as unknown as { gpuPage: Record<string, (...args: unknown[]) => unknown> };
            return gpuPage[name](...args);
          },
          [name, args] as const,
        )) as CallInPage;
    });
    afterAll(() => close());
    define((name, ...args) => call(name, ...args));
  });
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
