import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { simd } from '../../../../src/physics/kernels/simd';
import { compileLoops, loopsModule } from '../../../../src/physics/kernels/simd/wasm';

const ASSEMBLY = 'src/physics/kernels/simd/assembly';
const isInstalled = existsSync(join(ASSEMBLY, 'node_modules/assemblyscript'));

afterEach(() => vi.unstubAllGlobals());

test.skipIf(!isInstalled)(
  'the compiled module in the repository matches its source, to the byte',
  { tags: ['long'], timeout: 120_000 },
  () => {
    execFileSync(process.execPath, ['build.js', '--check'], { cwd: ASSEMBLY, stdio: 'pipe' });
  },
);

test('a module is compiled once, and is null if WebAssembly is missing or blocked', () => {
  expect(loopsModule()).toBeInstanceOf(WebAssembly.Module);
  expect(loopsModule()).toBe(loopsModule());
  vi.stubGlobal('WebAssembly', undefined);
  expect(compileLoops()).toBeNull();
});

test('if the memory for a scene cannot be reserved, the JavaScript kernel runs', () => {
  const { kernel, arena } = simd.open('single', 1e15);
  expect(kernel.id).toBe('js');
  expect(arena.floats(4)).toHaveLength(4);
});
