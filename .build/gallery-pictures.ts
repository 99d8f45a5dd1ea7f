import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type * as Engine from '../src/physics/index.ts';
import type * as Looks from '../src/render/cloth/looks.ts';
import { drawMoment } from './thumbnails/draw-moment.ts';

/** What the pictures depend on. */
const SOURCES = ['src/physics', 'src/render/cloth', '.build/thumbnails'];
/** The pictures of the last few builds: drawing them takes some seconds. */
const CACHE = 'node_modules/.cache/hooke-thumbnails';
const KEPT = 4;

/** The pictures of the instruments, which .build/draw-instruments.mjs makes, and their address. */
const INSTRUMENTS = 'public/instruments/cards';
const INSTRUMENTS_ADDRESS = 'instruments/cards';

/**
 * Draws a thumbnail of every scene and gives the page their addresses, and those of the instruments' pictures, in place of the empty
 * lists in src/ui/galleries/pictures.ts. The build writes a file for each scene; the development server sends them as data.
 */
export function galleryPictures(): Plugin {
  let root = '';
  let serving = false;
  return {
    name: 'gallery-pictures',
    configResolved(config) {
      root = config.root;
      serving = config.command === 'serve';
    },
    load: {
      filter: { id: /\/src\/ui\/galleries\/pictures\.ts$/ },
      async handler() {
        const pictures = await cached(root, () => drawScenes(root));
        const entries = Object.entries(pictures).map(([id, base64]) => {
          if (serving) return [id, JSON.stringify(`data:image/png;base64,${base64}`)];
          const source = Buffer.from(base64, 'base64');
          const reference = this.emitFile({ type: 'asset', name: `scene-${id}.png`, source });
          return [id, `import.meta.ROLLUP_FILE_URL_${reference}`];
        });
        const lines = entries.map(([id, address]) => `${JSON.stringify(id)}: ${address},\n`);
        const instruments = readdirSync(join(root, INSTRUMENTS)).map((name) => [
          name.replace(/\.\w+$/, ''),
          `${INSTRUMENTS_ADDRESS}/${name}`,
        ]);
        const code = `export const SCENE_THUMBNAILS = {\n${lines.join('')}};
          export const INSTRUMENT_PICTURES = ${JSON.stringify(Object.fromEntries(instruments))};`;
        return { code, moduleType: 'js', map: null };
      },
    },
  };
}

/** PNG files in base64, by the id of the scene. */
type Pictures = Record<string, string>;

/** The pictures of these sources: from the cache, or else drawn now. */
async function cached(root: string, draw: () => Promise<Pictures>): Promise<Pictures> {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (/\.(?:ts|wasm)$/.test(name) && !name.includes('node_modules'))
        hash.update(name).update(readFileSync(join(root, folder, name)));
    }
  }
  const folder = join(root, CACHE);
  const path = join(folder, `${hash.digest('hex')}.json`);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    const pictures = await draw();
    mkdirSync(folder, { recursive: true });
    const age = (name: string) => -statSync(join(folder, name)).mtimeMs;
    const older = readdirSync(folder).sort((a, b) => age(a) - age(b));
    for (const name of older.slice(KEPT - 1)) rmSync(join(folder, name), { force: true });
    writeFileSync(path, JSON.stringify(pictures));
    return pictures;
  }
}

async function drawScenes(root: string): Promise<Pictures> {
  const load = async <T>(path: string) =>
    (await runnerImport<T>(join(root, path), { configFile: false, root, logLevel: 'error' })).module;
  const engine = await load<typeof Engine>('src/physics/index.ts');
  const { LOOKS } = await load<typeof Looks>('src/render/cloth/looks.ts');
  return Object.fromEntries(
    engine.SCENES.map(({ id, look: own }) => {
      const look = LOOKS.find((one) => one.id === own) ?? LOOKS[0];
      return [id, drawMoment(engine, id, look).toString('base64')];
    }),
  );
}
