import { describe, expect, test } from 'vitest';
import { createSimulation, SCENES, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { distance } from '../../../src/physics/model/deterministic-math';
import { catenary } from '../../fixtures/networks';
import { everyNth } from '../../fixtures/run-length';
import { optionsOfScene } from '../../fixtures/scenes-in-turn';

/** N; rounding error of forces of some newtons in double precision. */
const ROUNDING = 1e-10;

/** @param side −1: of b mirrored at the plane z = 0 */
function largestDistance(a: Simulation, b: Simulation, side = 1): number {
  let most = 0;
  for (let i = 0; i < a.particleCount; i++) {
    const [x, y, z] = b.particle(i).position;
    most = Math.max(most, distance(a.particle(i).position, [x, y, side * z]));
  }
  return most;
}

describe('a hanging chain', () => {
  const [N, m, L0, g] = [10, 0.01, 0.1, 9.81];
  for (const k of [100, 1e5]) {
    test(`of ${k} N/m has in each link the sum of the weights below it`, () => {
      const simulation = createSimulation({ scene: 'chain', params: { stiffness: k }, precision: 'double' });
      const { ok, residual, mechanisms } = simulation.findEquilibrium();
      expect({ ok, mechanisms }).toEqual({ ok: true, mechanisms: 0 });
      expect(residual).toBeLessThan(ROUNDING);
      const top = simulation.particle(0).position;
      let stretch = 0;
      for (let j = 1; j <= N; j++) {
        stretch += ((m * g) / k) * (N + 1 - j);
        const [x, y, z] = simulation.particle(j).position;
        expect(Math.hypot(x - top[0], z - top[2])).toBeLessThan(1e-10);
        expect(top[1] - y).toBeCloseTo(j * L0 + stretch, 10);
      }
    });
  }
});

test('an elastic catenary has the sag and the end forces of a shooting method', () => {
  const simulation = createSimulation({ scene: catenary(), precision: 'double' });
  expect(simulation.findEquilibrium()).toMatchObject({ ok: true, mechanisms: 0 });
  expect(1 - simulation.particle(5).position[1]).toBeCloseTo(0.296746705662, 11);
  for (let j = 0; j < 10; j++) {
    const [a, b] = [simulation.particle(j).position, simulation.particle(j + 1).position];
    const l = distance(a, b);
    expect((100 * (l - 0.1) * (b[0] - a[0])) / l).toBeCloseTo(0.293952909693, 11);
  }
});

test('the Taichi demo has the equilibrium at which a long run comes to rest', () => {
  const simulation = createSimulation({ scene: 'taichi-grid', precision: 'double' });
  expect(simulation.findEquilibrium()).toMatchObject({ ok: true, mechanisms: 0 });
  const [x, y] = simulation.particle(99).position;
  expect(x).toBeCloseTo(0.652355, 6);
  expect(y).toBeCloseTo(0.305183, 6);
});

describe('the equilibrium is the position at which damped motion comes to rest', {
  tags: ['sampled', 'same-on-every-kernel'],
}, () => {
  const scenes: { name: string; scene: string | SceneFile; params?: Record<string, number> }[] = [
    { name: 'of the Taichi demo', scene: 'taichi-grid' },
    { name: 'of a small Bender cloth', scene: 'bender-cloth', params: { rows: 6, columns: 8 } },
    { name: 'of a hammock', scene: 'cloth-four-corners', params: { rows: 6, columns: 6, mass: 0.01 } },
    { name: 'of the catenary', scene: catenary() },
  ];
  for (const { name, scene, params } of everyNth(4, scenes, 3)) {
    test(name, () => {
      const found = createSimulation({ scene, params, precision: 'double' });
      disturb(found);
      expect(found.findEquilibrium()).toMatchObject({ ok: true, unstable: 0 });
      const settled = createSimulation({
        scene,
        integrator: 'implicit-euler',
        params: { ...params, dt: 0.05, drag: 1, decay: 0, cgTolerance: 1e-12 },
        precision: 'double',
      });
      disturb(settled);
      const speed = () => Math.max(...settled.state.velocities.map(Math.abs));
      for (let steps = 0; steps < 4000 && !(steps > 0 && speed() < 1e-10); steps += 100) settled.step(100);
      expect(speed()).toBeLessThan(1e-10);
      expect(Math.min(largestDistance(found, settled), largestDistance(found, settled, -1))).toBeLessThan(1e-8);
    });
  }
});

/** Moves free particles a little out of the plane of a flat net, in which motion would come to rest on a saddle. */
function disturb(simulation: Simulation): void {
  const positions = simulation.state.positions.slice();
  if (positions.some((z, o) => o % 4 === 2 && z !== 0)) return;
  const { inverseMasses } = simulation.model;
  for (let i = 0; i < simulation.particleCount; i++) if (inverseMasses[i] > 0) positions[4 * i + 2] += 1e-3 * (i % 3);
  simulation.apply({ type: 'place', positions, velocities: simulation.state.velocities, time: 0 });
}

describe('in every scene the search keeps time and pins, and leaves all at rest, without forces if there are pins', {
  tags: ['sampled'],
}, () => {
  for (const [place, scene] of SCENES.entries()) {
    const { id } = scene;
    // What lies on a ball with friction takes long to be found.
    const isLong = id === 'cloth-on-sphere';
    const options = isLong ? { tags: ['long'] } : optionsOfScene(scene, 3, 1);
    const both = ['single', 'double'] as const;
    test(`of ${id}`, options, () => {
      const params = { rows: 8, columns: 8 };
      for (const precision of isLong ? both : everyNth(2, both, place)) {
        const simulation = createSimulation({ scene: id, precision, params });
        const { model, state } = simulation;
        const before = state.positions.slice();
        const time = simulation.time;
        const { ok } = simulation.findEquilibrium();
        // A flag in strong wind may have no equilibrium.
        const mustRest = model.pinned.includes(1) && simulation.save().forces === undefined;
        if (mustRest) expect(ok, `${id} in ${precision} precision`).toBe(true);
        expect(simulation.state.velocities.every((v) => v === 0)).toBe(true);
        expect(simulation.time).toBe(time);
        for (let i = 0; i < model.particleCount; i++) {
          if (model.pinned[i] === 0) continue;
          expect([...state.positions.subarray(4 * i, 4 * i + 4)]).toEqual([...before.subarray(4 * i, 4 * i + 4)]);
        }
      }
    });
  }
});

test('the grab acts as a spring to its target', () => {
  const simulation = createSimulation({
    scene: { hooke: 1, particles: { positions: [[0, 1, 0]], masses: 2 }, params: { grabStiffness: 50, gravity: 10 } },
    precision: 'double',
  });
  simulation.apply({ type: 'grab', particle: 0, target: [1, 3, 0] });
  expect(simulation.findEquilibrium()).toMatchObject({ ok: true, mechanisms: 0 });
  const [x, y, z] = simulation.particle(0).position;
  expect(x).toBeCloseTo(1, 12);
  expect(y).toBeCloseTo(3 - 0.4, 12);
  expect(z).toBeCloseTo(0, 12);
});

test('a free falling cloth keeps its position, and the result reports the remaining force', () => {
  const simulation = createSimulation({
    scene: 'cloth-floating',
    params: { gravity: 9.81, rows: 6, columns: 6 },
    precision: 'double',
  });
  const before = [...simulation.state.positions];
  const weight = simulation.particle(0).mass * 9.81;
  const { ok, residual, mechanisms, iterations } = simulation.findEquilibrium();
  expect({ ok, mechanisms }).toEqual({ ok: false, mechanisms: 3 });
  expect(residual).toBeCloseTo(weight, 12);
  expect(iterations).toBeLessThan(40);
  expect([...simulation.state.positions]).toEqual(before);
});

test('the number of steps is limited as requested', () => {
  const simulation = createSimulation({ scene: 'cloth', params: { rows: 8, columns: 8 } });
  expect(simulation.findEquilibrium({ iterations: 2 })).toMatchObject({ ok: false, iterations: 2 });
});

test('a coarser tolerance is met with fewer steps', () => {
  const [coarse, fine] = [1e-2, 1e-8].map((tolerance) => {
    const simulation = createSimulation({
      scene: 'bender-cloth',
      params: { rows: 8, columns: 8 },
      precision: 'double',
    });
    const found = simulation.findEquilibrium({ tolerance });
    expect(found.ok).toBe(true);
    expect(found.residual).toBeLessThanOrEqual(tolerance);
    return found.iterations;
  });
  expect(coarse).toBeLessThan(fine);
});

describe('on surfaces', () => {
  /** A particle of 1 kg on a spring of 100 N/m with rest length 0 from `pin`, under 10 m/s². */
  const onSpring = (pin: Vec3, start: Vec3, environment: Partial<SceneFile>) =>
    createSimulation({
      scene: {
        hooke: 1,
        particles: { positions: [pin, start], masses: 1, pinned: [0] },
        springs: { pairs: [[0, 1]], restLengths: [0], stiffness: 100 },
        params: { gravity: 10 },
        ...environment,
      },
      precision: 'double',
    });
  const expectPlace = (simulation: Simulation, place: number[]) =>
    simulation.particle(1).position.forEach((part, axis) => {
      expect(part).toBeCloseTo(place[axis], 10);
    });

  test('a particle that is pulled through a slope rests at the nearest point of it', () => {
    const simulation = onSpring([0, 0, 0], [0.3, 1, 0.2], { planes: [{ point: [0, 0.1, 0], normal: [3, 4, 0] }] });
    expect(simulation.findEquilibrium()).toMatchObject({ ok: true, mechanisms: 0 });
    // Without the slope it would rest at (0, −0.1, 0), 0.16 m behind it.
    expectPlace(simulation, [0.16 * 0.6, -0.1 + 0.16 * 0.8, 0]);
  });

  test('a particle that is pulled into a ball rests at the nearest point of its surface', () => {
    const simulation = onSpring([0, 1, 0], [0.2, 1.3, 0.1], { spheres: [{ center: [0.1, 0.7, 0.2], radius: 0.5 }] });
    expect(simulation.findEquilibrium()).toMatchObject({ ok: true, mechanisms: 0 });
    const away = [-0.1, 0.9 - 0.7, -0.2];
    expectPlace(
      simulation,
      [0.1, 0.7, 0.2].map((c, axis) => c + (0.5 * away[axis]) / Math.hypot(...away)),
    );
  });

  test('a particle that is pulled away from a surface hangs free of it', () => {
    const simulation = onSpring([0, 1, 0], [0, 0.5, 0], { planes: [{ point: [0, 0.5, 0], normal: [0, 1, 0] }] });
    expect(simulation.findEquilibrium()).toMatchObject({ ok: true, mechanisms: 0 });
    expectPlace(simulation, [0, 0.9, 0]);
  });

  test('a particle that falls into a groove rests at its bottom, free to move along it', () => {
    const simulation = createSimulation({
      scene: {
        hooke: 1,
        particles: { positions: [[0.3, 1, 0]], masses: 1 },
        planes: [
          { point: [0, 0, 0], normal: [1, 2, 0] },
          { point: [0, 0, 0], normal: [-1, 1, 0] },
        ],
      },
      precision: 'double',
    });
    expect(simulation.findEquilibrium()).toMatchObject({ ok: true, mechanisms: 1 });
    simulation.particle(0).position.forEach((part) => {
      expect(part).toBeCloseTo(0, 9);
    });
  });

  test('a particle on a slope stays below the angle of friction, and slides down to the floor above it', () => {
    const onSlope = (friction: number) =>
      createSimulation({
        scene: {
          hooke: 1,
          particles: { positions: [[0, 0, 0]], masses: 1 },
          planes: [
            { point: [0, 0, 0], normal: [1, 2, 0], friction },
            { point: [0, -1, 0], normal: [0, 1, 0] },
          ],
        },
        precision: 'double',
      });
    const [rough, smooth] = [onSlope(0.51), onSlope(0.49)];
    expect(rough.findEquilibrium()).toMatchObject({ ok: true, iterations: 0 });
    expect(rough.particle(0).position).toEqual([0, 0, 0]);
    expect(smooth.findEquilibrium()).toMatchObject({ ok: true });
    expect(smooth.particle(0).position[1]).toBeCloseTo(-1, 9);
  });

  for (const precision of ['single', 'double'] as const) {
    test(`cloth that falls on a ball and the floor comes to rest and into neither, in ${precision} precision`, {
      tags: ['long'],
    }, () => {
      const simulation = createSimulation({ scene: 'cloth-on-sphere', params: { rows: 10, columns: 10 }, precision });
      expect(simulation.findEquilibrium().ok).toBe(true);
      const { planes = [], spheres = [] } = simulation.save();
      expect([planes.length, spheres.length]).toEqual([1, 1]);
      for (let i = 0; i < simulation.particleCount; i++) {
        const { position } = simulation.particle(i);
        expect(position[1] - planes[0].point[1]).toBeGreaterThan(-1e-6);
        expect(distance(position, spheres[0].center) - spheres[0].radius).toBeGreaterThan(-1e-6);
      }
    });
  }
});

test('a curtain in light wind has an equilibrium without a net force', () => {
  const simulation = createSimulation({
    scene: 'cloth-top-edge',
    params: { rows: 10, columns: 10 },
    precision: 'double',
  });
  simulation.apply({ type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, 1] }] });
  const { ok, residual } = simulation.findEquilibrium();
  expect(ok).toBe(true);
  expect(residual).toBeLessThan(ROUNDING);
});
