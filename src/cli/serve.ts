/** `hooke serve`: the built page, from the folder of the package. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CliCommand, CommandFailure, causeOf } from './command';
import { HOST, serveFolder } from './static-server';

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
