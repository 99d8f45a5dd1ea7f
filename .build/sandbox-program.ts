import type { Plugin } from 'vite';
import { classicScript } from './classic-script.ts';

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
        const source = await classicScript(root, ENTRY);
        const address = serving
          ? JSON.stringify(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`)
          : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: 'sandbox-program.js', source })}`;
        const code = `export const SANDBOX_FRAME = 'sandbox.html';\nexport const SANDBOX_PROGRAM = ${address};\n`;
        return { code, moduleType: 'js', map: null };
      },
    },
  };
}
