// @module-tag divided
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type Surface, type Vec3 } from '../../../src/physics';
import { createObstacles } from '../../../src/physics/constraints/contact/obstacle-cache';
import { dropScene } from '../../fixtures/drops';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { leastDistance } from '../../fixtures/obstacle-distance';
import { everyNth, LONG } from '../../fixtures/run-length';

const g = 9.81;

const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** One particle of 1 kg. */
function particle(
  position: Vec3,
  velocity: Vec3,
  dt: number,
  obstacles: Pick<SceneFile, 'planes' | 'spheres' | 'bodies'>,
): SceneFile {
  return {
    hooke: 1,
    particles: { positions: [position], velocities: [velocity], masses: 1 },
    params: { dt, gravity: g, drag: 0, cgTolerance: 1e-10, newtonTolerance: 1e-10 },
    ...obstacles,
  };
}

const surface = { friction: 0.4, restitution: 0.5 };
const OBSTACLES = {
  plane: { planes: [{ point: [0, 0, 0] as Vec3, normal: [0.1, 1, 0] as Vec3, ...surface }] },
  sphere: { spheres: [{ center: [0, -1, 0] as Vec3, radius: 1, ...surface }] },
  box: {
    bodies: [{ size: [2, 1, 2] as Vec3, center: [0, -0.5, 0] as Vec3, rotation: [0, 30, 0] as Vec3, ...surface }],
  },
};

describe('obstacles and particles that share a velocity move as at rest', () => {
  const velocity: Vec3 = [0.7, -0.4, 1.1];
  eachMethodInTurn(4, ({ id }) => {
    test.each(Object.entries(OBSTACLES))('%s', (_, obstacles) => {
      const [rest, moving] = [false, true].map((moves) => {
        const scene = particle([0, 0.2, 0], moves ? add(velocity, [0.5, 0, 0.2]) : [0.5, 0, 0.2], 2e-3, obstacles);
        for (const list of ['planes', 'spheres', 'bodies'] as const)
          scene[list] = scene[list]?.map((one) => (moves ? { ...one, velocity } : one)) as never;
        return createSimulation({ scene, integrator: id, precision: 'double' });
      });
      for (let step = 0; step < 250; step++) {
        rest.step();
        moving.step();
        const [x, y] = [rest, moving].map((one) => one.particle(0).position);
        const shifted = add(x, velocity.map((v) => v * rest.time) as Vec3);
        expect(Math.hypot(y[0] - shifted[0], y[1] - shifted[1], y[2] - shifted[2]), `step ${step}`).toBeLessThan(1e-7);
      }
    });
  });
});

/** Where a particle on an obstacle is that moves as `motion` says, and how far it has slid, m. */
function ride(id: string, motion: Surface, friction: number, place: Vec3, seconds: number, dt = 2e-3) {
  const { spin = [0, 0, 0] } = motion;
  const scene = particle(place, [0, 0, -spin[1] * place[0]], dt, {
    bodies: [{ size: [2, 0.5, 2], center: [0, -0.25, 0], friction, ...motion }],
  });
  const simulation = createSimulation({ scene, integrator: id, precision: 'double' });
  let deepest = 0;
  let highest = 0;
  while (simulation.time < seconds - 0.5 * dt) {
    simulation.step();
    const phi = leastDistance(simulation);
    deepest = Math.min(deepest, phi);
    highest = Math.max(highest, phi);
  }
  const [obstacle] = createObstacles(simulation.world.environment);
  const { position, velocity } = simulation.particle(0);
  const carried = new Float64Array(3);
  obstacle.motion?.displacement(place, 0, simulation.time, carried);
  const slip = Math.hypot(...position.map((x, axis) => x - place[axis] - carried[axis]));
  return { position, velocity, slip, deepest, highest };
}

describe('what friction holds goes with the obstacle, and what it does not hold slides', () => {
  eachMethodInTurn(3, ({ id }) => {
    test('on a table that is shaken: Aω² against μg', () => {
      for (const ratio of [0.9, 1.2]) {
        const frequency = 1;
        const amplitude = (ratio * 0.5 * g) / (2 * Math.PI * frequency) ** 2;
        const motion = { path: shaken(amplitude, frequency) };
        const { slip } = ride(id, motion, 0.5, [0, 0, 0], 1.5);
        if (ratio < 1) expect(slip).toBeLessThan(1e-9);
        else expect(slip).toBeGreaterThan(2e-3);
      }
    });

    test('on a table that turns: ω²r against μg', () => {
      const spin = 3;
      for (const ratio of [0.95, 1.3]) {
        const radius = (ratio * 0.5 * g) / spin ** 2;
        const { slip } = ride(id, { spin: [0, spin, 0] }, 0.5, [radius, 0, 0], 0.6);
        // The particle turns with the table from the start.
        if (ratio < 1) expect(slip).toBeLessThan(1e-9);
        else expect(slip).toBeGreaterThan(0.5 * (ratio - 1) * radius);
      }
    });

    test('on a lift it neither sinks in nor leaves it', () => {
      const { deepest, highest, velocity } = ride(id, { velocity: [0, 0.5, 0] }, 0.2, [0, 0, 0], 0.5);
      expect(deepest).toBeGreaterThan(-1e-9);
      expect(highest).toBeLessThan(1e-6);
      expect(velocity[1]).toBeCloseTo(0.5, 6);
    });
  });
});

/** A path that begins and ends at rest: ½A(1 − cos ωt) at 40 points for each oscillation. */
function shaken(amplitude: number, frequency: number): number[] {
  return Array.from({ length: 81 }, (_, k) => {
    const t = k / (40 * frequency);
    return [t, amplitude * (1 - Math.cos(2 * Math.PI * frequency * t)), 0, 0];
  }).flat();
}

test('a table that is pulled away under a net gives it the velocity μgt, also near its rim', {
  tags: ['sampled'],
}, () => {
  const methods = ['implicit-euler', 'implicit-euler-newton', 'tr-bdf2', 'symplectic-euler', 'xpbd'];
  for (const integrator of everyNth(5, methods)) {
    const dt = integrator === 'symplectic-euler' ? 5e-4 : 1 / 120;
    const params = { rows: 8, columns: 8, mass: 0.002, selfCollision: 0, dt };
    const simulation = createSimulation({ scene: 'table-pulled-away', integrator, params, precision: 'double' });
    // It starts at 0.5 s; 0.1 s later it moves at 2.5 m/s.
    simulation.step(Math.round(0.6 / dt));
    let mean = 0;
    for (let i = 0; i < simulation.particleCount; i++) mean += simulation.particle(i).velocity[0] / 64;
    expect(mean / (0.3 * g * 0.1), integrator).toBeCloseTo(1, 1);
  }
});

// In a step of 1/30 s the table moves by up to one and a half cells of the net, and its rim passes whole rows of particles.
describe('a table that is pulled away under a net makes no energy, and does the work of friction', {
  tags: ['sampled'],
}, () => {
  const METHODS = ['implicit-euler', 'implicit-euler-newton', 'tr-bdf2'];
  const SETUPS = METHODS.flatMap((integrator) =>
    [1e2, 1e4, 1e6].flatMap((stiffness) =>
      [30, 60].map((rate): [string, number, number] => [integrator, stiffness, rate]),
    ),
  );
  test.each(LONG ? SETUPS : everyNth(9, SETUPS))(
    'under %s, of %d N/m, in steps of 1/%i s',
    (integrator, stiffness, rate) => {
      const params = { rows: 10, columns: 10, stiffness, dt: 1 / rate };
      const simulation = createSimulation({ scene: 'table-pulled-away', integrator, params });
      const start = simulation.energy().total;
      const mass = Array.from(simulation.model.masses).reduce((sum, m) => sum + m, 0);
      const [{ path, friction }] = simulation.environment.bodies;
      const ofFriction = (friction as number) * mass * g * (path as number[])[5];
      simulation.energyLedger();
      for (let step = 0; step < rate; step++) {
        simulation.step();
        const { hand } = simulation.energyLedger();
        const { total, elastic } = simulation.energy();
        const about = `at ${simulation.time} s`;
        expect(total - start - hand, about).toBeLessThan(0.02 * (start + Math.abs(hand)));
        expect(hand, about).toBeLessThan(4 * ofFriction);
        expect(elastic, about).toBeLessThan(ofFriction);
      }
    },
  );
});

test('a fast obstacle does not pass a particle, which leaves it at (1 + e)V', { tags: ['long'] }, () => {
  for (const { id } of INTEGRATORS) {
    for (const speed of [2, 30, 100]) {
      for (const restitution of [0, 0.5]) {
        const moving = { velocity: [speed, 0, 0] as Vec3, restitution };
        for (const obstacles of [
          { spheres: [{ center: [-0.4, 0, 0] as Vec3, radius: 0.05, ...moving }] },
          { bodies: [{ size: [0.02, 0.4, 0.4] as Vec3, center: [-0.4, 0, 0] as Vec3, ...moving }] },
        ]) {
          const scene = particle([0, 0, 0], [0, 0, 0], 5e-3, obstacles);
          const simulation = createSimulation({
            scene: { ...scene, params: { ...scene.params, gravity: 0 } },
            integrator: id,
          });
          simulation.step(Math.ceil(0.6 / speed / 5e-3) + 2);
          const about = `${id} at ${speed} m/s, e = ${restitution}`;
          expect(leastDistance(simulation), about).toBeGreaterThan(-1e-5);
          expect(simulation.particle(0).velocity[0] / speed, about).toBeCloseTo(1 + restitution, 4);
        }
      }
    }
  }
});

test('a conveyor belt does the work ½mv² that it gives, and as much that turns into heat', () => {
  for (const id of ['symplectic-euler', 'rk4', 'implicit-euler']) {
    const scene = particle([0, 0, 0], [0, 0, 0], 1e-3, {
      planes: [{ point: [0, 0, 0], normal: [0, 1, 0], friction: 0.5, velocity: [1, 0, 0] }],
    });
    const simulation = createSimulation({ scene, integrator: id, precision: 'double' });
    simulation.energyLedger();
    simulation.step(400);
    expect(simulation.particle(0).velocity[0], id).toBeCloseTo(1, 6);
    const { kinetic, hand } = simulation.energyLedger();
    expect(kinetic, id).toBeCloseTo(0.5, 3);
    expect(hand, id).toBeGreaterThan(0.49);
  }
});

test('a body that a hand carries takes the cloth along with the velocity of the hand', { tags: ['sampled'] }, () => {
  for (const integrator of everyNth(3, ['xpbd', 'implicit-euler', 'symplectic-euler'], 1)) {
    const dt = integrator === 'symplectic-euler' ? 5e-4 : 1 / 120;
    const NET = {
      body: 'level net',
      onto: 'floor',
      restitution: 0,
      friction: 0.8,
      stiffness: 60,
      damping: 0.02,
    } as const;
    const scene = dropScene({ ...NET, dt, integrator });
    const positions = (scene.particles.positions as Vec3[]).map((x) => add(x, [0, 0.3, 0]));
    const center: Vec3 = [0, 0.2, 0];
    const table = { shape: 'table', size: [0.4, 0.4, 0.4] as Vec3, friction: 0.8, center };
    const simulation = createSimulation({
      scene: { ...scene, particles: { ...scene.particles, positions }, bodies: [table] },
      integrator,
      precision: 'double',
    });
    simulation.step(Math.round(0.6 / dt));
    const middle = () => {
      let sum = 0;
      for (let i = 0; i < simulation.particleCount; i++) sum += simulation.particle(i).velocity[0];
      return sum / simulation.particleCount;
    };
    const every = Math.round(1 / 60 / dt);
    for (let count = 0; count < 48; count++) {
      // Faster and faster: 0.5 m/s² is much less than μg.
      const speed = 0.5 * (simulation.time - 0.6);
      center[0] += speed * every * dt;
      simulation.apply({ type: 'carry', list: 'bodies', index: 0, to: [...center] });
      for (let step = 0; step < every; step++) {
        simulation.step();
        expect(leastDistance(simulation), `${integrator} at ${simulation.time}`).toBeGreaterThan(-1e-5);
      }
    }
    expect(middle(), integrator).toBeGreaterThan(0.25);
    expect(middle(), integrator).toBeLessThan(0.5);
    expect(simulation.blowUp).toBeNull();
  }
});

test('carries an obstacle to the very place, and jumps where no hand could', () => {
  const scene = particle([0, 5, 0], [0, 0, 0], 1e-2, { spheres: [{ center: [0, 0, 0], radius: 0.1 }] });
  const simulation = createSimulation({ scene, precision: 'double' });
  const at = () => createObstacles(simulation.world.environment)[0].motion?.poseAt(simulation.time);
  simulation.apply({ type: 'carry', list: 'spheres', index: 0, to: [0.1, 0, 0] });
  simulation.step();
  expect(at()?.offset[0]).toBeCloseTo(-0.07, 9);
  expect(at()?.velocity[0]).toBeCloseTo(3, 9);
  simulation.step(5);
  expect(at()?.offset[0]).toBe(0);
  simulation.apply({ type: 'carry', list: 'spheres', index: 0, to: [9, 0, 0] });
  expect(at()).toBeUndefined();
  expect(simulation.environment.spheres[0].center).toEqual([9, 0, 0]);
  expect(() => simulation.apply({ type: 'carry', list: 'spheres', index: 1, to: [0, 0, 0] })).toThrow(
    'carry.index: there is no spheres[1], the scene has 1',
  );
});
