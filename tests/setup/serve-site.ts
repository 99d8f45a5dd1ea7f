import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { serveStatic } from './static-server';

/** Not the root, so that an absolute address fails. */
const SUB_PATH = '/lab/hooke/';

/** A server of the built site. */
export interface ServedSite {
  /** Address, with a slash at the end. */
  url: string;
  /** The folder of the built files. */
  folder: string;
  /** Stops the server and deletes the files. */
  close(): Promise<void>;
}

export async function serveSite(): Promise<ServedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'hooke-site-'));
  await build({ mode: 'production', logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } });
  const server = await serveStatic(folder, SUB_PATH);
  return {
    url: server.url,
    folder,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
