/* Compiles each part of the kernel to a module of its own, and writes it in hexadecimal digits beside this folder:
 * compressed by gzip, they take a fifth less than base64. Only those whose source is named, if any is. With --check it writes
 * nothing, and fails where what is in the tree is not what its source gives. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

/** Source, and the module that is written. */
const PARTS = [
  ['springs.ts', '../springs-module.ts'],
  ['multigrid.ts', '../multigrid-module.ts'],
  ['triangles.ts', '../triangles-module.ts'],
];

const OPTIONS = ['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert', '--runtime', 'stub'].concat([
  ...['--enable', 'simd', '--importMemory', '--zeroFilledMemory', '--initialMemory', '0', '--noColors'],
]);

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const checking = process.argv.includes('--check');
const named = PARTS.filter(([source]) => process.argv.includes(source));

for (const [source, target] of named.length > 0 ? named : PARTS) {
  let binary;
  const { error, stderr } = await asc.main([source, '--baseDir', here('.'), '--outFile', 'part.wasm', ...OPTIONS], {
    writeFile: (_, contents) => {
      binary = contents;
    },
  });
  if (error) throw new Error(stderr.toString());
  const text = `/** ${source}, compiled by assembly/build.js; ${binary.length} bytes. */
export const MODULE =
  '${Buffer.from(binary).toString('hex')}';
`;
  if (!checking) writeFileSync(here(target), text);
  else if (readFileSync(here(target), 'utf8') !== text)
    throw new Error(`${target} is not what ${source} gives: build it`);
}
