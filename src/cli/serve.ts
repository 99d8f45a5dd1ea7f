/** `hooke serve`: the built page, from the folder of the package; and the small server of one folder, which `render` uses too. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CliCommand, CommandFailure, causeOf } from './command';

/** By the end of a file's name. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The address of the user's own machine: no other machine reaches the server. */
export const HOST = '127.0.0.1';

/**
 * Resolves when it listens. Sends only files of the folder, and 404 for all else.
 * @param port 0 lets the system choose
 * @throws the system's error where the port can't be opened
 */
export async function serveFolder(folder: string, port: number): Promise<Server> {
  const server = createServer(async ({ method, url = '/' }, response) => {
    const refuse = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
    if (method !== 'GET' && method !== 'HEAD') {
      refuse(405, `${method} is not supported`);
      return;
    }
    try {
      const path = decodeURIComponent(url.split('?')[0]);
      // From the root, `..` leads nowhere else.
      const name = normalize(`/${path.endsWith('/') ? `${path}index.html` : path}`);
      const body = await readFile(join(folder, name));
      response.writeHead(200, {
        'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
        'content-length': body.length,
        // Names in `assets` have a hash of the content.
        'cache-control': /^[/\\]assets[/\\]/.test(name) ? 'max-age=31536000, immutable' : 'no-cache',
      });
      response.end(method === 'HEAD' ? undefined : body);
    } catch {
      refuse(404, `not found: ${url}`);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, HOST, resolve);
  });
  return server;
}

const PORT = '8080';
const LAST_PORT = 65_535;

export const serveCommand: CliCommand = {
  name: 'serve',
  summary: 'serves the page to this machine, and prints its address',
  operands: [],
  options: { port: { value: 'N', help: `absent: ${PORT}; 0: any free port` } },
  async act({ options, program }) {
    const port = portOf(options.port ?? PORT);
    const folder = folderOfPage(program);
    const server = await serveFolder(folder, port).catch((error) => {
      if (error.code !== 'EADDRINUSE') throw new CommandFailure(`port ${port} can't be opened: ${causeOf(error)}`);
      throw new CommandFailure(`port ${port} is in use: choose another one by --port`);
    });
    const address = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
    process.stdout.write(`Hooke: ${address} (Ctrl C ends it)\n`);
  },
};

/** @throws CommandFailure if the page has not been built */
export function folderOfPage(program: URL): string {
  const folder = fileURLToPath(new URL('..', program));
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw new CommandFailure(`there is no built page in ${folder}: npm run build makes it`);
}

function portOf(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= LAST_PORT) return Number(text);
  throw new CommandFailure(`--port must be a whole number from 0 to ${LAST_PORT}, got "${text}"`, 2);
}
