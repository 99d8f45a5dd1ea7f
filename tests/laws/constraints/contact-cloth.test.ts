import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { randomCloth, randomNumbers } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

/** A limp cloth of 10 × 10 particles, level, not quite flat, its springs at rest. */
function levelCloth(height: number, params: Record<string, number>): SceneFile {
  const cloth = randomCloth(1, { rows: 10, columns: 10, crumple: 0, speed: 0, damping: 0.01, params });
  const random = randomNumbers(3);
  const { positions } = cloth.particles;
  const level = positions.map(([x, y]): Vec3 => [x - 0.45, height + 0.002 * random(), 0.55 - y]);
  return { ...cloth, particles: { positions: level, masses: 0.002 } };
}

function springsOf({ springs }: SceneFile) {
  if (!springs) throw new Error('the cloth has no springs');
  return springs;
}

/** The least φ of a plane y = 0 and a ball, m. */
function lowest({ state, particleCount }: Simulation, center: Vec3, radius: number): number {
  const x = state.positions;
  let least = Number.POSITIVE_INFINITY;
  for (let o = 0; o < 4 * particleCount; o += 4) {
    const ball = Math.hypot(x[o] - center[0], x[o + 1] - center[1], x[o + 2] - center[2]) - radius;
    least = Math.min(least, x[o + 1], ball);
  }
  return least;
}

const WAYS = [
  { integrator: 'implicit-euler', dt: 1 / 60 },
  { integrator: 'symplectic-euler', dt: 5e-4 },
] as const;

const floor = { point: [0, 0, 0] as Vec3, normal: [0, 1, 0] as Vec3, friction: 0.5 };

for (const { integrator, dt } of WAYS) {
  describe(`a cloth under ${integrator} at dt = ${dt.toFixed(4)}`, () => {
    test('falls on the floor, comes to rest there and stays there', () => {
      const scene = { ...levelCloth(0.2, { dt, gravity: 9.81, drag: 0 }), planes: [floor] };
      const simulation = createSimulation({ scene, integrator });
      simulation.step(Math.round(4 / dt));
      const rest = simulation.hash();
      simulation.step(Math.round(0.5 / dt));
      expect(simulation.hash()).toBe(rest);
      expect(simulation.energy().kinetic).toBe(0);
      expect(lowest(simulation, [0, -9, 0], 1)).toBeGreaterThan(-1e-6);
    });

    test('never gains energy while it falls over a sphere to the floor', () => {
      for (const friction of [0, 0.5]) {
        const scene = {
          ...levelCloth(0.55, { dt, gravity: 9.81, drag: 0 }),
          planes: [{ ...floor, friction }],
          spheres: [{ center: [0, 0.25, 0] as Vec3, radius: 0.25, friction }],
        };
        const simulation = createSimulation({ scene, integrator });
        const start = simulation.energy().total;
        for (let t = 0; t < 3; t += 10 * dt) {
          simulation.step(10);
          expect(simulation.energy().total).toBeLessThan(1.02 * start);
          expect(lowest(simulation, [0, 0.25, 0], 0.25)).toBeGreaterThan(-1e-5);
        }
        expect(simulation.blowUp).toBeNull();
        expect(simulation.energy().total).toBeLessThan(0.8 * start);
      }
    });
  });
}

describe('a cloth on the floor', () => {
  eachMethodInTurn(1, ({ id }) => {
    test('keeps its bits when it is at rest', () => {
      const cloth = levelCloth(0, { dt: 1e-3, gravity: 9.81 });
      const positions = cloth.particles.positions.map(([x, , z]): Vec3 => [x, 0, z]);
      // Single precision gives neighbours' springs rounding for tension: with friction, that is nothing.
      const scene = { ...cloth, particles: { ...cloth.particles, positions }, planes: [floor] };
      const simulation = createSimulation({ scene, integrator: id });
      const before = simulation.hash();
      simulation.step(200);
      expect(simulation.hash()).toBe(before);
    });

    test('is moved out of a plane that is raised into it, without a false blow-up', () => {
      const cloth = levelCloth(0, { dt: 5e-4, gravity: 9.81 });
      // Damped enough that explicit Euler holds, too.
      const scene = { ...cloth, springs: { ...springsOf(cloth), damping: 0.1 }, planes: [floor] };
      const simulation = createSimulation({ scene, integrator: id });
      for (let step = 1; step <= 40; step++) {
        simulation.apply({ type: 'planes', planes: [{ ...floor, point: [0, 0.01 * step, 0] }] });
        simulation.step(2);
        const { positions } = simulation.state;
        for (let i = 0; i < simulation.particleCount; i++) {
          expect(positions[4 * i + 1]).toBeGreaterThan(0.01 * step - 1e-5);
        }
      }
      simulation.apply({ type: 'planes', planes: [{ point: [0, 0.4, 0], normal: [1, 2, 0], friction: 0.2 }] });
      simulation.step(100);
      expect(simulation.blowUp).toBeNull();
    });
  });
});

test('does not move pins and rigidly held particles', () => {
  const cloth = levelCloth(-0.3, { dt: 1e-3, gravity: 9.81, hardHold: 1 });
  const scene = { ...cloth, particles: { ...cloth.particles, pinned: [0] }, planes: [floor] };
  const simulation = createSimulation({ scene, integrator: 'symplectic-euler', precision: 'double' });
  const pin = simulation.particle(0).position;
  simulation.apply({ type: 'grab', particle: 99, target: [0, -1, 0] });
  simulation.step(20);
  expect(simulation.particle(0).position).toEqual(pin);
  expect(simulation.particle(99).position).toEqual([0, -1, 0]);
});

test('the filter is a symmetric projection for every set of contacts', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomNumbers(seed);
    const direction = (): Vec3 => [random() - 0.5, random(), random() - 0.5];
    const scene: SceneFile = {
      ...levelCloth(0, { dt: 1e-3, gravity: 9.81 }),
      planes: Array.from({ length: 4 }, (_, i) => ({
        point: [0, 0, 0] as Vec3,
        normal: direction(),
        friction: 0.3 * (i % 2),
      })),
    };
    scene.particles = {
      positions: scene.particles.positions.map((): Vec3 => [0, 0, 0]),
      velocities: scene.particles.positions.map((): Vec3 => [0, 0, 0]),
      masses: 0.002,
    };
    const { world, state } = worldOf(scene);
    for (const constraint of world.constraints) constraint.beforeStep?.(state, 1e-3);
    world.computeForces(state, world.arena.floats(state.positions.length));
    const vector = () =>
      Float64Array.from({ length: state.positions.length }, (_, i) => (i % 4 === 3 ? 0 : random() - 0.5));
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
    const [y, z] = [vector(), vector()];
    const [Sy, Sz] = [y.slice(), z.slice()];
    world.filter(Sy);
    world.filter(Sz);
    const SSy = Sy.slice();
    world.filter(SSy);
    expect(Math.abs(dot(Sy, z) - dot(y, Sz))).toBeLessThan(1e-9);
    expect(Math.max(...SSy.map((value, i) => Math.abs(value - Sy[i])))).toBeLessThan(1e-12);
    // It does take something.
    expect(dot(Sy, Sy)).toBeLessThan(0.9 * dot(y, y));
  }
});
