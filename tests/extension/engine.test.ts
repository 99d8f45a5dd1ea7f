import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as ADDITIONS from '../fixtures/engine-additions';
import { copyProject, type ProjectCopy } from '../fixtures/project-copy';

/** A use of it: what the type \`Command\` accepts and refuses. */
const USE = `import type { Command } from './physics';
export const good: Command = { type: 'kick', velocity: [0, 1, 0] };
// @ts-expect-error a vector has three components
export const bad: Command = { type: 'kick', velocity: [0, 1] };
// @ts-expect-error its field is \`velocity\`
export const missing: Command = { type: 'kick' };
`;

/** Tests of every integrator and every force. */
const LAWS = [
  'tests/laws/integrators/golden-cloth.test.ts',
  'tests/laws/integrators/growth.test.ts',
  'tests/laws/integrators/motion.test.ts',
  'tests/laws/forces/force-laws.test.ts',
  'tests/laws/constraints/moving-pins.test.ts',
  'tests/unit/physics/determinism.test.ts',
  'tests/unit/physics/commands/live-changes.test.ts',
];

let project: ProjectCopy;
let engine: typeof import('../../src/physics');

beforeAll(async () => {
  project = await copyProject(Object.values(ADDITIONS));
  await writeFile(join(project.folder, 'src/use-kick.ts'), USE);
  await project.run('vite/bin/vite.js', 'build', '--mode', 'engine', '--logLevel', 'error');
  engine = await import(pathToFileURL(join(project.folder, 'dist/engine/hooke.js')).href);
}, 120_000);
afterAll(() => project.remove());

/** One particle that falls from 1 m. */
const BALL = {
  hooke: 1 as const,
  particles: { positions: [[0, 1, 0]] as [number, number, number][], masses: 1 },
  params: { dt: 1e-3 },
};

describe('a part of the engine of one file and one line', () => {
  test('fits the types', async () => {
    expect(await project.run('typescript/bin/tsc', '-p', '.')).toBe('');
  }, 120_000);

  test('is an integrator or a force that the laws test by themselves', async () => {
    const { names, failed } = await project.test('--project=quick', '--project=laws', '-t=ralston|updraft', ...LAWS);
    expect(failed).toEqual([]);
    const laws = [
      /is approached by ralston with its order, 2/,
      /ralston on a spring grows/,
      /conserves momentum under ralston/,
      /energy under ralston/,
      /two runs of ralston agree to the bit/,
      /pins keep their bits and rest under ralston/,
      /no kick: ralston/,
      /the force updraft is the negative gradient of its energy/,
      /the force updraft has the ∂f\/∂x that it says/,
      /the force updraft makes a matrix that is symmetric/,
      /no kick: updraft/,
    ];
    expect(laws.filter((law) => !names.some((name) => law.test(name)))).toEqual([]);
  }, 300_000);

  test('is a command that is checked, applied, recorded and repeated to the bit', () => {
    const simulation = engine.createSimulation({ scene: 'two-bodies' });
    const apply = (command: object) => simulation.apply(command as never);
    simulation.step(10);
    expect(() => apply({ type: 'kick', velocity: [0, 1] })).toThrow('kick.velocity must be three numbers');
    expect(() => apply({ type: 'kick' })).toThrow('kick.velocity is missing');
    const { velocity } = simulation.particle(1);
    apply({ type: 'kick', velocity: [0, 0.5, 0] });
    expect(simulation.particle(1).velocity[1]).toBeCloseTo(velocity[1] + 0.5, 6);
    simulation.step(10);
    const hash = simulation.hash();
    expect(simulation.recorded.map(({ stepCount, command }) => [stepCount, command])).toEqual([
      [10, { type: 'kick', velocity: [0, 0.5, 0] }],
    ]);
    apply({ type: 'rewind', step: 3 });
    expect(simulation.hash()).not.toBe(hash);
    simulation.step(17);
    expect(simulation.hash()).toBe(hash);
  });

  test('is a preconditioner that implicit methods solve with', () => {
    const [jacobi, none] = ['jacobi', 'none'].map((preconditioner) => {
      const simulation = engine.createSimulation({
        integrator: 'implicit-euler',
        preconditioner,
        precision: 'double',
        params: { rows: 8, columns: 8, cgTolerance: 1e-10 },
      });
      expect(simulation.preconditioner).toBe(preconditioner);
      expect(simulation.step(20)).toMatchObject({ ok: true, converged: true });
      return simulation.particle(63).position;
    });
    jacobi.forEach((x, axis) => {
      expect(x).toBeCloseTo(none[axis], 7);
    });
    expect(engine.createSimulation({ integrator: 'implicit-euler' }).preconditioner).toBe('multigrid');
  });

  test('is a constraint whose parameter is a parameter like any other', () => {
    const simulation = engine.createSimulation({ scene: BALL, params: { speedLimit: 0.5 } });
    simulation.step(200);
    expect(-simulation.particle(0).velocity[1]).toBeCloseTo(0.5, 6);
    expect(simulation.energyLedger().damping).toBe(0);
    simulation.step(100);
    expect(simulation.energyLedger().damping).toBeGreaterThan(0);
    expect(engine.createSimulation({ scene: simulation.save() }).params.speedLimit).toBe(0.5);
    expect(() => simulation.apply({ type: 'set', key: 'speedLimit', value: -1 })).toThrow('speedLimit must be');
  });

  test('is an obstacle with a key in scene files and a command of its own', () => {
    const simulation = engine.createSimulation({ scene: { ...BALL, floors: [{ height: 0.8 }] } as never });
    simulation.step(1000);
    expect(simulation.particle(0).position[1]).toBeCloseTo(0.8, 5);
    expect(simulation.save()).toMatchObject({ floors: [{ height: 0.8, restitution: 0, friction: 0 }] });
    const apply = (command: object) => simulation.apply(command as never);
    expect(() => apply({ type: 'floors', floors: [{ height: 'low' }] })).toThrow('floors[0].height: must be');
    apply({ type: 'floors', floors: [] });
    simulation.step(500);
    expect(simulation.particle(0).position[1]).toBeLessThan(0);
    const [, y] = simulation.particle(0).position;
    apply({ type: 'rewind', step: 1000 });
    expect(simulation.particle(0).position[1]).toBeCloseTo(0.8, 5);
    simulation.step(500);
    expect(simulation.particle(0).position[1]).toBe(y);
  });
});
