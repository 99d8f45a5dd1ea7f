import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation } from '../../../src/physics';
import { readObj } from '../../../src/physics/scenes/file/obj-file';
import { parseSceneFile } from '../../../src/physics/scenes/file/parse-scene-file';
import type { EngineReply, EngineRequest } from '../../../src/runtime/host/messages';
import { type EnginePort, serve } from '../../../src/runtime/host/serve';
import { createSession, type Session } from '../../../src/runtime/host/session';
import { pack, unpack } from '../../../src/runtime/jobs/packed-scene';

/** A net of 70 × 70 squares: large enough for aggregates of aggregates, which an implicit method prepares. */
const SIDE = 71;
const corner = (k: number) => k + Math.floor(k / (SIDE - 1)) + 1;
const MESH = [
  ...Array.from({ length: SIDE * SIDE }, (_, i) => `v ${(i % SIDE) / 70} ${Math.floor(i / SIDE) / 70} 0`),
  ...Array.from({ length: (SIDE - 1) ** 2 }, (_, k) => corner(k)).map(
    (a) => `f ${a} ${a + 1} ${a + SIDE + 1} ${a + SIDE}`,
  ),
].join('\n');
const FILE = readObj(MESH, 'plate');
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

/** An engine behind a port, as in its worker. @param onBuilding called when it tells of a slice */
function openEngine(onBuilding: (send: (request: EngineRequest) => void, slices: number) => void) {
  let session: Session | null = null;
  let slices = 0;
  const replies = new Map<number, (reply: EngineReply) => void>();
  const port: EnginePort = {
    postMessage(reply) {
      if (reply.type === 'building') onBuilding(send, ++slices);
      if ('id' in reply) replies.get(reply.id)?.(reply);
    },
    onmessage: null,
  };
  const send = (data: EngineRequest) => port.onmessage?.({ data } as MessageEvent<EngineRequest>);
  serve(port, () => {
    session = createSession(() => performance.now(), undefined, 'js');
    return session;
  });
  return {
    simulation: (session as unknown as Session).simulation,
    slices: () => slices,
    ask: (request: Extract<EngineRequest, { id: number }>) =>
      new Promise<EngineReply>((resolve) => {
        replies.set(request.id, resolve);
        send(request);
      }),
  };
}

describe('the engine that builds a packed scene', () => {
  const load = (id: number) =>
    ({ type: 'send', id, packed: true, command: { type: 'scene', scene: packed as never } }) as const;

  test('obeys Cancel with the next slice, and keeps the present scene to the bit', async () => {
    const engine = openEngine((send, slices) => {
      if (slices === 12) send({ type: 'cancelBuild' });
    });
    await engine.ask({ type: 'step', id: 1, count: 7 });
    const before = bitsOf(engine.simulation);
    expect(await engine.ask(load(2))).toMatchObject({ type: 'rejected', name: 'AbortError' });
    expect(engine.slices()).toBe(12);
    expect(bitsOf(engine.simulation)).toEqual(before);
    expect((await engine.ask({ type: 'step', id: 3, count: 1 })).type).toBe('done');
    expect(engine.simulation.stepCount).toBe(8);
    expect((await engine.ask(load(4))).type).toBe('done');
    expect([engine.simulation.scene, engine.simulation.stepCount]).toEqual(['plate', 0]);
  });

  test('does later requests after it, in their order', async () => {
    let asked: Promise<EngineReply> | null = null;
    const engine = openEngine((_, slices) => {
      if (slices === 3) asked = engine.ask({ type: 'step', id: 5, count: 2 });
    });
    await engine.ask(load(4));
    await asked;
    expect([engine.simulation.scene, engine.simulation.stepCount]).toEqual(['plate', 2]);
  });
});
