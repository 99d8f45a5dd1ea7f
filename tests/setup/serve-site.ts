import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serveStatic } from './static-server';

/** Not the root, so that an absolute address fails. */
const SUB_PATH = '/lab/hooke/';
const VITE = 'node_modules/vite/bin/vite.js';

/** A server of the built site. */
export interface ServedSite {
  /** Address, with a slash at the end. Requests wait until the site is built. */
  url: string;
  /** The folder of the built files. */
  folder: string;
  /** Resolves when the site is built; rejects with the messages of the build. */
  built: Promise<unknown>;
  /** Stops the server, and deletes the files that it has built. */
  close(): Promise<void>;
}

/**
 * Builds the site in a process of its own, and serves it.
 * @param site the folder of a built site, which is served instead
 */
export async function serveSite(site?: string): Promise<ServedSite> {
  const folder = site ?? (await mkdtemp(join(tmpdir(), 'hooke-site-')));
  const built = site ? Promise.resolve() : build(folder);
  const server = await serveStatic(folder, SUB_PATH, false, built);
  return {
    url: server.url,
    folder,
    built,
    async close() {
      await built.catch(() => {});
      await server.close();
      if (!site) await rm(folder, { recursive: true, force: true });
    },
  };
}

function build(outDir: string): Promise<unknown> {
  const args = [VITE, 'build', '--mode', 'production', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'];
  return promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } });
}
