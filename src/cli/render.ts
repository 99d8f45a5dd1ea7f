/** `hooke render`: a film of a scene, made by the page in the user's Chromium. */
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { findBrowser, openBrowserPage } from './browser-page';
import { type CliCommand, CommandFailure, openToWrite } from './command';
import { readScene, withBody } from './read-scene';
import { folderOfPage, HOST, serveFolder } from './serve';

const FORMATS = ['mp4', 'webm', 'gif', 'zip'];
const SECONDS = 5;
/** Options that the film takes as they are: numbers, which the page checks. */
const OF_FILM = {
  width: { value: 'N', help: 'pixels; absent: 1280' },
  height: { value: 'N', help: 'pixels; absent: 720' },
  fps: { value: 'N', help: 'pictures per second; absent: 60' },
  speed: { value: 'N', help: 'simulated s per second of the film; absent: 1' },
};
const NO_BROWSER =
  'render needs Chromium or Chrome, and finds none. Install it, or set CHROME_PATH to the path of its program.';
/** Bytes of the film that come from the page at a time; a multiple of 3, which base64 needs. */
const PIECE = 3 * 2 ** 20;

export const renderCommand: CliCommand = {
  name: 'render',
  summary: 'makes a film of a scene file, or a mesh (OBJ, glTF, PLY, STL), in the installed Chromium; docs/export.md',
  operands: ['SCENE.json'],
  options: {
    film: { value: 'FILE', help: `where to write it: .${FORMATS.join(', .')}` },
    seconds: { value: 'S', help: `simulated s from the state of the file on; absent: ${SECONDS}` },
    camera: {
      value: 'X,Y,Z,X,Y,Z',
      help: 'where it is and what it looks at, m, as in a link; absent: it frames the scene',
    },
    body: {
      value: 'FILE',
      help: 'add this closed mesh to the scene, where its file has it: a body that the cloth hits',
    },
    ...OF_FILM,
  },
  async act({ operands: [path], options: { film, camera, body, seconds = String(SECONDS), ...given }, program }) {
    if (film === undefined) throw new CommandFailure('render needs --film FILE. hooke --help shows how to use it.', 2);
    const format = extname(film).slice(1);
    if (!FORMATS.includes(format)) {
      throw new CommandFailure(`--film must end with .${FORMATS.join(' or .')}, got "${film}"`, 2);
    }
    const numbers = Object.entries({ seconds, ...given }).map(([name, text]) => [name, numberOf(name, text)]);
    const { seconds: duration, ...options } = Object.fromEntries(numbers);
    const read = await readScene(path);
    const scene = body === undefined ? read : await withBody(read, body);
    const folder = folderOfPage(program);
    const chromium = findBrowser(process.env);
    if (chromium === null) throw new CommandFailure(NO_BROWSER);
    const file = await openToWrite(film);
    const server = await serveFolder(folder, 0);
    try {
      const address = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
      const page = await openBrowserPage(chromium, address, (text) => process.stderr.write(`${text}\n`));
      try {
        const size = await page.evaluate(makeFilm, scene, duration, { ...options, camera, format });
        await file.truncate();
        for (let at = 0; at < size; at += PIECE)
          await file.write(Buffer.from(await page.evaluate(pieceOf, at, at + PIECE), 'base64'));
      } finally {
        await page.close();
      }
    } catch (error) {
      throw new CommandFailure(`${path}: ${(error as Error).message.replace(/^(Uncaught )?\w*Error: /, '')}`);
    } finally {
      server.close();
      server.closeAllConnections();
      await file.close();
    }
  },
};

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw new CommandFailure(`--${name} must be a positive number, got "${text}"`, 2);
}

/** The page, with what `openBrowserPage` and `makeFilm` give it. */
type FilmPage = Window & { report(text: string): void; film: Blob };

/** Runs in the page, where the film stays. @param duration simulated s @returns the bytes of the film */
async function makeFilm(scene: unknown, duration: number, options: Record<string, unknown>): Promise<number> {
  const page = window as Window as FilmPage;
  while (!page.hooke) await new Promise((resolve) => setTimeout(resolve, 20));
  const { hooke } = page;
  await hooke.ready;
  await hooke.pause();
  await hooke.load(scene);
  await hooke.pause();
  await hooke.step(Math.max(1, Math.round(duration / hooke.state().params.dt)));
  let reported = 0;
  const onProgress = (done: number) => {
    if (done < reported) return;
    reported = done + 0.1;
    page.report(`${Math.round(100 * done)} % of the pictures`);
  };
  page.film = await hooke.film(options, { onProgress });
  return page.film.size;
}

/** Runs in the page. @returns bytes of the film, in base64 */
async function pieceOf(from: number, to: number): Promise<string> {
  const bytes = new Uint8Array(await (window as Window as FilmPage).film.slice(from, to).arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 3000) text += btoa(String.fromCharCode(...bytes.subarray(i, i + 3000)));
  return text;
}
