import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { serveStatic } from './static-server';

/** Not the root, so that an absolute address fails. */
const SUB_PATH = '/lab/hooke/';
const VITE = 'node_modules/vite/bin/vite.js';
/** What other commands put beside the site in `dist`. */
const BESIDE = ['engine', 'cli', 'api'];

/** A server of the built site. */
export interface ServedSite {
  /** Address, with a slash at the end. Requests wait until the site is built. */
  url: string;
  /** The folder of the built files. */
  folder: string;
  /** Resolves when the site is built; rejects with the messages of the build. */
  built: Promise<unknown>;
  /** Stops the server and deletes the files. */
  close(): Promise<void>;
}

/**
 * Builds the site in a process of its own, and serves it.
 * @param from the folder of a build, of which a copy is served instead: a test may build there again
 */
export async function serveSite(from?: string): Promise<ServedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'hooke-site-'));
  const built = from ? Promise.resolve() : build(folder);
  if (from) await cp(from, folder, { recursive: true, filter: (path) => !BESIDE.includes(basename(path)) });
  const server = await serveStatic(folder, SUB_PATH, false, built);
  return {
    url: server.url,
    folder,
    built,
    async close() {
      await built.catch(() => {});
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function build(outDir: string): Promise<unknown> {
  const args = [VITE, 'build', '--mode', 'production', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'];
  return promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } });
}
