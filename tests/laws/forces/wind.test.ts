import { describe, expect, inject, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type State, type Vec3 } from '../../../src/physics';
import { randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';
import { worldOf } from '../../fixtures/world-of';

const [DENSITY, DRAG] = [1.3, 0.8];

interface Options {
  velocity?: Vec3;
  gust?: number;
  seed?: number;
  corners?: [Vec3, Vec3, Vec3];
  velocities?: Vec3[];
  masses?: number;
  gravity?: number;
}

/** One triangle in the wind, its edges springs without stiffness. */
function triangle(options: Options = {}): SceneFile {
  const { velocity = [1, 2, 3], gust = 0, seed = 1, velocities, masses = 0.01, gravity = 0 } = options;
  const corners: [Vec3, Vec3, Vec3] = options.corners ?? [
    [0, 1, 0],
    [0.3, 1, 0],
    [0, 1, 0.4],
  ];
  return {
    hooke: 1,
    particles: { positions: corners, masses, ...(velocities && { velocities }) },
    springs: {
      pairs: [
        [0, 1],
        [1, 2],
      ],
      stiffness: 0,
    },
    surface: [[0, 1, 2]],
    forces: [{ type: 'wind', velocity, density: DENSITY, dragCoefficient: DRAG, gust, gustPeriod: 0.5, seed }],
    params: { gravity },
  };
}

function forces(scene: SceneFile, time = 0): number[] {
  const { world, state } = worldOf(scene, { constraints: [] });
  state.time = time;
  return forcesAt(world, state);
}

function forcesAt(world: ReturnType<typeof worldOf>['world'], state: State): number[] {
  const f = new Float64Array(12);
  world.computeForces(state, f);
  return [...f];
}

/** The forces at any time, of one world. */
function forcesOver(scene: SceneFile): (time: number) => number[] {
  const { world, state } = worldOf(scene, { constraints: [] });
  return (time) => {
    state.time = time;
    return forcesAt(world, state);
  };
}

const distance = (a: number[], b: number[]) => Math.hypot(...a.map((value, i) => value - b[i]));

describe('wind on one triangle', () => {
  test('is ½ρC_d A (w·n̂)|w·n̂| n̂, a third of it on each corner', () => {
    // Area 0.06 m², normal (0, −1, 0), the mean velocity of the corners (0, 0.5, 0).
    const velocities: Vec3[] = [
      [0, 1.5, 0],
      [7, 0, 0],
      [-7, 0, 0],
    ];
    const f = forces(triangle({ velocities }));
    const expected = (0.5 * DENSITY * DRAG * 0.06 * (2 - 0.5) ** 2) / 3;
    for (let corner = 0; corner < 3; corner++) {
      expect(f[4 * corner]).toBe(0);
      expect(f[4 * corner + 1]).toBeCloseTo(expected, 14);
      expect(f[4 * corner + 2]).toBe(0);
    }
  });

  test('acts along the normal for both orders of the corners, and not along the surface', () => {
    const random = randomNumbers(8);
    for (let trial = 0; trial < 20; trial++) {
      const [a, b, c] = [0, 1, 2].map((): Vec3 => [random(), random(), random()]);
      const turned = forces(triangle({ corners: [a, c, b] }));
      const f = forces(triangle({ corners: [a, b, c] }));
      expect(distance(f, turned)).toBeLessThan(1e-14);
      const [u, v] = [b, c].map((corner) => corner.map((part, axis) => part - a[axis]));
      for (const edge of [u, v]) {
        const along = edge.reduce((sum, part, axis) => sum + part * f[axis], 0);
        expect(Math.abs(along)).toBeLessThan(1e-14);
      }
      const across = [1, 2, 3].reduce((sum, part, axis) => sum + part * f[axis], 0);
      expect(across).toBeGreaterThan(0);
    }
    expect(Math.hypot(...forces(triangle({ velocity: [5, 0, 0] })))).toBe(0);
  });

  test('is zero, not NaN, on a triangle without area', () => {
    const corners: [Vec3, Vec3, Vec3] = [
      [0, 1, 0],
      [1, 1, 0],
      [2, 1, 0],
    ];
    expect(forces(triangle({ corners }))).toEqual(new Array(12).fill(0));
  });

  test('brings a falling plate to its terminal speed along a tanh', () => {
    const [m, g] = [0.01, 9.81];
    const scene = triangle({ velocity: [0, 0, 0], masses: m, gravity: g });
    const simulation = createSimulation({ scene, integrator: 'rk4', params: { dt: 1e-3 }, precision: 'double' });
    const terminal = Math.sqrt((2 * 3 * m * g) / (DENSITY * DRAG * 0.06));
    for (let look = 0; look < 10; look++) {
      simulation.step(200);
      const expected = -terminal * Math.tanh((g * simulation.time) / terminal);
      expect(simulation.particle(1).velocity[1]).toBeCloseTo(expected, 9);
    }
    expect(Math.abs(simulation.particle(1).velocity[1])).toBeGreaterThan(0.9 * terminal);
  });

  for (const { id, order } of INTEGRATORS) {
    test(`carries a free plate by its closed form under ${id}`, { tags: ['same-on-every-kernel'] }, () => {
      const rate = (0.5 * DENSITY * DRAG * 0.06 * 4) / 0.03;
      const error = (steps: number) => {
        const simulation = createSimulation({
          scene: triangle({ velocity: [0, 4, 0] }),
          integrator: id,
          params: { dt: 1 / steps, cgTolerance: 1e-14, newtonTolerance: 1e-14 },
          precision: 'double',
        });
        simulation.step(steps);
        return Math.abs(simulation.particle(0).velocity[1] - (4 - 4 / (1 + rate)));
      };
      const [coarse, fine] = [error(200), error(400)];
      expect(Math.log2(coarse / fine)).toBeGreaterThan(order - 0.2);
      expect(fine).toBeLessThan(0.02);
    });
  }

  test('ends where the triangle is torn, and returns where it is repaired', () => {
    const simulation = createSimulation({ scene: triangle(), precision: 'double' });
    const speed = () => Math.hypot(...simulation.particle(0).velocity);
    simulation.apply({ type: 'cut', spring: 1 });
    simulation.step(10);
    expect(speed()).toBe(0);
    simulation.apply({ type: 'mend', spring: 1 });
    simulation.step(10);
    expect(speed()).toBeGreaterThan(0);
  });
});

describe('gusts', () => {
  const scene = (options: Options = {}) => triangle({ velocity: [0, 6, 0], gust: 3, ...options });
  const at = (time: number, options: Options = {}) => forces(scene(options), time);

  test('depend on time and seed alone', () => {
    expect(at(1.234)).toEqual(at(1.234));
    expect(at(1.234)).not.toEqual(at(1.3));
    expect(at(1.234)).not.toEqual(at(1.234, { seed: 2 }));
    expect(at(-3.2)).not.toEqual(at(3.2));
  });

  test('change the wind by at most their amplitude, and nearly reach it', () => {
    const over = forcesOver(scene());
    // Back from the pressure to w·n̂.
    const speeds = Array.from({ length: 2000 }, (_, k) =>
      Math.sqrt(over(0.037 * k)[1] / ((DENSITY * DRAG * 0.06) / 6)),
    );
    expect(Math.min(...speeds)).toBeGreaterThan(3);
    expect(Math.max(...speeds)).toBeLessThan(9);
    expect(Math.min(...speeds)).toBeLessThan(3.5);
    expect(Math.max(...speeds)).toBeGreaterThan(8.5);
    const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
    expect(Math.abs(mean - 6)).toBeLessThan(0.3);
  });

  test('are smooth: they and their rate change little in a hundredth of a period', () => {
    const step = 0.005;
    const over = forcesOver(scene());
    const values = Array.from({ length: 1000 }, (_, k) => over(step * k)[1]);
    const largest = Math.max(...values.map(Math.abs));
    for (let k = 1; k + 1 < values.length; k++) {
      expect(Math.abs(values[k + 1] - values[k])).toBeLessThan(0.06 * largest);
      expect(Math.abs(values[k + 1] - 2 * values[k] + values[k - 1])).toBeLessThan(0.004 * largest);
    }
  });

  test('travel with the wind: a gust that is here now is downwind later', () => {
    const shifted: [Vec3, Vec3, Vec3] = [
      [0, 1.9, 0],
      [0.3, 1.9, 0],
      [0, 1.9, 0.4],
    ];
    for (const time of [0.4, 2.7, 5.1]) {
      expect(distance(at(time + 0.15, { corners: shifted }), at(time))).toBeLessThan(1e-12);
      expect(distance(at(time, { corners: shifted }), at(time))).toBeGreaterThan(1e-4);
    }
  });
});

// On one kernel, as it takes long: steps of both kernels agree in this scene.
describe.skipIf(inject('kernel') === 'js')('the flag', () => {
  test('blows away from its mast and flutters to both sides, with little stretch', { tags: ['long'] }, () => {
    const simulation = createSimulation({ scene: 'flag', integrator: 'implicit-euler', params: { dt: 1 / 120 } });
    const { rows, columns } = simulation.params;
    const corner = rows * columns - 1;
    let [left, right] = [0, 0];
    let reach = 0;
    simulation.step(120);
    for (let step = 0; step < 600; step++) {
      simulation.step();
      const [x, , z] = simulation.particle(corner).position;
      left = Math.min(left, z);
      right = Math.max(right, z);
      reach += x / 600;
    }
    expect(left).toBeLessThan(-0.05);
    expect(right).toBeGreaterThan(0.05);
    // Of 1.2 m from the mast at −0.6 m.
    expect(reach).toBeGreaterThan(0.2);
    expect(reach).toBeLessThan(0.62);
  });

  test('hangs down when there is no wind', { tags: ['long'] }, () => {
    const simulation = createSimulation({ scene: 'flag', integrator: 'implicit-euler', params: { dt: 1 / 60 } });
    simulation.step(120);
    simulation.apply({ type: 'forces', forces: [{ type: 'drag', coefficient: 2e-4 }] });
    simulation.step(600);
    const { rows, columns } = simulation.params;
    expect(simulation.particle(rows * columns - 1).position[0]).toBeLessThan(0.2);
  });

  test('is stable under implicit Euler in a storm at dt = 1/60 s', { tags: ['sampled'] }, () => {
    const simulation = createSimulation({ scene: 'flag', integrator: 'implicit-euler', params: { dt: 1 / 60 } });
    const [wind] = simulation.environment.forces;
    simulation.apply({ type: 'forces', forces: [{ ...wind, velocity: [30, 0, 8], gust: 12 }] });
    for (let step = 0; step < (LONG ? 300 : 120); step++) {
      expect(simulation.step().ok).toBe(true);
      expect(simulation.energy().kinetic).toBeLessThan(0.5 * 0.12 * 30 ** 2);
    }
  });

  test('continues with the same bits after saving and loading', () => {
    const whole = createSimulation({ scene: 'flag', params: { dt: 1 / 4096 } });
    whole.step(40);
    const second = createSimulation({ scene: whole.save() });
    whole.step(40);
    second.step(40);
    expect(second.hash()).toBe(whole.hash());
  });
});
