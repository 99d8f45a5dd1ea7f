// @module-tag long
// @module-tag same-on-every-kernel
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { builtProbe } from '../../fixtures/built-probe';

/** The resident set of a process, bytes. */
interface Resident {
  before: number;
  after: number;
}

describe('a cloth takes little physical memory', () => {
  const probe = builtProbe('memory-probe');

  function residentOf(integrator: string, size: number, steps: number): Resident {
    const args = ['--expose-gc', probe(), integrator, String(size), String(steps)];
    const resident: Resident = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    return resident;
  }

  test.each([
    ['symplectic-euler', 900],
    ['implicit-euler', 1600],
  ])('at 256×256: %s, at most %d bytes a particle, after 17 steps', (integrator, most) => {
    const { before, after } = residentOf(integrator, 256, 17);
    expect((after - before) / 256 ** 2).toBeLessThan(most);
  });

  test.each([
    ['symplectic-euler', 112, 200e6],
    ['implicit-euler', 48, 400e6],
  ])(
    'at 512×512 with a full recording: %s, %d steps, at most %d bytes in all',
    // The system clears memory that it gives again, and then all of it is resident: the least of five processes counts.
    (integrator, steps, most) => {
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 5 && least >= most; i++) least = Math.min(least, residentOf(integrator, 512, steps).after);
      expect(least).toBeLessThan(most);
    },
  );
});
