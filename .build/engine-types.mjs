// Writes the engine's type declarations to dist/engine. Node's resolution of modules needs full file names in imports, which the
// sources do not have, and the TypeScript compiler copies imports as they are.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const OUT = 'dist/engine';
const ARGS = [
  '--noEmit',
  'false',
  '--emitDeclarationOnly',
  '--declaration',
  '--rootDir',
  'src/physics',
  '--outDir',
  OUT,
];
execFileSync('npx', ['--no-install', 'tsc', '-p', 'src/physics', ...ARGS], { stdio: 'inherit' });

for (const name of readdirSync(OUT, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue;
  const path = join(OUT, name);
  const text = readFileSync(path, 'utf8').replace(
    /(\bfrom '|\bimport\(['"])(\.{1,2}(?:\/[^'"]*)?)/g,
    (_, start, specifier) => {
      const isFile = existsSync(join(dirname(path), `${specifier}.d.ts`));
      return `${start}${specifier}${isFile ? '' : '/index'}.js`;
    },
  );
  writeFileSync(path, text);
}
