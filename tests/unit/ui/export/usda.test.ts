import { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSimulation } from '../../../../src/physics';
import type { ExportOptions } from '../../../../src/ui/lab/scripting';
import { createExporting } from '../../../../src/ui/sharing/export/exporting';
import { type LabInNode, openLabInNode } from '../../../fixtures/lab-in-node';

/** m. */
const TOLERANCE = 1e-6;

let lab: LabInNode;
beforeEach(() => {
  lab = openLabInNode();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const write = async (options: ExportOptions = {}) => (await createExporting(lab).export('usda', options)).text();
/** By three's own reader. */
const read = async (options?: ExportOptions) => new USDAParser().parseData(await write(options)).specsByPath;
type Attribute = Awaited<ReturnType<typeof read>>[string];
const samplesOf = ({ fields }: Attribute) => fields.timeSamples ?? { times: [], values: [] };

function expectClose(found: readonly number[], expected: readonly number[]): void {
  expect(found.length).toBe(expected.length);
  expect(Math.max(...found.map((value, k) => Math.abs(value - expected[k])))).toBeLessThanOrEqual(TOLERANCE);
}

/** The x, y, z of these particles in the same scene after each of the numbers of steps. */
function placesIn(scene: string, steps: readonly number[], particles: Iterable<number>): number[][] {
  const simulation = createSimulation({ scene, kernel: 'js', params: { dt: 5e-4 } });
  const chosen = [...particles];
  return steps.map((step) => {
    simulation.step(step - simulation.stepCount);
    return chosen.flatMap((i) => [...simulation.state.positions.subarray(4 * i, 4 * i + 3)]);
  });
}

describe('a USD file', () => {
  test.each(['cloth', 'jelly-cube'])('of %s has its surface over time where Node has it', async (scene) => {
    await lab.send({ type: 'scene', scene, params: { dt: 5e-4 } });
    await lab.step(60);
    const file = await read({ interval: 0.01 });
    const { surface, particleCount } = lab.frame.structure;
    expect(file['/'].fields).toMatchObject({ upAxis: 'Y', metersPerUnit: 1, timeCodesPerSecond: 100 });
    expect(file['/Hooke/surface.faceVertexIndices'].fields.default).toEqual([...surface]);
    const { times, values } = samplesOf(file['/Hooke/surface.points']);
    expect(times).toEqual([0, 1, 2, 3]);
    const places = placesIn(scene, [0, 20, 40, 60], Array(particleCount).keys());
    for (const [k, place] of places.entries()) expectClose(values[k], place);
    const normals = samplesOf(file['/Hooke/surface.normals']).values;
    expect(normals.length).toBe(4);
    for (let k = 0; k < normals[3].length; k += 3) expect(Math.hypot(...normals[3].slice(k, k + 3))).toBeCloseTo(1, 6);
  });

  test('of a part of the recording has its own times, and springs without a surface as lines', async () => {
    await lab.send({ type: 'scene', scene: 'chain', params: { dt: 5e-4 } });
    await lab.step(100);
    const file = await read({ from: 0.02, to: 0.045, interval: 0.01 });
    const { times, values } = samplesOf(file['/Hooke/springs.points']);
    expect(times).toEqual([2, 3, 4]);
    const places = placesIn('chain', [40, 60, 80], lab.frame.structure.springs);
    for (const [k, place] of places.entries()) expectClose(values[k], place);
  });

  test('of free particles has points', async () => {
    await lab.send({ type: 'scene', scene: 'three-bodies' });
    await lab.step(5);
    const { values } = samplesOf((await read())['/Hooke/particles.points']);
    expect(values[0].length).toBe(9);
  });

  test('of a blow-up has finite numbers only', async () => {
    await lab.send({ type: 'scene', scene: 'cloth', params: { rows: 5, columns: 5, dt: 5e-4, stopOnBlowUp: 0 } });
    await lab.set('stiffness', 1e9);
    await lab.step(200);
    expect(await write({ interval: 1e-3 })).not.toMatch(/NaN|Infinity/);
  });
});

describe('what can’t be written is refused by name:', () => {
  test.each([
    [{ to: 1 }, 'to must be a recorded time, 0–0.0002 s, got 1'],
    [{ interval: 'short' }, 'export usda: interval must be a number of at least 0, got "short"'],
  ])('%j', async (options, message) => {
    await lab.send({ type: 'scene', scene: 'cloth', params: { rows: 5, columns: 5, dt: 1e-5 } });
    await lab.step(20);
    await expect(write(options)).rejects.toThrow(message);
  });

  test('too many moments', { tags: ['long'] }, async () => {
    await lab.send({ type: 'scene', scene: 'cloth', params: { rows: 120, columns: 120, dt: 1e-5 } });
    await lab.step(220);
    const message = 'interval: 221 moments of 14400 particles, at most 208 moments';
    await expect(write({ interval: 1e-5 })).rejects.toThrow(message);
  });
});
