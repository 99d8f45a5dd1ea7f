import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { classicScript } from './classic-script.ts';

const ENTRY = 'src/service-worker.ts';
/** Files of the site that the page never loads: pictures of the documentation, notebooks, and licenses. */
const NOT_STORED = /^(?:.*\.(?:jpg|md|ipynb)|speed\.svg|LICENSE)$/;

/** Writes `service-worker.js`: the program of src/service-worker.ts, after the list of all files that it stores. */
export function serviceWorker(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(root, config.build.outDir);
      if (config.build.outDir.startsWith('/')) folder = config.build.outDir;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      // All is written by now, the files of the public folder too.
      async handler() {
        const names = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) =>
            join(parentPath, name)
              .slice(folder.length + 1)
              .split(sep)
              .join('/'),
          )
          .filter((name) => !NOT_STORED.test(name))
          .sort();
        const hash = createHash('sha256');
        for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
        const version = hash.digest('hex').slice(0, 12);
        const files = names.map((name) => (name === 'index.html' ? '' : name));
        const list = `self.build=${JSON.stringify({ version, files })};`;
        writeFileSync(join(folder, 'service-worker.js'), `${list}\n${await classicScript(root, ENTRY)}`);
      },
    },
  };
}
