import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { simd } from '../../../../src/physics/kernels/simd';
import { MODULE } from '../../../../src/physics/kernels/simd/loops-module';
import { lazyModule } from '../../../../src/physics/kernels/simd/wasm';

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
  const open = lazyModule(MODULE);
  expect(open()).toBeInstanceOf(WebAssembly.Module);
  expect(open()).toBe(open());
  vi.stubGlobal('WebAssembly', undefined);
  expect(lazyModule(MODULE)()).toBeNull();
});

test('if the memory for a scene cannot be reserved, the JavaScript kernel runs', () => {
  const { kernel, arena } = simd.open('single', 1e15);
  expect(kernel.id).toBe('js');
  expect(arena.floats(4)).toHaveLength(4);
});
