import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** It draws in software, and asks for nothing but what it is told to. */
export const BROWSER_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const USUAL_PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The Chromium that the browser tests drive: CHROME_PATH, CHROME_BIN, Playwright's own download, what is on the PATH, the
 * usual places, in this order; null where there is none. A path that was given and holds no program is an error: it would
 * be confusing to test in another browser than the one asked for.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  for (const name of ['CHROME_PATH', 'CHROME_BIN']) {
    const path = env[name];
    if (!path) continue;
    if (!isProgram(path)) throw new Error(`${name} is "${path}", but there is no program`);
    return path;
  }
  const folders = [...(env.PATH ?? '').split(delimiter), ...USUAL_PLACES];
  const candidates = folders.flatMap((folder) => [folder, ...NAMES.map((name) => join(folder, name))]);
  return [playwrightsOwn(), ...candidates].find(isProgram) ?? null;
}

function playwrightsOwn(): string {
  try {
    return chromium.executablePath();
  } catch {
    // Playwright has no build for this system.
    return '';
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
