import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONTENT_TYPES } from '../../src/cli/serve';

/**
 * Serves only a folder, under a sub-path, like simple static hosting: no fallback page, 404 for missing files.
 * @param compress sends text with gzip, each file compressed once
 * @param port 0 lets the system choose
 * @param written resolves when the folder is complete: requests wait for it
 */
export async function serveStatic(
  folder: string,
  subPath: string,
  compress = false,
  written: Promise<unknown> = Promise.resolve(),
  port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  const compressed = new Map<string, Buffer>();

  async function read(name: string): Promise<{ body: Buffer; encoding?: 'gzip' }> {
    const body = compressed.get(name) ?? (await readFile(join(folder, normalize(`/${name}`))));
    if (!compress || !/\.(html|js|css|svg)$/.test(name)) return { body };
    if (!compressed.has(name)) compressed.set(name, gzipSync(body));
    return { body: compressed.get(name) as Buffer, encoding: 'gzip' };
  }

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const name = path.endsWith('/') ? `${path}index.html` : path;
    try {
      await written;
      if (!name.startsWith(subPath)) throw new Error(`${path} is outside of ${subPath}`);
      const { body, encoding } = await read(name.slice(subPath.length));
      response
        .writeHead(200, {
          'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
          ...(encoding && { 'content-encoding': encoding }),
          // Names with a hash, as the build gives them, never stand for other content.
          ...(/-[\w-]{8}\.\w+$/.test(name) && { 'cache-control': 'max-age=3600, immutable' }),
        })
        .end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`not found: ${path}`);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${subPath}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
