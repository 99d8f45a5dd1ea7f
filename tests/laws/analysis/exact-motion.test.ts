import { describe, expect, test } from 'vitest';
import {
  createSimulation,
  exactAt,
  exactMotion,
  runExperiment,
  type SceneFile,
  type Setup,
  type Vec3,
} from '../../../src/physics';

/** The farthest that a very exact run is from the solution, and how far it went, m. */
function compare(setup: Setup, particle: number, steps: number): { off: number; moved: number } {
  const simulation = createSimulation({ precision: 'double', integrator: 'rk4', kernel: 'js', ...setup });
  const motion = exactMotion(simulation, particle);
  if (!motion) throw new Error('there is no exact motion');
  const start = simulation.particle(particle).position;
  const result = { off: 0, moved: 0 };
  for (let k = 0; k < 20; k++) {
    simulation.step(steps / 20);
    const { position } = simulation.particle(particle);
    const exact = exactAt(motion, simulation.time) ?? [Number.NaN, 0, 0];
    result.off = Math.max(result.off, Math.hypot(...position.map((x, i) => x - exact[i])));
    result.moved = Math.max(result.moved, Math.hypot(...position.map((x, i) => x - start[i])));
  }
  return result;
}

const OSCILLATOR: Setup = { scene: 'damped-oscillator', params: { dt: 1e-3 } };
/** A mass that hangs from a pin, and starts with a velocity. */
const HANGING: SceneFile = {
  hooke: 1,
  particles: {
    positions: [
      [0, 1, 0],
      [0, 0.2, 0],
    ],
    velocities: [
      [0, 0, 0],
      [0, 0.3, 0],
    ],
    masses: 0.1,
    pinned: [0],
  },
  springs: { pairs: [[0, 1]], restLengths: [0.7], stiffness: 8, damping: 0.02 },
  params: { gravity: 9.81, dt: 1e-3, drag: 0.01 },
};

describe('the exact motion is that of a run of order 4 with short steps', () => {
  test.each<[string, Setup, number, number]>([
    ['an underdamped oscillator', OSCILLATOR, 1, 2000],
    ['an undamped oscillator', { ...OSCILLATOR, params: { dt: 1e-3, damping: 0 } }, 1, 2000],
    ['an overdamped oscillator', { ...OSCILLATOR, params: { dt: 1e-3, damping: 12 } }, 1, 2000],
    [
      'a critically damped oscillator',
      { ...OSCILLATOR, params: { dt: 1e-3, damping: 2 * Math.sqrt(20 * 0.5) } },
      1,
      2000,
    ],
    ['a hanging mass with drag', { scene: HANGING }, 1, 2000],
    ['a throw', { scene: 'free-fall', params: { dt: 1e-3 } }, 0, 2000],
    ['a throw with drag', { scene: 'free-fall', params: { dt: 1e-3, drag: 0.05 } }, 0, 2000],
  ])('%s', (_, setup, particle, steps) => {
    const { off, moved } = compare(setup, particle, steps);
    expect(off).toBeLessThan(1e-10);
    expect(moved).toBeGreaterThan(0.05);
  });

  test('velocity decay is compared as the drag that it approximates, to order 1', () => {
    const errors = [2e-3, 1e-3].map((dt) => compare({ scene: 'free-fall', params: { dt, decay: 2 } }, 0, 1 / dt).off);
    expect(errors[0] / errors[1]).toBeGreaterThan(1.9);
    expect(errors[0] / errors[1]).toBeLessThan(2.1);
  });
});

test('the place at rest of every particle of the catenary is that of the equilibrium', () => {
  const simulation = createSimulation({ scene: 'catenary', precision: 'double' });
  const exact = Array.from({ length: 11 }, (_, i) => exactMotion(simulation, i));
  simulation.findEquilibrium({ tolerance: 1e-12, iterations: 1000 });
  for (let i = 0; i < 11; i++) {
    const { position } = simulation.particle(i);
    (exactAt(exact[i] as NonNullable<(typeof exact)[0]>, 3) as Vec3).forEach((x, axis) => {
      expect(x).toBeCloseTo(position[axis], 8);
    });
  }
  // Of the inextensible chain, y″ = √(1 + y′²)/a: its lowest point hangs in the middle.
  expect((exactAt(exact[5] as NonNullable<(typeof exact)[0]>, 0) as Vec3)[0]).toBeCloseTo(0, 9);
});

describe('there is none', () => {
  test.each<[string, Setup, number]>([
    ['for a cloth', { scene: 'cloth', params: { rows: 4, columns: 4 } }, 9],
    ['for bodies that rotate', { scene: 'two-bodies' }, 0],
    ['among spheres', { scene: 'bounce' }, 0],
    ['for an oscillator that would swing through its pin', { ...OSCILLATOR, scene: through() }, 1],
    [
      'for a pendulum',
      {
        scene: {
          ...HANGING,
          particles: {
            ...HANGING.particles,
            positions: [
              [0, 1, 0],
              [0.5, 0.5, 0],
            ],
          },
        },
      },
      1,
    ],
    ['with the strain limit', { ...OSCILLATOR, params: { strainLimit: 0.1 } }, 1],
  ])('%s', (_, setup, particle) => {
    expect(exactMotion(createSimulation(setup), particle)).toBeNull();
  });

  test('while the particle is held, and behind a plane', () => {
    const simulation = createSimulation({ scene: 'damped-oscillator' });
    simulation.apply({ type: 'grab', particle: 1, target: [0.3, 0.7, 0] });
    expect(exactMotion(simulation, 1)).toBeNull();
    const thrown = exactMotion(createSimulation({ scene: 'free-fall' }), 0);
    expect(exactAt(thrown as NonNullable<typeof thrown>, 2.8)).not.toBeNull();
    expect(exactAt(thrown as NonNullable<typeof thrown>, 3)).toBeNull();
  });
});

function through(): SceneFile {
  const { particles, ...rest } = HANGING;
  return {
    ...rest,
    particles: {
      ...particles,
      velocities: [
        [0, 0, 0],
        [0, 9, 0],
      ],
    },
  };
}

test('an experiment has it as columns; after a command it begins again', () => {
  const { csv } = runExperiment({
    hookeExperiment: 1,
    scene: 'damped-oscillator',
    integrator: 'explicit-euler',
    params: { dt: 0.01 },
    steps: 20,
    every: 10,
    commands: [{ step: 10, command: { type: 'set', key: 'stiffness', value: 40 } }],
    observables: ['x', 'xExact', 'error'],
    particles: [1],
  });
  const rows = csv
    .split('\r\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(',').map(Number));
  expect(csv).toContain('xExact of particle 1 / m');
  expect(rows.map((row) => row.at(-1))).toEqual([0, 0, expect.any(Number)]);
  expect(rows[2][5]).toBeGreaterThan(1e-4);
  expect(Math.abs(rows[2][3] - rows[2][4])).toBeCloseTo(rows[2][5], 6);
});
