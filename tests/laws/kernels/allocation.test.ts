// @module-tag sampled
// @module-tag same-on-every-kernel
import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { kernels } from '../../../src/physics/registry';
import { ALLOCATION_SETUPS, type AllocationSetup, nameOf } from '../../fixtures/allocation-setups';
import { builtProbe } from '../../fixtures/built-probe';
import { LONG } from '../../fixtures/run-length';

/** By default each method on one kernel, and each preconditioner under linearly implicit Euler on one kernel; in a long run the others. */
const SETUPS = ALLOCATION_SETUPS.filter((setup) => isOfDefaultRun(setup) !== LONG);

function isOfDefaultRun({ kernel, integrator, preconditioner, attraction, collides }: AllocationSetup): boolean {
  if (attraction || collides) return false;
  if (preconditioner && integrator !== 'implicit-euler') return false;
  const others = ALLOCATION_SETUPS.filter((one) => one.kernel === kernel);
  const at = others.findIndex((one) => one.integrator === integrator && one.preconditioner === preconditioner);
  return (at % 2 === 0) === (kernel === 'simd');
}

/** On-stack replacement compiles a running loop only; later calls are then interpreted again, and the interpreter allocates an
 *  object for every number. Without it, functions are compiled as a whole. The interrupt budget, a thirteenth of the default,
 *  makes V8 compile after a quarter of the steps; on the same thread, so that what it compiles does not depend on the machine's load. */
const FLAGS = [
  ...['--min-semi-space-size=128', '--max-semi-space-size=128'],
  ...['--no-use-osr', '--interrupt-budget=5000', '--no-concurrent-recompilation'],
];

/** What the probe measures for a name that it does not know. */
const CARELESS = 'careless';

describe('a step', () => {
  const probe = builtProbe('allocation-probe');

  /** Bytes per step of each. In a process of their own nothing else allocates, and garbage is seldom collected. */
  function bytesOf(names: readonly string[]): number[] {
    return JSON.parse(execFileSync(process.execPath, [...FLAGS, probe(), ...names], { encoding: 'utf8' }));
  }

  // A process never calls more than one kernel: after calls of several V8 allocates objects for the numbers passed.
  describe.each(kernels.map(({ id }) => id))('on the kernel %s', (kernel) => {
    const names = SETUPS.filter((setup) => setup.kernel === kernel).map(nameOf);
    const all = [...names, CARELESS];
    const measured = new Map<string, number>();
    beforeAll(() => {
      // Of several Newton methods, or methods with layers that touch, V8 inlines fewer of the functions that they share.
      const each = LONG ? 1 : all.length;
      for (let i = 0; i < all.length; i += each) {
        const some = all.slice(i, i + each);
        for (const [k, bytes] of bytesOf(some).entries()) measured.set(some[k], bytes);
      }
    }, 240_000);

    test.each(names)('of %s allocates less than 2 kB', (name) => expect(measured.get(name)).toBeLessThan(2048));

    test('that makes an array for each particle is detected', () =>
      expect(measured.get(CARELESS)).toBeGreaterThan(10_000));
  });
});
