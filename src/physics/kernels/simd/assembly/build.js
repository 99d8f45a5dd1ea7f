/* Compiles the loops and writes the module beside this folder as text, one character a byte: compressed by gzip, that takes 6 %
 * less than hexadecimal digits, and 30 % less than base64. With --check it writes nothing, and fails where the module in the tree
 * is not what its source gives. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const OPTIONS = ['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert', '--runtime', 'stub'].concat([
  ...['--enable', 'simd', '--importMemory', '--zeroFilledMemory', '--initialMemory', '0', '--noColors'],
]);

/** Printable characters, none of them a quote: see `bytesOf` in wasm.ts. */
const characterOf = (byte) => String.fromCharCode(byte + (byte < 87 ? 40 : 74)).replace('\\', '\\\\');

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
  '${Array.from(binary, characterOf).join('')}';
`;
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) throw new Error('loops-module.ts is not what loops.ts gives: build it');
