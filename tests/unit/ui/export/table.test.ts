import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSimulation, type Simulation } from '../../../../src/physics';
import type { Exporting, ExportOptions } from '../../../../src/ui/lab/scripting';
import { createExporting } from '../../../../src/ui/sharing/export/exporting';
import { type LabInNode, openLabInNode } from '../../../fixtures/lab-in-node';
import { commentsOf, rowsOf } from '../../../fixtures/table';

const SETUP = { scene: 'cloth', params: { rows: 6, columns: 6, dt: 1e-3 } };

let lab: LabInNode;
let exporting: Exporting;
beforeEach(async () => {
  lab = openLabInNode();
  exporting = createExporting(lab);
  await lab.send({ type: 'scene', ...SETUP });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const write = async (options: ExportOptions) => (await exporting.export('csv', options)).text();

/** The same scene on the same kernel. */
const again = () => createSimulation({ ...SETUP, kernel: 'js' });

/** As observables read them: of `x`, `y`, `z` and `speed`. */
function valuesOf({ state: { positions, velocities } }: Simulation, i: number): number[] {
  const [vx, vy, vz] = velocities.subarray(4 * i, 4 * i + 3);
  return [...positions.subarray(4 * i, 4 * i + 3), Math.sqrt(vx * vx + vy * vy + vz * vz)];
}

describe('a CSV file', () => {
  test('has the recorded run to the bit, also after a change of dt and another command', async () => {
    await lab.step(20);
    await lab.set('dt', 5e-4);
    await lab.send({ type: 'pin', particle: 5, pinned: false });
    await lab.step(40);
    const text = await write({ interval: 4e-3, observables: ['x', 'y', 'z', 'speed'], particles: [35, 0] });
    const simulation = again();
    const rows: number[][] = [];
    const record = () =>
      rows.push([simulation.stepCount, simulation.time, ...valuesOf(simulation, 35), ...valuesOf(simulation, 0)]);
    for (let step = 0; step <= 60; step++) {
      if (step % 4 === 0 && (step <= 20 || step % 8 === 4)) record();
      if (step === 20) simulation.apply({ type: 'set', key: 'dt', value: 5e-4 });
      if (step === 20) simulation.apply({ type: 'pin', particle: 5, pinned: false });
      simulation.step();
    }
    expect(rows.map(([step]) => step)).toEqual([0, 4, 8, 12, 16, 20, 28, 36, 44, 52, 60]);
    expect(rowsOf(text).rows).toEqual(rows);
    expect(rowsOf(text).heads.slice(0, 4)).toEqual(['step', 't / s', 'x of particle 35 / m', 'y of particle 35 / m']);
  });

  test('has the energies, scene, method, parameters, commands and the hash of its last row', async () => {
    await lab.set('integrator', 'implicit-euler');
    await lab.step(30);
    await lab.send({ type: 'rewind', step: 10 });
    const text = await write({ from: 0.01, to: 0.02, interval: 0.005 });
    const simulation = again();
    simulation.apply({ type: 'integrator', id: 'implicit-euler' });
    simulation.step(20);
    const { heads, rows } = rowsOf(text);
    expect(heads).toEqual(['step', 't / s', 'total / J', 'kinetic / J', 'elastic / J', 'gravity / J', 'strain / %']);
    expect(rows.map(([step]) => step)).toEqual([10, 15, 20]);
    const { total, kinetic, elastic, gravity } = simulation.energy();
    expect(rows.at(-1)?.slice(0, 6)).toEqual([20, simulation.time, total, kinetic, elastic, gravity]);
    const comments = commentsOf(text);
    expect(comments).toContain(`scene: cloth; 36 particles, ${simulation.springCount} springs`);
    expect(comments).toContain(
      'method at the last row: implicit-euler, preconditioner multigrid, single precision, kernel js',
    );
    expect(comments).toContainEqual(expect.stringMatching(/^parameters at the last row: dt = 0.001 s, .*rows = 6/));
    expect(comments.at(-1)).toBe(`step 20, t = ${simulation.time} s: hash ${simulation.hash()}`);
    // The page is where it was.
    expect([lab.frame.status.stepCount, lab.frame.status.timeline.last.step]).toEqual([10, 30]);
  });

  test('tells of the commands between its rows, and of a blow-up', async () => {
    await lab.step(5);
    await lab.send({ type: 'grab', particle: 35, target: [0, 0, 1] });
    await lab.send({ type: 'move', target: [0, 0, 2] });
    await lab.set('stiffness', 1e6);
    await lab.step(400);
    const { blowUp } = lab.frame.status.timeline;
    const text = await write({ interval: 1e-3 });
    const told = commentsOf(text).filter((line) => /^(command|blew)/.test(line));
    expect(told).toEqual([
      'command at step 5: {"type":"grab","particle":35,"target":[0,0,1]}',
      'command at step 5: {"type":"set","key":"stiffness","value":1000000}',
      `blew up at step ${blowUp?.step} (${blowUp?.cause})`,
    ]);
    expect(rowsOf(text).rows.length).toBe((blowUp?.step ?? 0) + 1);
  });

  test('is written while the run continues, with progress, and can be cancelled', async () => {
    await lab.step(300);
    const done: number[] = [];
    const onProgress = (part: number) => {
      if (done.push(part) === 1) void lab.send({ type: 'reset' });
    };
    const file = await exporting.export('csv', { interval: 1e-3 }, { onProgress });
    expect(lab.frame.status.stepCount).toBe(0);
    expect(rowsOf(await file.text()).rows.length).toBe(301);
    expect(done.length).toBeGreaterThan(2);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.at(-1)).toBe(1);
    await lab.step(300);
    const abort = new AbortController();
    const watch = { signal: abort.signal, onProgress: () => abort.abort(new Error('cancelled')) };
    await expect(exporting.export('csv', { interval: 1e-3 }, watch)).rejects.toThrow('cancelled');
  });
});

describe('what is not recorded is refused by name:', () => {
  test.each([
    [{ from: 0.5 }, 'from must be a recorded time, 0–0.01 s, got 0.5'],
    [{ to: 0.011 }, 'to must be a recorded time, 0–0.01 s, got 0.011'],
    [{ from: 0.008, to: 0.004 }, 'from must be before to, 0.004 s, got 0.008'],
    [{ interval: 0 }, 'interval must be a positive number of seconds, got 0'],
    [{ interval: 1e-12 }, 'interval: 10000000001 moments, at most 1000000'],
    [{ particles: [2, 36] }, 'particles[1]: 36 is not a particle (0–35)'],
    [{ observables: ['x'] }, 'observables[0]: "x" is of a particle, so "particles" must have at least one'],
    [{ observables: ['mass'] }, 'export csv: observables must be a list; each entry must be one of total, kinetic, '],
    [{ particles: 3 }, 'export csv: particles must be a list; each entry must be a whole number of at least 0, got 3'],
    [{ from: -1 }, 'export csv: from must be a number of at least 0, got -1'],
  ])('%j', async (options, message) => {
    await lab.step(10);
    await expect(write(options)).rejects.toThrow(message);
    await expect(write(options)).rejects.toThrow(RangeError);
  });
});
