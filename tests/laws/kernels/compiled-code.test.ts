// @module-tag sampled
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCENES } from '../../../src/physics';
import { LONG } from '../../fixtures/run-length';

/** By default the scene where the code was thrown away; in a long run all. */
const CHOSEN = LONG ? SCENES.map(({ id }) => id) : ['turning-ball'];
const STEPS = 60;
/** A class of objects that is new when a function is compiled may be replaced once or twice. */
const MAX_ABORTS = 10;

/**
 * V8 compiles what is often called. It throws the compiled code of a function away if that makes objects whose hidden class is
 * deprecated, as after a field `x: 0` was given a number with a fraction. If the function makes such objects only when it is first
 * called, its class stays the deprecated one: V8 tries again for ever, and the function stays interpreted.
 */
describe('V8 keeps the compiled code of steps', () => {
  let outDir: string;

  beforeAll(async () => {
    outDir = mkdtempSync(join(tmpdir(), 'hooke-compiled-'));
    const ssr = 'tests/fixtures/scene-probe.ts';
    const output = { outDir, emptyOutDir: true, copyPublicDir: false, minify: false };
    await build({ configFile: false, logLevel: 'error', ssr: { noExternal: true }, build: { ssr, ...output } });
  });

  afterAll(() => rmSync(outDir, { recursive: true, force: true }));

  test.each(CHOSEN)('in %s', (scene) => {
    const script = join(outDir, 'scene-probe.js');
    const trace = execFileSync(process.execPath, ['--trace-opt', script, `${STEPS}`, scene], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    expect(trace).toContain('completed optimizing');
    const aborted = new Map<string, number>();
    for (const [, name] of trace.matchAll(/\[aborted optimizing \S+ <JSFunction (\S*)/g))
      aborted.set(name, (aborted.get(name) ?? 0) + 1);
    expect([...aborted].filter(([, times]) => times > MAX_ABORTS)).toEqual([]);
  });
});
