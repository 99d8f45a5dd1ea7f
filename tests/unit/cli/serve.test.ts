import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOST, serveFolder } from '../../../src/cli/serve';

let folder: string;
let server: Server;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hooke-served-'));
  await mkdir(join(folder, 'site/assets'), { recursive: true });
  await writeFile(join(folder, 'outside.txt'), 'outside');
  await writeFile(join(folder, 'site/index.html'), '<p>page</p>');
  await writeFile(join(folder, 'site/a b.json'), '{}');
  await writeFile(join(folder, 'site/assets/x-1234.js'), 'x();');
  server = await serveFolder(join(folder, 'site'), 0);
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** Sends the path as it is, which fetch does not. */
function get(path: string, method = 'GET'): Promise<{ status?: number; type?: string; cache?: string; text: string }> {
  return new Promise((resolve, reject) => {
    request({ host: HOST, port, path, method, agent: false }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      const { 'content-type': type, 'cache-control': cache } = response.headers;
      resolve({ status: response.statusCode, type, cache, text });
    })
      .on('error', reject)
      .end();
  });
}

test('sends files with their type; those in assets may be kept', async () => {
  const html = { status: 200, type: 'text/html; charset=utf-8', cache: 'no-cache', text: '<p>page</p>' };
  expect(await get('/')).toEqual(html);
  expect(await get('/index.html?host=page')).toEqual(html);
  expect(await get('/', 'HEAD')).toEqual({ ...html, text: '' });
  expect(await get('/a%20b.json')).toMatchObject({ status: 200, type: 'application/json', text: '{}' });
  expect(await get('/assets/x-1234.js')).toMatchObject({ status: 200, cache: 'max-age=31536000, immutable' });
});

test.each(['/outside.txt', '/../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt', '//../outside.txt'])(
  'sends nothing from outside of the folder: %s',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, text: `not found: ${path}\n` });
  },
);

test.each(['/none.html', '/assets', '/assets/', '/%', '/%00'])('has no file %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('refuses other methods, and a port in use', async () => {
  expect(await get('/', 'POST')).toMatchObject({ status: 405, text: 'POST is not supported\n' });
  await expect(serveFolder(folder, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
