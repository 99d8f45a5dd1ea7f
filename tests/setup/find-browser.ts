import { chromium } from 'playwright-core';
import { findBrowser as findInstalled } from '../../src/cli/browser-page';

/** Software rendering, without network requests of its own. */
export const BROWSER_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // WebGPU in software: the same kernels and the same arithmetic as on a card, some thousand times slower.
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  // The page itself is put together without WebGL in software: a quarter less work per frame.
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // V8 compiles and collects garbage on the thread that runs: a fifth less work on few processors.
  '--js-flags=--single-threaded',
];

/** The Chromium of the browser tests: as `hooke render` finds it, and Playwright's own download before those of the system. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  return findInstalled(env, [playwrightPath()]);
}

function playwrightPath(): string {
  try {
    return chromium.executablePath();
  } catch {
    // Playwright does not support this system.
    return '';
  }
}
