import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { coarseRounding } from '../../../src/physics/world/moving-origin';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { NET_SPRINGS, randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';

/** A power of 2, so that positions of whole 2⁻¹⁰ m are exact there, m. */
const FAR = 8192;
const CELL = 1 / 8;

interface Options {
  /** Where the first particle starts, m. */
  at?: Vec3;
  /** Of all particles, m/s. */
  drift?: number;
  /** Largest speed in addition to it, m/s. */
  speed?: number;
  pinned?: number[];
  damping?: number;
  params?: Record<string, number>;
  environment?: Pick<SceneFile, 'planes' | 'forces'>;
}

/** 4 × 4 particles of a net at rest, in motion. */
function net({
  at = [0, 0, 0],
  drift = 0,
  speed = 0.2,
  pinned = [],
  damping = 0,
  params = {},
  environment = {},
}: Options): SceneFile {
  const random = randomNumbers(3);
  const any = () => speed * (2 * random() - 1);
  const cells = Array.from({ length: 16 }, (_, i) => [i % 4, Math.floor(i / 4)]);
  const pairs = cells.flatMap(([column, row], i) =>
    NET_SPRINGS.flatMap(([down, right]): [number, number][] => {
      const [r, c] = [row + down, column + right];
      return r < 4 && c >= 0 && c < 4 ? [[i, 4 * r + c]] : [];
    }),
  );
  return {
    hooke: 1,
    particles: {
      positions: cells.map(([column, row]): Vec3 => [at[0] + CELL * column, at[1] - CELL * row, at[2]]),
      velocities: cells.map((_): Vec3 => [drift + any(), any(), any()]),
      masses: 0.01,
      pinned,
    },
    springs: { pairs, stiffness: 100, damping },
    params: { gravity: 0, drag: 0, dt: 5e-4, ...params },
    ...environment,
  };
}

const single = (scene: SceneFile, integrator = 'velocity-verlet'): Simulation =>
  createSimulation({ scene, precision: 'single', integrator });

/** Kinetic and elastic energy in a frame that drifts along, J. */
function inside(simulation: Simulation): number {
  const { kinetic, elastic } = simulation.energy();
  const v = Array.from(simulation.state.velocities);
  const mean = [0, 1, 2].map((axis) => v.reduce((sum, value, i) => sum + (i % 4 === axis ? value : 0), 0) / 16);
  return kinetic + elastic - 0.5 * 0.16 * (mean[0] ** 2 + mean[1] ** 2 + mean[2] ** 2);
}

test('a free net that drifts for a kilometre keeps its energy within 1 % in single precision', {
  tags: ['sampled'],
}, () => {
  // In the short run the end of a longer drift.
  const [start, steps] = LONG ? [0, 1e6] : [980, 20_000];
  const simulation = single(net({ at: [start, 0, 0], drift: 2, speed: 1 }));
  const before = inside(simulation);
  for (let i = 0; i < 10; i++) {
    simulation.step(steps / 10);
    expect(Math.abs(inside(simulation) / before - 1)).toBeLessThan(0.01);
  }
  expect(simulation.state.positions[0]).toBeGreaterThan(start + 0.0009 * steps);
});

describe('far from the origin', () => {
  eachMethodInTurn(2, ({ id }) => {
    test('a step has the bits of one at the origin, with pins, gravity and dampers', () => {
      const options = { pinned: [0, 3], damping: 0.05, params: { gravity: 9.81 } };
      const near = single(net(options), id);
      const far = single(net({ ...options, at: [FAR, -FAR, FAR] }), id);
      for (let i = 0; i < 5; i++) {
        near.step(40);
        far.step(40);
        expect(far.state.velocities).toEqual(near.state.velocities);
        const moved = near.state.positions.map((x, k) => x + [FAR, -FAR, FAR, 0][k % 4]);
        expect(far.state.positions).toEqual(moved);
      }
    });
  });

  test('a fork, a rewind and a replay continue with the same bits', () => {
    const simulation = single(net({ at: [FAR, 0, 0], drift: 30 }));
    simulation.step(300);
    const copy = simulation.fork();
    copy.step(300);
    simulation.step(300);
    expect(copy.hash()).toBe(simulation.hash());
    const end = simulation.hash();
    simulation.apply({ type: 'rewind', step: 250 });
    simulation.step(350);
    expect(simulation.hash()).toBe(end);
    simulation.apply({ type: 'reset' });
    simulation.step(600);
    expect(simulation.hash()).toBe(end);
  });

  test('the origin follows a scene that starts near it, and one that a command places', () => {
    const simulation = single(net({ drift: 40 }));
    simulation.step(2000);
    expect(simulation.state.positions[0]).toBeGreaterThan(39);
    const positions = simulation.state.positions.map((x, i) => (i % 4 === 0 ? x - 1000 : x));
    simulation.apply({ type: 'place', positions, velocities: simulation.state.velocities.slice(), time: 0 });
    const before = inside(simulation);
    simulation.step(10_000);
    expect(simulation.state.positions[0]).toBeGreaterThan(-961 + 199);
    expect(Math.abs(inside(simulation) / before - 1)).toBeLessThan(0.02);
  });
});

describe('what depends on the place keeps the origin', () => {
  const plane: SceneFile['planes'] = [{ point: [0, -1e5, 0], normal: [0, 1, 0] }];
  const rounding = ({ world, state }: Simulation) => coarseRounding(world, state);

  test('positions are then coarse from where they round to 1e-4 of a spring', () => {
    // Mean length of a spring: 0.171 m. The distance of neighbouring numbers is 2⁻¹⁶ m below 256 m, 2⁻¹⁵ m above.
    for (const [x, expected] of [
      [0, 0],
      [120, 0],
      [250, 0],
      [260, 2 ** -15],
      [FAR, 2 ** -10],
    ]) {
      const at: Vec3 = [x, 0, 0];
      expect(rounding(single(net({ at, environment: { planes: plane } })))).toBe(expected);
      expect(rounding(single(net({ at })))).toBe(0);
    }
    const double = createSimulation({
      scene: net({ at: [FAR, 0, 0], environment: { planes: plane } }),
      precision: 'double',
    });
    expect(rounding(double)).toBe(0);
  });

  test('a held particle and a force at a place do so too, until they end', () => {
    const simulation = single(net({ at: [FAR, 0, 0] }));
    simulation.apply({ type: 'grab', particle: 5, target: [FAR, 0, 0] });
    expect(rounding(simulation)).toBeGreaterThan(0);
    simulation.apply({ type: 'release' });
    expect(rounding(simulation)).toBe(0);
    const forces = [
      { type: 'anchor', particles: [0], stiffness: 1, point: [FAR, 0, 0] },
    ] as unknown as SceneFile['forces'];
    expect(rounding(single(net({ at: [FAR, 0, 0], environment: { forces } })))).toBeGreaterThan(0);
  });

  test('a net makes energy there, and not where rounding is fine', () => {
    const gain = (x: number) => {
      const simulation = single(net({ at: [x, 0, 0], environment: { planes: plane } }));
      const before = simulation.energy().total;
      simulation.step(4000);
      return simulation.energy().total / before - 1;
    };
    expect(Math.abs(gain(120))).toBeLessThan(0.05);
    expect(gain(FAR)).toBeGreaterThan(1);
  });
});
