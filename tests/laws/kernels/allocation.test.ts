// @module-tag same-on-every-kernel
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameOf, WATCHED } from '../../fixtures/allocation-setups';
import { LONG } from '../../fixtures/run-length';

/** Each preconditioner under each implicit method in a long run; else under linearly implicit Euler alone. */
const SETUPS = WATCHED.filter(
  ({ preconditioner, integrator }) => LONG || !preconditioner || integrator === 'implicit-euler',
);

/** Functions that are replaced by compiled code while they run start over interpreted at each call, and the interpreter makes
 *  an object of every number: without that replacement they are compiled from their first line. The budget, a thirteenth
 *  of the usual one, is of what is interpreted before something is compiled: it takes a quarter of the steps. */
const FLAGS = ['--min-semi-space-size=128', '--max-semi-space-size=128', '--no-use-osr', '--interrupt-budget=5000'];

describe('a step', () => {
  let outDir: string;

  beforeAll(async () => {
    outDir = mkdtempSync(join(tmpdir(), 'hooke-allocation-'));
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: 'tests/fixtures/allocation-probe.ts',
        outDir,
        emptyOutDir: true,
        copyPublicDir: false,
        minify: false,
      },
    });
  });

  afterAll(() => rmSync(outDir, { recursive: true, force: true }));

  /** Bytes a step. In a process of its own nothing else allocates, nothing is collected, and one kernel is all that is called:
   *  where many have been, calls into them make objects of numbers. */
  function bytesOf(name: string): number {
    const script = join(outDir, 'allocation-probe.js');
    return Number(execFileSync(process.execPath, [...FLAGS, script, name], { encoding: 'utf8' }));
  }

  test.each(SETUPS.map(nameOf))('of %s allocates less than a kilobyte', (name) => {
    expect(bytesOf(name)).toBeLessThan(1024);
  });

  test('would be caught allocating', () => expect(bytesOf('careless')).toBeGreaterThan(1500));
});
