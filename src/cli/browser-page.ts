/** A page in the user's Chromium, which is driven by the DevTools protocol over a pipe. */
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CommandFailure } from './command';

/** Software rendering: such a browser often runs where there is no graphics device. */
const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
];

type Fields = Record<string, unknown>;

interface Reply {
  id?: number;
  method?: string;
  params?: Fields;
  result?: Fields;
  error?: { message: string };
}

/**
 * @param program path of the browser
 * @param report called with the text that the page gives to its global function `report`
 */
export async function openBrowserPage(program: string, address: string, report: (text: string) => void) {
  const profile = mkdtempSync(join(tmpdir(), 'hooke-browser-'));
  // As root, which containers often run as, a browser refuses to start with its sandbox.
  const flags = [...FLAGS, `--user-data-dir=${profile}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = spawn(program, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [input, output] = [browser.stdio[3] as Writable, browser.stdio[4] as Readable];
  const waiting = new Map<number, { resolve(result: Fields): void; reject(error: Error): void }>();
  let last = 0;
  let onLoad = () => {};
  const ended = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      for (const { reject } of waiting.values()) reject(new Error(`${program} ${reason}`));
      waiting.clear();
      resolve();
    };
    browser.once('error', (error) => end(`can't be started: ${error.message}`));
    browser.once('exit', (code) => end(`has ended (${code ?? 'by a signal'})`));
  });
  // A write to a browser that has ended: its end is reported already.
  input.on('error', () => {});

  function send(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    const id = ++last;
    input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  function receive({ id, method, params, result, error }: Reply): void {
    if (method === 'Runtime.bindingCalled') report(String(params?.payload));
    if (method === 'Page.loadEventFired') onLoad();
    const request = id === undefined ? undefined : waiting.get(id);
    if (!request) return;
    waiting.delete(id as number);
    if (error) request.reject(new Error(error.message));
    else request.resolve(result ?? {});
  }

  // A message ends with a zero byte, and may come in several pieces.
  let pieces: Buffer[] = [];
  output.on('data', (data: Buffer) => {
    for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0)) {
      receive(JSON.parse(Buffer.concat([...pieces, data.subarray(0, end)]).toString('utf8')));
      pieces = [];
      data = data.subarray(end + 1);
    }
    if (data.length > 0) pieces.push(data);
  });

  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const page = (method: string, params?: Fields) => send(method, params, sessionId as string);
  await page('Runtime.enable');
  await page('Runtime.addBinding', { name: 'report' });
  await page('Page.enable');
  const loaded = new Promise<void>((resolve) => {
    onLoad = resolve;
  });
  await page('Page.navigate', { url: address });
  await Promise.race([loaded, ended]);

  return {
    /**
     * Calls a function in the page, which sees nothing of this program. Arguments and result are plain data.
     * @throws Error with the message of what it throws, or if the browser ends
     */
    async evaluate<Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>, ...args: Args) {
      const expression = `(${act})(...${JSON.stringify(args)})`;
      const answer = await page('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      const thrown = answer.exceptionDetails as { text: string; exception?: { description?: string } } | undefined;
      if (thrown) throw new Error(thrown.exception?.description?.split('\n')[0] ?? thrown.text);
      return (answer.result as { value: Result }).value;
    },
    async close() {
      // Not by a signal: other processes of the browser may still write into the profile then.
      await send('Browser.close').catch(() => {});
      await ended;
      input.destroy();
      output.destroy();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

// Finds the user's Chromium, or a browser that is made of it.

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
 * @throws CommandFailure if CHROME_PATH or CHROME_BIN names no program, because another browser would be confusing
 */
export function findBrowser(env: NodeJS.ProcessEnv, preferred: readonly string[] = []): string | null {
  for (const name of ['CHROME_PATH', 'CHROME_BIN']) {
    const path = env[name];
    if (!path) continue;
    if (!isProgram(path)) throw new CommandFailure(`${name} is "${path}", which is not a program`);
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
