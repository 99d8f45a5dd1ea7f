/* Compiles the loops and writes the module in hexadecimal digits beside this folder: compressed by gzip, they take a fifth less
 * than base64. With --check it writes nothing, and fails where the module in the tree is not what its source gives. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const OPTIONS = ['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert', '--runtime', 'stub'].concat([
  ...['--enable', 'simd', '--importMemory', '--zeroFilledMemory', '--initialMemory', '0', '--noColors'],
]);

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = here('../loops-module.ts');

let binary;
const { error, stderr } = await asc.main(['loops.ts', '--baseDir', here('.'), '--outFile', 'loops.wasm', ...OPTIONS], {
  writeFile: (_, contents) => {
    binary = contents;
  },
});
if (error) throw new Error(stderr.toString());
const text = `/** loops.ts, compiled by assembly/build.js; ${binary.length} bytes. */
export const MODULE =
  '${Buffer.from(binary).toString('hex')}';
`;
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) throw new Error('loops-module.ts is not what loops.ts gives: build it');
