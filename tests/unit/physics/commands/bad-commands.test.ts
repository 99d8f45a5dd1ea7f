import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Command,
  createSimulation,
  INTEGRATORS,
  PARAMS,
  SceneError,
  type Simulation,
} from '../../../../src/physics';
import { preconditioners } from '../../../../src/physics/registry';

/** A command, and what its error message must contain: the place and the value. */
const BAD: readonly { command: unknown; says: readonly string[] }[] = [
  { command: undefined, says: ['command', 'undefined'] },
  { command: null, says: ['command', 'null'] },
  { command: 7, says: ['command', '7'] },
  { command: 'reset', says: ['command', '"reset"'] },
  { command: [], says: ['command', '[]'] },
  { command: {}, says: ['command.type', 'undefined'] },
  { command: { type: 'explode' }, says: ['command.type', '"explode"'] },
  { command: { type: 'toString' }, says: ['command.type', '"toString"'] },
  { command: { type: '__proto__' }, says: ['command.type', '"__proto__"'] },
  { command: { type: 3 }, says: ['command.type', '3'] },
  { command: { type: 'reset', hard: true }, says: ['reset', '"hard"'] },
  { command: { type: 'reset', ['k'.repeat(1e6)]: 1 }, says: ['reset', `"${'k'.repeat(56)}…`] },
  { command: { type: 'scene', scene: 'k'.repeat(1e6) }, says: ['scene', `"${'k'.repeat(56)}…`] },
  { command: { type: 'cut', spring: new Array(1e6).fill(0) }, says: ['cut.spring', '1000000 springs'] },
  { command: { type: 'spheres', spheres: new Array(1e6).fill(0) }, says: ['spheres', '1000000 items'] },
  { command: { type: 'bodies', bodies: new Array(101).fill(0) }, says: ['bodies', '101 items, at most 100'] },
  { command: { type: 'pins', particles: new Array(1e6).fill(0) }, says: ['pins.particles', '1000000 particles'] },
  { command: { type: 'set' }, says: ['set.key'] },
  { command: { type: 'set', key: 'dt' }, says: ['set.value'] },
  { command: { type: 'set', key: 4, value: 1 }, says: ['set.key', '4'] },
  { command: { type: 'set', key: 'warp', value: 1 }, says: ['parameter', '"warp"'] },
  { command: { type: 'set', key: 'constructor', value: 1 }, says: ['parameter', '"constructor"'] },
  { command: { type: 'set', key: 'dt', value: 0 }, says: ['dt', 'positive', '0'] },
  { command: { type: 'set', key: 'dt', value: -0.1 }, says: ['dt', '-0.1'] },
  { command: { type: 'set', key: 'dt', value: Number.NaN }, says: ['dt', 'NaN'] },
  { command: { type: 'set', key: 'dt', value: '0.001' }, says: ['dt', '"0.001"'] },
  { command: { type: 'set', key: 'stiffness', value: -1 }, says: ['stiffness', '-1'] },
  { command: { type: 'set', key: 'stiffness', value: Number.POSITIVE_INFINITY }, says: ['stiffness', 'Infinity'] },
  { command: { type: 'set', key: 'mass', value: 0 }, says: ['mass', '0'] },
  { command: { type: 'set', key: 'clamp', value: 0.5 }, says: ['clamp', '0.5'] },
  { command: { type: 'set', key: 'rows', value: 1 }, says: ['rows', '1'] },
  { command: { type: 'set', key: 'columns', value: 9.5 }, says: ['columns', '9.5'] },
  { command: { type: 'set', key: 'rows', value: 1e9 }, says: ['rows', '1000000000'] },
  { command: { type: 'set', key: 'cgIterations', value: 0 }, says: ['cgIterations', '0'] },
  { command: { type: 'set', key: 'gravity', value: null }, says: ['gravity', 'null'] },
  { command: { type: 'set', key: 'dt', value: 1, quietly: true }, says: ['set', '"quietly"'] },
  { command: { type: 'integrator', id: 'magic' }, says: ['integrator.id', '"magic"'] },
  { command: { type: 'integrator', id: null }, says: ['integrator.id', 'null'] },
  { command: { type: 'precision', id: 'half' }, says: ['precision.id', '"half"'] },
  { command: { type: 'preconditioner' }, says: ['preconditioner.id'] },
  { command: { type: 'preconditioner', id: 'magic' }, says: ['preconditioner.id', '"magic"'] },
  { command: { type: 'preconditioner', id: null }, says: ['preconditioner.id', 'null'] },
  { command: { type: 'preconditioner', id: 'none', kernel: 'js' }, says: ['preconditioner', '"kernel"'] },
  { command: { type: 'pin', particle: 1 }, says: ['pin.pinned'] },
  { command: { type: 'pin', particle: 64, pinned: true }, says: ['pin.particle', '64', '0–63'] },
  { command: { type: 'pin', particle: -1, pinned: true }, says: ['pin.particle', '-1'] },
  { command: { type: 'pin', particle: 1.5, pinned: true }, says: ['pin.particle', '1.5'] },
  { command: { type: 'pin', particle: '1', pinned: true }, says: ['pin.particle', '"1"'] },
  { command: { type: 'pin', particle: 1, pinned: 1 }, says: ['pin.pinned', '1'] },
  { command: { type: 'pins', particles: 5 }, says: ['pins.particles', '5'] },
  { command: { type: 'pins', particles: [1, 2, 999] }, says: ['pins.particles[2]', '999'] },
  { command: { type: 'particle' }, says: ['particle.particle'] },
  { command: { type: 'particle', particle: 64, mass: 1 }, says: ['particle.particle', '64', '0–63'] },
  { command: { type: 'particle', particle: 3, mass: 0 }, says: ['particle.mass', 'positive', '0'] },
  { command: { type: 'particle', particle: 3, mass: -0.1 }, says: ['particle.mass', '-0.1'] },
  { command: { type: 'particle', particle: 3, mass: Number.NaN }, says: ['particle.mass', 'NaN'] },
  { command: { type: 'particle', particle: 3, mass: '1' }, says: ['particle.mass', '"1"'] },
  { command: { type: 'particle', particle: 3, mass: 1e-60 }, says: ['particle.mass', '1e-60'] },
  { command: { type: 'particle', particle: 3, velocity: [0, 1] }, says: ['particle.velocity', '[0,1]'] },
  { command: { type: 'particle', particle: 3, velocity: [0, 1e39, 0] }, says: ['particle.velocity[1]', '1e+39'] },
  { command: { type: 'particle', particle: 3, position: [0, 0, 0] }, says: ['particle', '"position"'] },
  { command: { type: 'grab', particle: 64, target: [0, 0, 0] }, says: ['grab.particle', '64'] },
  { command: { type: 'grab', particle: 3 }, says: ['grab.target'] },
  { command: { type: 'grab', particle: 3, target: [0, 0] }, says: ['grab.target', '[0,0]'] },
  { command: { type: 'grab', particle: 3, target: [0, Number.NaN, 0] }, says: ['grab.target[1]', 'NaN'] },
  { command: { type: 'move', target: 'up' }, says: ['move.target', '"up"'] },
  { command: { type: 'move', target: [0, 0, '1'] }, says: ['move.target[2]', '"1"'] },
  { command: { type: 'cut', spring: 1e6 }, says: ['cut.spring', '1000000'] },
  { command: { type: 'cut', spring: -1 }, says: ['cut.spring', '-1'] },
  { command: { type: 'mend', spring: 0.5 }, says: ['mend.spring', '0.5'] },
  { command: { type: 'push' }, says: ['push.force'] },
  { command: { type: 'push', force: [0, 0] }, says: ['push.force', '[0,0]'] },
  { command: { type: 'push', force: [0, 0, Number.POSITIVE_INFINITY] }, says: ['push.force[2]', 'Infinity'] },
  { command: { type: 'planes' }, says: ['planes.planes'] },
  { command: { type: 'planes', planes: 'floor' }, says: ['planes', '"floor"'] },
  { command: { type: 'planes', planes: [{ point: [0, 0, 0] }] }, says: ['planes[0].normal'] },
  { command: { type: 'spheres', spheres: [{ center: [0, 0, 0], radius: -1 }] }, says: ['spheres[0].radius', '-1'] },
  { command: { type: 'forces', forces: [{ type: 'magic' }] }, says: ['forces[0].type', '"magic"'] },
  {
    command: { type: 'forces', forces: [{ type: 'push', force: [0, 0, 0], particles: [64] }] },
    says: ['forces[0].particles[0]', '64', '0–63'],
  },
  { command: { type: 'motion', motion: [{ particles: [0], velocity: 1 }] }, says: ['motion[0].velocity', '1'] },
  { command: { type: 'equilibrium', tolerance: 0 }, says: ['equilibrium.tolerance', '0'] },
  { command: { type: 'equilibrium', iterations: 1.5 }, says: ['equilibrium.iterations', '1.5'] },
  { command: { type: 'scene' }, says: ['scene.scene'] },
  { command: { type: 'scene', scene: 'moon' }, says: ['scene', '"moon"'] },
  { command: { type: 'scene', scene: 12 }, says: ['scene.scene', '12'] },
  { command: { type: 'scene', scene: {} }, says: ['hooke'] },
  { command: { type: 'scene', scene: 'cloth', params: { dt: -1 } }, says: ['dt', '-1'] },
  { command: { type: 'scene', scene: 'cloth', params: { warp: 1 } }, says: ['"warp"'] },
  { command: { type: 'scene', scene: 'cloth', integrator: 'magic' }, says: ['scene.integrator', '"magic"'] },
  { command: { type: 'scene', scene: 'cloth', precision: 'half' }, says: ['scene.precision', '"half"'] },
  { command: { type: 'scene', scene: 'cloth', preconditioner: 'magic' }, says: ['scene.preconditioner', '"magic"'] },
  { command: { type: 'scene', scene: 'cloth', kernel: 'js' }, says: ['scene', '"kernel"'] },
  {
    command: { type: 'scene', scene: { hooke: 1, particles: { positions: [[0, 0, 0]], masses: -2 } } },
    says: ['particles.masses', '-2'],
  },
];

/** A small cloth that moves, with a held particle, a cut and a pin. */
function runningCloth(): Simulation {
  const simulation = createSimulation({ params: { rows: 8, columns: 8 } });
  simulation.apply({ type: 'cut', spring: 3 });
  simulation.apply({ type: 'pin', particle: 30, pinned: true });
  simulation.apply({ type: 'grab', particle: 50, target: [0, 1, 1] });
  simulation.step(20);
  return simulation;
}

/** Everything that a refused command must leave unchanged. */
function everything(simulation: Simulation): unknown {
  const { time, stepCount, params, integrator, precision, kernel, preconditioner, scene } = simulation;
  const { held, target, springCount } = simulation;
  const methods = { integrator, precision, kernel, preconditioner };
  const rest = { time, stepCount, params: { ...params }, ...methods, scene, held, target, springCount };
  return JSON.stringify([rest, simulation.hash(), simulation.save(), simulation.blowUp]);
}

/** The error message, or null if the command was applied. */
function errorOf(simulation: Simulation, command: unknown): string | null {
  try {
    simulation.apply(command as Command);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SceneError)) throw error;
    return (error as Error).message;
  }
  return null;
}

describe('a bad command', () => {
  const simulation = runningCloth();
  const before = everything(simulation);

  test('has more than thirty cases', () => expect(BAD.length).toBeGreaterThan(30));

  for (const { command, says } of BAD) {
    test(`gives an error with place and value, and changes nothing: ${JSON.stringify(command)} (${says.join(', ')})`, () => {
      const message = errorOf(simulation, command);
      for (const text of says) expect(message).toContain(text);
      expect(everything(simulation)).toBe(before);
    });
  }

  test('has no effect on the steps that follow', () => {
    const untouched = runningCloth();
    simulation.step(30);
    untouched.step(30);
    expect(simulation.hash()).toBe(untouched.hash());
  });

  test('gives an error with the valid set for every parameter', () => {
    const one = runningCloth();
    for (const [key, { accepts }] of Object.entries(PARAMS)) {
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '1', null, [1], {}]) {
        expect(errorOf(one, { type: 'set', key, value })).toContain(key);
      }
      if (accepts !== 'any') expect(errorOf(one, { type: 'set', key, value: -1 })).toContain('-1');
    }
  });
});

describe('random input', () => {
  const types = 'set integrator precision preconditioner pin pins grab move release cut mend resume'.split(' ');
  const value = fc.oneof(
    fc.double(),
    fc.integer({ min: -2, max: 70 }),
    fc.boolean(),
    fc.string(),
    fc.constantFrom(null, undefined),
    fc.array(fc.double(), { maxLength: 4 }),
    fc.constantFrom(...[...INTEGRATORS, ...preconditioners].map(({ id }) => id)),
  );
  const command = fc.record(
    {
      type: fc.oneof(fc.constantFrom(...types), fc.string()),
      key: fc.oneof(fc.constantFrom(...Object.keys(PARAMS).filter((key) => !/rows|columns/.test(key))), fc.string()),
      value,
      id: value,
      particle: value,
      particles: fc.array(value, { maxLength: 3 }),
      pinned: value,
      spring: value,
      target: value,
    },
    { requiredKeys: ['type'] },
  );

  test('changes nothing if it gives an error, and the error is a RangeError or a SceneError', () => {
    const simulation = runningCloth();
    fc.assert(
      fc.property(fc.oneof(command, fc.anything()), (candidate) => {
        const before = everything(simulation);
        const message = errorOf(simulation, candidate);
        if (message === null) return;
        expect(message.length).toBeGreaterThan(10);
        expect(message.length).toBeLessThan(400);
        expect(everything(simulation)).toBe(before);
      }),
      { numRuns: 400, seed: 3 },
    );
  });

  test('never breaks a run: after a reset it continues', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 8 }), (candidates) => {
        const simulation = createSimulation({ params: { rows: 4, columns: 4 } });
        for (const candidate of candidates) {
          errorOf(simulation, candidate);
          simulation.step(2);
        }
        simulation.apply({ type: 'reset' });
        expect(simulation.blowUp).toBeNull();
        expect(simulation.stepCount).toBe(0);
        simulation.step(2);
        expect(simulation.stepCount + (simulation.blowUp ? 2 : 0)).toBe(2);
      }),
      { numRuns: 100, seed: 4 },
    );
  });
});
