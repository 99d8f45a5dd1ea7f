import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest';
import type { KernelDefinition } from '../../src/physics/kernels/kernel';
import { simd } from '../../src/physics/kernels/simd';
import { kernels } from '../../src/physics/registry';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Id of the kernel of this project's runs, unless they request another. */
    kernel: string;
    /** Ids of the kernels that have a project. */
    kernels: string[];
  }
}

// 'auto' takes the last kernel that supports the precision: here the project's. Tests may request another by its id.
const preferred = inject('kernel');
(kernels as KernelDefinition[]).sort((a, b) => Number(a.id === preferred) - Number(b.id === preferred));

const WHY = 'this test runs the SIMD kernel, so it must run on every kernel';
const open = vi.spyOn(simd, 'open');
let opened = 0;
beforeEach(() => {
  opened = open.mock.calls.length;
});
afterEach(({ task }) => {
  if (task.tags?.includes('same-on-every-kernel')) expect(open, WHY).toHaveBeenCalledTimes(opened);
});
afterAll(() => open.mockRestore());
