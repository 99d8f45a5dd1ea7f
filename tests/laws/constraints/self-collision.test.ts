import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { randomCloth, randomNumbers } from '../../fixtures/random';
import { everyNth } from '../../fixtures/run-length';

const THICKNESS = 0.02;
/** Methods that solve springs without the push between layers. */
const WITHOUT_PUSH = ['vertex-block-descent', 'projective-dynamics', 'xpbd'];

/** Loose particles at random places in a box, moving. */
function swarm(seed: number, count: number, params: Record<string, number>): SceneFile {
  const random = randomNumbers(seed);
  const vector = (size: number): Vec3 => [
    size * (2 * random() - 1),
    size * (2 * random() - 1),
    size * (2 * random() - 1),
  ];
  return {
    hooke: 1,
    particles: {
      positions: Array.from({ length: count }, () => vector(0.1)),
      velocities: Array.from({ length: count }, () => vector(2)),
      masses: Array.from({ length: count }, () => 0.1 + random()),
    },
    params: { dt: 1e-3, gravity: 0, drag: 0, selfCollision: 1, clothThickness: THICKNESS, ...params },
  };
}

function momentum({ state, model, particleCount }: Simulation): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (let i = 0; i < particleCount; i++) {
    for (let axis = 0; axis < 3; axis++) sum[axis] += model.masses[i] * state.velocities[4 * i + axis];
  }
  return sum;
}

/** The distance of the nearest pair, m: by looking at all of them. */
function nearest({ state: { positions: x }, particleCount }: Simulation): number {
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < 4 * particleCount; a += 4) {
    for (let b = 0; b < a; b += 4) {
      least = Math.min(least, Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]));
    }
  }
  return least;
}

describe('self-collision', () => {
  eachMethodInTurn(5, ({ id }) => {
    test('conserves the momentum of many particles, and never adds kinetic energy', () => {
      const scene = swarm(7, 200, {});
      const simulation = createSimulation({ scene, integrator: id, precision: 'double' });
      const before = momentum(simulation);
      let kinetic = simulation.energy().kinetic;
      const start = kinetic;
      for (let i = 0; i < 30; i++) {
        simulation.step();
        const now = simulation.energy().kinetic;
        expect(now).toBeLessThanOrEqual(kinetic * (1 + 1e-12));
        kinetic = now;
      }
      const after = momentum(simulation);
      for (const axis of [0, 1, 2]) expect(after[axis]).toBeCloseTo(before[axis], 9);
      // They did meet.
      expect(kinetic).toBeLessThan(0.9 * start);
    });
  });

  test('lets two particles that collide head on move on together, by their masses', () => {
    const scene: SceneFile = {
      hooke: 1,
      particles: {
        positions: [
          [-0.1, 0, 0],
          [0.1, 0, 0],
        ],
        velocities: [
          [1, 0.02, 0],
          [-1, 0, 0],
        ],
        masses: [3, 1],
      },
      params: { dt: 1e-3, gravity: 0, drag: 0, selfCollision: 1, clothThickness: THICKNESS },
    };
    const simulation = createSimulation({ scene, integrator: 'rk4', precision: 'double' });
    simulation.step(200);
    expect(simulation.particle(0).velocity[0]).toBeCloseTo(simulation.particle(1).velocity[0], 1);
    expect(3 * simulation.particle(0).velocity[0] + simulation.particle(1).velocity[0]).toBeCloseTo(2, 12);
    expect(nearest(simulation)).toBeGreaterThan(0.999 * THICKNESS);
  });

  test.each([0.02, 0.05, 0.13])(
    'keeps two rods of %s m apart by half their length, if no thickness is given',
    (length) => {
      const scene: SceneFile = {
        hooke: 1,
        particles: {
          positions: [-0.2, 0.2].flatMap((x): Vec3[] => [
            [x, 0, 0],
            [x, length, 0],
          ]),
          velocities: [1, 1, -1, -1].map((x): Vec3 => [x, 0, 0]),
          masses: 1,
        },
        springs: {
          pairs: [
            [0, 1],
            [2, 3],
          ],
          stiffness: 100,
        },
        params: { dt: 1e-3, gravity: 0, drag: 0, selfCollision: 1 },
      };
      const simulation = createSimulation({ scene, integrator: 'symplectic-euler', precision: 'double' });
      simulation.step(300);
      expect(nearest(simulation)).toBeGreaterThan(0.999 * 0.5 * length);
      const [x, y] = [0, 2].map((i) => simulation.particle(i).position[0]);
      expect(y - x).toBeLessThan(1.01 * 0.5 * length);
    },
  );

  test('finds the same pairs as a check of all pairs', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const scene = swarm(seed, 60, {});
      scene.particles.velocities = undefined;
      const apart = createSimulation({ scene, integrator: 'symplectic-euler', precision: 'double' });
      for (let i = 0; i < 40; i++) apart.step();
      expect(nearest(apart)).toBeGreaterThan(0.99 * THICKNESS);
    }
  });

  test('does nothing at its default, and nothing to a cloth at rest of any thickness', () => {
    const cloth = randomCloth(1, { rows: 6, columns: 6, crumple: 0, speed: 0, params: { gravity: 0, dt: 1e-3 } });
    const still = createSimulation({ scene: cloth, integrator: 'symplectic-euler', precision: 'double' });
    const thick = createSimulation({ scene: cloth, integrator: 'symplectic-euler', precision: 'double' });
    thick.apply({ type: 'set', key: 'selfCollision', value: 1 });
    thick.apply({ type: 'set', key: 'clothThickness', value: 0.5 });
    still.step(100);
    thick.step(100);
    const [x, y] = [still.state.positions, thick.state.positions];
    expect(Math.max(...x.map((value, i) => Math.abs(value - y[i])))).toBeLessThan(1e-12);
  });

  test('lets a falling cloth come to rest on the floor in separate layers', () => {
    const cloth = randomCloth(4, { rows: 16, columns: 4, crumple: 0.1, speed: 0, damping: 0.1 });
    const positions = cloth.particles.positions.map(([x, y, z]): Vec3 => [x, y + 0.7, z]);
    const scene: SceneFile = {
      ...cloth,
      particles: { positions, masses: 0.01 },
      planes: [{ point: [0, 0, 0], normal: [0, 1, 0], friction: 0.6 }],
      params: { dt: 1e-3, gravity: 9.81, drag: 0.01, selfCollision: 1, clothThickness: THICKNESS },
    };
    const simulation = createSimulation({ scene, integrator: 'symplectic-euler' });
    simulation.step(6000);
    const x = simulation.state.positions;
    for (let i = 0; i < simulation.particleCount; i++) expect(x[4 * i + 1]).toBeGreaterThan(-1e-5);
    expect(nearest(simulation)).toBeGreaterThan(0.8 * THICKNESS);
    expect(simulation.energy().kinetic).toBeLessThan(1e-3);
    expect(simulation.blowUp).toBeNull();
  });

  test('gives the same bits each time', () => {
    const run = () => {
      const simulation = createSimulation({ scene: swarm(5, 300, { gravity: 9.81 }), integrator: 'symplectic-euler' });
      simulation.step(100);
      return simulation.hash();
    };
    expect(run()).toBe(run());
  });
});

describe('twisted cloth whose layers are pressed together', () => {
  // The pins do work in these steps: a bound on energy without it stopped the cloth in 34 to 73 of them.
  test.each(everyNth(3, WITHOUT_PUSH))(
    'moves in every step while its pins do, under %s',
    { tags: ['sampled'] },
    (integrator) => {
      const simulation = createSimulation({
        scene: 'twisted-cloth',
        integrator,
        params: { rows: 12, columns: 12 },
      });
      for (let step = 0; step < 680; step++) expect(simulation.step().stoppedParticles).toBe(0);
      expect(simulation.energy().kinetic).toBeGreaterThan(0);
    },
  );
});
