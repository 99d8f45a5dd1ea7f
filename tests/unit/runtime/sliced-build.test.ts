import { describe, expect, test, vi } from 'vitest';
import { createSimulation, type Simulation } from '../../../src/physics';
import { inPlaceOfFile } from '../../../src/physics/scenes/file/checked-scene';
import { parseSceneFile } from '../../../src/physics/scenes/file/parse-scene-file';
import { readObj } from '../../../src/physics/scenes/mesh/obj-file';
import type { Host } from '../../../src/runtime/host/host';
import { pack, unpack } from '../../../src/runtime/jobs/packed-scene';
import { engineInNode } from '../../fixtures/engine-in-node';

/** A net of 70 × 70 squares: large enough for aggregates of aggregates, which an implicit method prepares. */
const SIDE = 71;
const corner = (k: number) => k + Math.floor(k / (SIDE - 1)) + 1;
const MESH = [
  ...Array.from({ length: SIDE * SIDE }, (_, i) => `v ${(i % SIDE) / 70} ${Math.floor(i / SIDE) / 70} 0`),
  ...Array.from({ length: (SIDE - 1) ** 2 }, (_, k) => corner(k)).map(
    (a) => `f ${a} ${a + 1} ${a + SIDE + 1} ${a + SIDE}`,
  ),
].join('\n');
const FILE = readObj(MESH, 'plate').file;
const packed = pack(parseSceneFile(FILE));
const METHODS = ['implicit-euler', 'symplectic-euler', 'pbd'];

const bitsOf = (simulation: Simulation) => [simulation.hash(), simulation.save(), simulation.timeline];

describe('a scene that is built in slices', () => {
  test.for(METHODS)('has the bits of one that is built at once, before and after steps: %s', async (integrator) => {
    const simulations = [createSimulation(), createSimulation()];
    const scene = await unpack(packed);
    const command = { type: 'scene', scene, integrator } as const;
    const slices = [...simulations[0].build(command)];
    expect(slices.length).toBeGreaterThan(integrator === 'implicit-euler' ? 30 : 14);
    expect(slices).toEqual(slices.toSorted((a, b) => a - b));
    expect(slices.every((done) => done >= 0 && done < 1)).toBe(true);
    for (const simulation of simulations) simulation.apply(command, 1);
    expect(bitsOf(simulations[0])).toEqual(bitsOf(simulations[1]));
    for (const simulation of simulations) simulation.step(3);
    expect(bitsOf(simulations[0])).toEqual(bitsOf(simulations[1]));
    for (const simulation of simulations) simulation.apply({ type: 'undo' });
    expect(bitsOf(simulations[0])).toEqual(bitsOf(simulations[1]));
  });

  test('leaves the present one to the bit, in each slice, until its command is applied', async () => {
    const simulation = createSimulation();
    simulation.step(5);
    const before = bitsOf(simulation);
    for (const _ of simulation.build({ type: 'scene', scene: await unpack(packed) })) {
      expect(simulation.hash()).toBe(before[0]);
    }
    expect(bitsOf(simulation)).toEqual(before);
  });

  test('is built once more if its command is applied twice, or if the precision has changed since', async () => {
    const simulation = createSimulation();
    const command = { type: 'scene', scene: await unpack(packed) } as const;
    for (const _ of simulation.build(command));
    simulation.apply({ type: 'precision', id: 'double' });
    simulation.apply(command);
    expect(simulation.precision).toBe('double');
    for (const _ of simulation.build(command));
    simulation.apply(command);
    const { state } = simulation;
    simulation.step(2);
    simulation.apply(command);
    expect(simulation.state).not.toBe(state);
    expect(simulation.stepCount).toBe(0);
  });

  test('is refused by name as one that is built at once', async () => {
    const command = { type: 'scene', scene: await unpack(packed), integrator: 'none' } as const;
    expect(() => createSimulation().build(command).next()).toThrow('scene.integrator');
  });
});

describe('the engine that builds a packed scene', () => {
  const load = (host: Host, onProgress: (done: number) => void, signal?: AbortSignal) =>
    host.send({ type: 'scene', scene: inPlaceOfFile(packed) }, undefined, { onProgress, signal });

  test('obeys Cancel with the next slice, and keeps the present scene to the bit', async () => {
    const host = engineInNode();
    const bits = async () => [await host.session.hash(), await host.session.save(), host.latest().status.timeline];
    await host.session.step(7);
    const before = await bits();
    const cancel = new AbortController();
    let slices = 0;
    const onSlice = () => {
      if (++slices === 12) cancel.abort();
    };
    await expect(load(host, onSlice, cancel.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(slices).toBe(12);
    expect(await bits()).toEqual(before);
    await host.session.step(1);
    expect(host.latest().status.stepCount).toBe(8);
    await load(host, () => {});
    const { scene, stepCount } = host.latest().status;
    expect([scene, stepCount]).toEqual(['plate', 0]);
  });

  test('does later calls after it, in their order', async () => {
    const host = engineInNode();
    let slices = 0;
    let asked = 0;
    const calls: Promise<unknown>[] = [];
    await load(host, () => {
      if (++slices !== 3) return;
      calls.push(
        host.session.ask('inspect', { particle: 5000 }).then(({ particle }) => {
          asked = particle;
        }),
        host.session.step(2),
      );
    });
    await Promise.all(calls);
    const { scene, stepCount } = host.latest().status;
    expect([scene, stepCount, asked]).toEqual(['plate', 2, 5000]);
  });

  test('lets the present one go on until then', async () => {
    const host = engineInNode();
    // Each part of the building is then a slice, however fast the machine is.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    let steps = 0;
    const timer = setInterval(() => {
      host.advance(0.02, true);
      const { scene, stepCount } = host.latest().status;
      if (scene === 'cloth') steps = Math.max(steps, stepCount);
    });
    await load(host, () => {});
    clearInterval(timer);
    clock.mockRestore();
    expect(steps).toBeGreaterThan(0);
    expect(host.latest().status).toMatchObject({ scene: 'plate', stepCount: 0 });
  });
});
