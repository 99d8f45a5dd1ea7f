// @module-tag long
// @module-tag same-on-every-kernel
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { SCENES } from '../../../src/physics';
import { builtProbe } from '../../fixtures/built-probe';

const STEPS = 60;
/** A class of objects that is new when a function is compiled may be replaced once or twice. */
const MAX_ABORTS = 10;

/**
 * V8 compiles what is often called. It discards the compiled code of a function that makes objects of a deprecated hidden class, as after a
 * field `x: 0` was given a number with a fraction. If the function makes such an object only in its first call, its class stays the
 * deprecated one: V8 compiles the function again and again, and the function stays interpreted.
 */
describe('V8 keeps the compiled code of steps', () => {
  const probe = builtProbe('scene-probe');

  test.each(SCENES.map(({ id }) => id))('in %s', (scene) => {
    const trace = execFileSync(process.execPath, ['--trace-opt', probe(), `${STEPS}`, scene], {
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
