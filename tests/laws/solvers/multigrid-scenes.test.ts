import { describe, expect, test } from 'vitest';
import { type Command, createSimulation, INTEGRATORS, SCENES, type Simulation } from '../../../src/physics';
import { randomCloth } from '../../fixtures/random';
import { optionsOfScene } from '../../fixtures/scenes-in-turn';

/** s; unstable for an explicit method. */
const DT = 1 / 120;
const IMPLICIT = INTEGRATORS.filter(({ implicit }) => implicit);

/** Changes to a cloth of 12 rows and 14 columns. */
const CHANGES: { name: string; commands: Command[] }[] = [
  { name: 'no change', commands: [] },
  {
    name: 'cuts right across it',
    commands: [{ type: 'cut', spring: Array.from({ length: 90 }, (_, j) => 300 + j) }],
  },
  { name: 'a grab', commands: [{ type: 'grab', particle: 80, target: [0.4, 1, 0.6] }] },
  {
    name: 'a rigid grab',
    commands: [
      { type: 'set', key: 'hardHold', value: 1 },
      { type: 'grab', particle: 80, target: [0.4, 1, 0.2] },
    ],
  },
  { name: 'pins in its interior', commands: [{ type: 'pins', particles: [0, 70, 71, 72, 73, 100] }] },
  {
    name: 'moving pins',
    commands: [
      { type: 'pins', particles: [0, 13] },
      { type: 'motion', motion: [{ particles: [13], shake: { amplitude: [0.05, 0, 0], frequency: 2 } }] } as Command,
    ],
  },
  {
    name: 'a sphere in its way',
    commands: [{ type: 'spheres', spheres: [{ center: [0.5, 0.9, 0.05], radius: 0.2 }] } as Command],
  },
  {
    name: 'springs cut one by one',
    commands: [40, 41, 42, 100, 101].map((spring): Command => ({ type: 'cut', spring })),
  },
  { name: 'one iteration at most', commands: [{ type: 'set', key: 'cgIterations', value: 1 }] },
];

function expectFinite({ state }: Simulation): void {
  expect(state.positions.every(Number.isFinite) && state.velocities.every(Number.isFinite)).toBe(true);
}

describe('a grid scene with multigrid', () => {
  for (const scene of SCENES.filter(({ grid }) => grid)) {
    const { id, material } = scene;
    // Steps of a material take long.
    const [size, steps] = material === undefined ? [{ rows: 12, columns: 14 }, 8] : [{ rows: 9, columns: 10 }, 3];
    test(`converges to the solver tolerance with every implicit method: ${id}`, optionsOfScene(scene, 3), () => {
      for (const { id: integrator } of IMPLICIT) {
        const simulation = createSimulation({ scene: id, integrator, params: { dt: DT, ...size } });
        const membrane = simulation.params.membraneMu > 0;
        expect(simulation.preconditioner).toBe(membrane ? 'block-jacobi' : 'multigrid');
        for (let step = 0; step < steps; step++) expect(simulation.step().fellBack).toBeUndefined();
        expectFinite(simulation);
      }
    });
  }
});

describe('a cloth with multigrid', () => {
  for (const { name, commands } of CHANGES) {
    test(`moves as it does with block Jacobi, with ${name}`, () => {
      const [ours, plain] = ['multigrid', 'block-jacobi'].map((preconditioner) => {
        const params = { dt: DT, rows: 12, columns: 14, cgTolerance: 1e-9, cgIterations: 1000 };
        const setup = { scene: 'cloth', integrator: 'implicit-euler', params, preconditioner } as const;
        return createSimulation({ ...setup, precision: 'double' });
      });
      for (const simulation of [ours, plain]) for (const command of commands) simulation.apply(command);
      const capped = ours.params.cgIterations === 1;
      for (let step = 0; step < 10; step++) {
        const [report] = [ours.step(), plain.step()];
        if (capped) expect(report).toMatchObject({ iterations: 2, fellBack: true, converged: false });
        else expect(report).toMatchObject({ converged: true, fellBack: undefined });
      }
      expect(ours.preconditioner).toBe('multigrid');
      expectFinite(ours);
      if (capped) return;
      const apart = ours.state.positions.map((x, i) => Math.abs(x - plain.state.positions[i]));
      expect(Math.max(...apart)).toBeLessThan(1e-5);
    });
  }

  test('gives way to block Jacobi as soon as the cloth tears, and says why', () => {
    const params = { dt: DT, rows: 12, columns: 14, tearStrain: 0.02 };
    const simulation = createSimulation({
      scene: 'cloth',
      integrator: 'implicit-euler',
      params,
      preconditioner: 'multigrid',
    });
    expect(simulation.preconditioner).toBe('multigrid');
    for (let step = 0; step < 10; step++)
      expect(simulation.step()).toMatchObject({ converged: true, fellBack: undefined });
    expect(simulation.model.origins.length).toBeGreaterThan(0);
    expect(simulation.preconditioner).toBe('block-jacobi');
    expect(simulation.requested.preconditioner).toBe('multigrid');
    expectFinite(simulation);
  });

  test('continues with the same bits from a fork', () => {
    const simulation = createSimulation({ integrator: 'implicit-euler', params: { dt: DT, rows: 9, columns: 16 } });
    simulation.step(5);
    const fork = simulation.fork();
    expect(fork.preconditioner).toBe('multigrid');
    simulation.step(5);
    fork.step(5);
    expect(fork.hash()).toBe(simulation.hash());
  });
});

describe('unsupported multigrid', () => {
  const cases = [
    { why: /not form a rectangular net/, setup: { scene: 'jelly-cube' } },
    { why: /fewer than 4 rows or columns/, setup: { scene: 'cloth', params: { rows: 3 } } },
    { why: /has an active membrane/, setup: { scene: 'membrane-cloth' }, fallback: 'aggregation' },
    { why: /not form a rectangular net/, setup: { scene: randomCloth(1) } },
  ];
  for (const { why, setup, fallback = 'block-jacobi' } of cases) {
    test(`is a RangeError with the reason: ${why.source}`, () => {
      expect(() => createSimulation({ ...setup, preconditioner: 'multigrid' })).toThrow(RangeError);
      expect(() => createSimulation({ ...setup, preconditioner: 'multigrid' })).toThrow(why);
      expect(createSimulation(setup).preconditioner).toBe(fallback);
    });
  }
});
