import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

const SANDBOX = 'src/runtime/definitions/sandbox-worker.ts';
const SERVICE_WORKER = 'src/service-worker.ts';
/** Files of the site that the page never loads: pictures of the documentation, notebooks, and licenses. */
const NOT_STORED = /^(?:.*\.(?:jpg|md|ipynb)|speed\.svg|LICENSE)$/;

/**
 * Bundles two programs into one classic script each, without imports: not every browser takes a module for a service worker, and none
 * starts a module worker where the origin is opaque.
 *
 * The page gets the address of the sandbox's worker in place of the empty one in src/runtime/definitions/sandbox-address.ts: a frame of
 * an opaque origin can load nothing by itself. The development server sends it as data. The site gets `service-worker.js`, the program
 * of src/service-worker.ts after the list of all files that it stores.
 */
export function classicScripts(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'classic-scripts',
    configResolved(resolved) {
      config = resolved;
    },
    load: {
      filter: { id: /\/src\/runtime\/definitions\/sandbox-address\.ts$/ },
      async handler() {
        const source = await classicScript(config.root, SANDBOX);
        const address =
          config.command === 'serve'
            ? JSON.stringify(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`)
            : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: 'sandbox-program.js', source })}`;
        const code = `export const SANDBOX_FRAME = 'sandbox.html';\nexport const SANDBOX_PROGRAM = ${address};\n`;
        return { code, moduleType: 'js', map: null };
      },
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      // All is written by now, the files of the public folder too.
      async handler(_, bundle) {
        if (!('index.html' in bundle)) return;
        const folder = resolve(config.root, config.build.outDir);
        const list = `self.build=${JSON.stringify(storedFiles(folder))};`;
        writeFileSync(
          join(folder, 'service-worker.js'),
          `${list}\n${await classicScript(config.root, SERVICE_WORKER)}`,
        );
      },
    },
  };
}

/** What the service worker stores of the site in this folder: names relative to it, '' for the page, and a hash of all. */
function storedFiles(folder: string): { version: string; files: string[] } {
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
  return { version: hash.digest('hex').slice(0, 12), files: names.map((name) => (name === 'index.html' ? '' : name)) };
}

/** @throws Error if the bundle of the program at `root`/`entry` is not one script */
async function classicScript(root: string, entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      copyPublicDir: false,
      minify: true,
      lib: { entry: join(root, entry), formats: ['iife'], name: 'program', fileName: () => 'program.js' },
      rolldownOptions: { output: { comments: false } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output.filter(({ type }) => type === 'chunk') : []));
  if (chunks.length !== 1) throw new Error(`${entry} must be bundled into one script, got ${chunks.length}`);
  return (chunks[0] as { code: string }).code;
}
