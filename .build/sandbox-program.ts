import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const ENTRY = 'src/runtime/definitions/sandbox-worker.ts';

/**
 * Bundles the worker of the sandbox into one script without imports, and gives the page its address, in place of the empty one in
 * src/runtime/definitions/sandbox-address.ts: a frame of an opaque origin can load nothing by itself. The development server sends it
 * as data.
 */
export function sandboxProgram(): Plugin {
  let root = '';
  let serving = false;
  return {
    name: 'sandbox-program',
    configResolved(config) {
      root = config.root;
      serving = config.command === 'serve';
    },
    load: {
      filter: { id: /\/src\/runtime\/definitions\/sandbox-address\.ts$/ },
      async handler() {
        const source = await bundled(root);
        const address = serving
          ? JSON.stringify(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`)
          : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: 'sandbox-program.js', source })}`;
        return { code: `export const SANDBOX_PROGRAM = ${address};\n`, moduleType: 'js', map: null };
      },
    },
  };
}

async function bundled(root: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      copyPublicDir: false,
      minify: true,
      // One classic script: browsers start no module worker where the origin is opaque.
      lib: { entry: join(root, ENTRY), formats: ['iife'], name: 'sandbox', fileName: () => 'sandbox.js' },
      rolldownOptions: { output: { comments: false } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output.filter(({ type }) => type === 'chunk') : []));
  if (chunks.length !== 1) throw new Error(`the program of the sandbox must be one script, got ${chunks.length}`);
  return (chunks[0] as { code: string }).code;
}
