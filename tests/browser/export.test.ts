import { strFromU8, unzipSync } from 'fflate';
import { validateBytes } from 'gltf-validator';
import { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js';
import { beforeAll, expect, test } from 'vitest';
import { createSimulation, largestStrain } from '../../src/physics';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { everyNth } from '../fixtures/run-length';
import { commentsOf, rowsOf } from '../fixtures/table';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const SETUP = { scene: 'cloth', params: { rows: 12, columns: 12, dt: 1e-3 } };

describeBrowser('hooke.export', () => {
  let page: LabPage;
  const bytesOf = async (format: string, options = {}) => {
    const bytes = await page.evaluate(
      async ([id, given]) => [...new Uint8Array(await (await window.hooke.export(id, given)).arrayBuffer())],
      [format, options] as const,
    );
    return Uint8Array.from(bytes);
  };
  const write = async (format: string, options = {}) => new TextDecoder().decode(await bytesOf(format, options));

  beforeAll(async () => {
    page = await openLab({ deviceScaleFactor: 1, keep: true });
    await page.hooke('send', { type: 'scene', ...SETUP });
  });

  test('writes a table with the values of the same run in Node, to the bit', async () => {
    await page.hooke('step', 30);
    await page.hooke('send', { type: 'pin', particle: 11, pinned: false });
    await page.hooke('set', 'integrator', 'rk4');
    await page.hooke('step', 70);
    const options = { interval: 0.01, observables: ['total', 'kinetic', 'strain', 'x', 'vy'], particles: [77, 143] };
    const text = await write('csv', options);
    const simulation = createSimulation(SETUP);
    const rows: number[][] = [];
    for (let step = 0; step <= 100; step++) {
      if (step % 10 === 0) {
        const { total, kinetic } = simulation.energy();
        const strain = 100 * largestStrain(simulation.model, simulation.state);
        const own = [77, 143].flatMap((i) => [simulation.particle(i).position[0], simulation.particle(i).velocity[1]]);
        rows.push([step, simulation.time, total, kinetic, strain, ...own]);
      }
      if (step === 30) simulation.apply({ type: 'pin', particle: 11, pinned: false });
      if (step === 30) simulation.apply({ type: 'integrator', id: 'rk4' });
      if (step < 100) simulation.step();
    }
    expect(rowsOf(text).rows).toEqual(rows);
    const comments = commentsOf(text);
    expect(comments.at(-1)).toBe(`step 100, t = ${simulation.time} s: hash ${await page.hooke('hash')}`);
    expect(comments.at(-1)).toContain(simulation.hash());
    expect(comments).toContain('method at the last row: rk4, single precision, kernel simd');
  });

  test('writes the mesh that the page shows', async () => {
    const vertices = (await write('obj')).match(/^v .*$/gm) ?? [];
    const { position } = await page.particle(143);
    expect(vertices.length).toBe(144);
    expect(vertices[143].split(' ').slice(1).map(Number).map(Math.fround)).toEqual(position);
  });

  test.each(everyNth(4, ['cloth', 'chain', 'jelly-cube', 'three-bodies'], 1))(
    'writes %s as glTF that Khronos’ validator accepts',
    { tags: ['sampled'] },
    async (scene) => {
      await page.hooke('send', { type: 'scene', scene });
      await page.hooke('step', 10);
      const faces = (await write('obj')).match(/^f /gm)?.length ?? 0;
      for (const options of [{}, { interval: 1e-3 }]) {
        const { issues, info } = await validateBytes(await bytesOf('glb', options));
        // Errors are 0, warnings 1. A remark is that no texture uses the coordinates.
        expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
        expect([info.totalTriangleCount, info.animationCount]).toEqual([faces, Object.keys(options).length]);
      }
    },
  );

  test('writes the motion as USD and as a sequence of OBJ files, with the places of the run in Node', {
    tags: ['long'],
  }, async () => {
    await page.hooke('send', { type: 'scene', ...SETUP });
    await page.hooke('step', 40);
    const { specsByPath } = new USDAParser().parseData(await write('usda', { interval: 0.01 }));
    const { times, values } = specsByPath['/Hooke/surface.points'].fields.timeSamples ?? { times: [], values: [] };
    expect(times).toEqual([0, 1, 2, 3, 4]);
    const simulation = createSimulation(SETUP);
    simulation.step(30);
    const { position } = simulation.particle(143);
    expect(values[3].slice(-3).map(Math.fround)).toEqual(position);
    const files = Object.values(unzipSync(await bytesOf('obj', { interval: 0.01 })));
    expect(files.length).toBe(5);
    const vertices = strFromU8(files[3]).match(/^v .*$/gm) ?? [];
    expect(vertices[143].split(' ').slice(1).map(Number).map(Math.fround)).toEqual(position);
  });

  test('names what is wrong, and breaks no rule of the page', async () => {
    await expect(write('csv', { to: 9 })).rejects.toThrow(/to must be a recorded time, 0–[\d.]+ s, got 9/);
    await expect(write('csv', { every: 9 })).rejects.toThrow('export csv: there is no option "every"');
    expect(await violations(page)).toEqual([]);
  });
});
