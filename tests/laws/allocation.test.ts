import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { nameOf, WATCHED } from './allocation-setups';

/** Bytes a step by name, in a process of its own, where nothing else allocates and nothing is collected. */
async function measure(): Promise<Record<string, number>> {
  const outDir = mkdtempSync(join(tmpdir(), 'hooke-allocation-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: 'tests/laws/allocation-probe.ts', outDir, emptyOutDir: true, copyPublicDir: false, minify: false },
    });
    // A loop that is replaced by compiled code while it runs starts over interpreted at each call, and the interpreter makes
    // an object of every number: without that replacement functions are compiled from their first line.
    const flags = ['--min-semi-space-size=128', '--max-semi-space-size=128', '--no-use-osr'];
    const script = join(outDir, 'allocation-probe.js');
    return JSON.parse(execFileSync(process.execPath, [...flags, script], { encoding: 'utf8' }));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

describe('a step', () => {
  let bytes: Record<string, number>;
  beforeAll(async () => {
    bytes = await measure();
  }, 600_000);

  test.each(WATCHED.map(nameOf))('of %s allocates less than a kilobyte', (name) => {
    expect(bytes[name]).toBeLessThan(1024);
  });

  test('would be caught allocating', () => expect(bytes.careless).toBeGreaterThan(1500));
});
