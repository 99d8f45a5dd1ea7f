/** Parts of the engine that are loaded when a command first needs them. */
import { describe, expect, test } from 'vitest';
import { type Command, createSimulation, type Simulation } from '../../../src/physics';
import { SLITS } from '../../../src/physics/run/parts';
import { openSimulation } from '../../../src/physics/simulation';
import { createLateParts, LOADERS } from '../../../src/runtime/host/late-parts';

const file = () => {
  const simulation = createSimulation({ params: { rows: 9, columns: 8, tearStrain: 0.02 } });
  simulation.apply({ type: 'material', id: 'jersey' });
  return simulation.save();
};

/** Each needs a part, between others that need none. */
const COMMANDS: Command[] = [
  { type: 'pin', particle: 300, pinned: true },
  { type: 'slit', springs: [900, 931] },
  { type: 'set', key: 'stiffness', value: 300 },
  { type: 'planes', planes: [{ point: [0, 0.2, 0], normal: [0, 1, 0] }] },
  { type: 'undo' },
  { type: 'set', key: 'rows', value: 12 },
  { type: 'material', id: 'silk' },
  { type: 'scene', scene: file() },
  { type: 'equilibrium', iterations: 2 },
  { type: 'rewind', step: 2 },
  { type: 'reset' },
  { type: 'integrator', id: 'tr-bdf2' },
  { type: 'integrator', id: 'xpbd' },
  { type: 'set', key: 'selfCollision', value: 1 },
  { type: 'set', key: 'tearStrain', value: 0.01 },
  { type: 'scene', scene: 'cloth', material: 'denim', params: { tearStrain: 0.005 } },
];

function run(simulation: Simulation, command: Command): void {
  simulation.apply(command, 0);
  simulation.step(4);
}

const stateOf = ({ recorded, history, loadNumber, stepCount, hash }: Simulation) =>
  JSON.stringify([hash(), recorded.map(({ command, time }) => [command, time]), history, loadNumber, stepCount]);

describe('a simulation whose parts are loaded late', () => {
  test('goes through the same states as one that has all of them, and needs each part', async () => {
    const needed = new Set<string>();
    const loaders = new Map(
      [...LOADERS].map(([part, load]) => [part, () => Promise.resolve(needed.add(part.name)).then(load)]),
    );
    const late = createLateParts(loaders);
    const [whole, simulation] = [createSimulation(), openSimulation({}, late.parts)];
    // None waits for the one before.
    const states = COMMANDS.map((command) =>
      late.inOrder(() => {
        run(simulation, command);
        return stateOf(simulation);
      }),
    );
    for (const [i, command] of COMMANDS.entries()) {
      run(whole, command);
      expect(await states[i], JSON.stringify(command).slice(0, 100)).toBe(stateOf(whole));
    }
    const ledger = await late.withParts(() => simulation.energyLedger());
    expect(ledger).toEqual(whole.energyLedger());
    expect([...needed].sort()).toEqual([...LOADERS.keys()].map(({ name }) => name).sort());
  });

  test('does nothing while a part cannot be fetched, and goes on when it can', async () => {
    let online = false;
    const fetchSlits = async () => {
      if (!online) throw new TypeError('Failed to fetch dynamically imported module');
      return import('../../../src/physics/run/slits');
    };
    const late = createLateParts(new Map([[SLITS, fetchSlits]]));
    const simulation = openSimulation({}, late.parts);
    const slit: Command = { type: 'slit', springs: [900, 931] };
    run(simulation, { type: 'pin', particle: 300, pinned: true });
    const before = stateOf(simulation);
    const first = late.inOrder(() => run(simulation, slit));
    const next = late.inOrder(() => stateOf(simulation));
    expect(late.waits()).toBe(true);
    await expect(first).rejects.toThrow('Failed to fetch');
    expect(await next).toBe(before);
    online = true;
    await late.inOrder(() => run(simulation, slit));
    expect(simulation.particleCount).toBeGreaterThan(32 * 32);
    expect(late.waits()).toBe(false);
  });

  test.each<[Command, string]>([
    [{ type: 'set', key: 'tearStrain', value: 0.1 }, 'slits'],
    [{ type: 'integrator', id: 'implicit-euler' }, 'multigrid'],
    [{ type: 'scene', scene: 'cloth', params: { tearStrain: 0.1 } }, 'slits'],
  ])('gets what its steps need before %o is applied', async (command, name) => {
    const late = createLateParts();
    const simulation = openSimulation({}, late.parts);
    const before = stateOf(simulation);
    expect(() => simulation.apply(command)).toThrow(`the part "${name}" of the engine has not been loaded`);
    expect(stateOf(simulation)).toBe(before);
    await late.inOrder(() => run(simulation, command));
    expect(simulation.stepCount).toBe(4);
  });
});
