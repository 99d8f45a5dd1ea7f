/* Compiles the loops and writes the module beside this folder. With --check it writes nothing, and fails where the module in the tree
 * is not what its source gives. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const OPTIONS = ['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert', '--runtime', 'stub'].concat([
  ...['--enable', 'simd', '--importMemory', '--zeroFilledMemory', '--initialMemory', '0', '--noColors'],
]);

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = here('../loops.wasm');

let binary;
const { error, stderr } = await asc.main(['loops.ts', '--baseDir', here('.'), '--outFile', 'loops.wasm', ...OPTIONS], {
  writeFile: (_, contents) => {
    binary = contents;
  },
});
if (error) throw new Error(stderr.toString());
if (!process.argv.includes('--check')) writeFileSync(target, binary);
else if (!readFileSync(target).equals(binary)) throw new Error('loops.wasm is not what loops.ts gives: build it');
