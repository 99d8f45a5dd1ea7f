import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';

const g = 9.81;

interface Options {
  position?: Vec3;
  velocity?: Vec3;
  restitution?: number;
  friction?: number;
  /** Of the floor through the origin. */
  normal?: Vec3;
  dt?: number;
  precision?: 'single' | 'double';
}

/** One particle of 1 kg, and a plane through the origin. */
function drop(integrator: string, options: Options = {}): Simulation {
  const { position = [0, 1, 0], velocity = [0, 0, 0], restitution = 0, friction = 0, normal = [0, 1, 0] } = options;
  const scene: SceneFile = {
    hooke: 1,
    particles: { positions: [position], velocities: [velocity], masses: 1 },
    planes: [{ point: [0, 0, 0], normal, restitution, friction }],
    params: { dt: options.dt ?? 1e-3, gravity: g, drag: 0, cgTolerance: 1e-10 },
  };
  return createSimulation({ scene, integrator, precision: options.precision ?? 'double' });
}

/** Heights at which the particle turns round between bounces, m. */
function bounceHeights(simulation: Simulation, count: number): number[] {
  const heights: number[] = [];
  let up = false;
  for (let i = 0; heights.length < count && i < 100_000; i++) {
    simulation.step();
    const { velocity, position } = simulation.particle(0);
    if (up && velocity[1] <= 0) heights.push(position[1]);
    up = velocity[1] > 0;
  }
  return heights;
}

const degrees = Math.PI / 180;
const slope = (angle: number): Vec3 => [Math.sin(angle), Math.cos(angle), 0];

describe('contact', () => {
  eachMethodInTurn(4, ({ id, order }) => {
    for (const restitution of [1, 0.8, 0.5]) {
      test(`bounces to e²ⁿ of its initial height at e = ${restitution}`, {
        tags: ['same-on-every-kernel'],
      }, () => {
        for (const dt of [4e-3, 1e-3]) {
          const heights = bounceHeights(drop(id, { restitution, dt }), 5);
          expect(heights).toHaveLength(5);
          // The highest point is seen up to one and a half steps late: v changes its sign by half a step beside u.
          heights.forEach((height, n) => {
            expect(Math.abs(height - restitution ** (2 * n + 2))).toBeLessThan(1.25 * g * dt * dt);
          });
        }
      });
    }

    test('bounces for ever at e = 1', { tags: ['same-on-every-kernel'] }, () => {
      const heights = bounceHeights(drop(id, { restitution: 1, dt: 1e-2 }), 200);
      expect(heights).toHaveLength(200);
      expect(Math.abs(heights[199] - 1)).toBeLessThan(g * 1e-4);
    });

    test('comes to rest if e < 1', { tags: ['same-on-every-kernel'] }, () => {
      const simulation = drop(id, { restitution: 0.5, dt: 1e-3 });
      simulation.step(5000);
      const rest = simulation.hash();
      simulation.step(1000);
      expect(simulation.hash()).toBe(rest);
      expect(simulation.particle(0).velocity).toEqual([0, 0, 0]);
    });

    for (const precision of ['single', 'double'] as const) {
      test(`keeps the bits of a particle at rest on a slope below the friction angle, in ${precision}`, () => {
        for (const angle of [0, 10, 25, 30]) {
          const n = slope(angle * degrees);
          const position: Vec3 = [1.3 * n[1], -1.3 * n[0], 0.7];
          const simulation = drop(id, { position, normal: n, friction: 0.6, dt: 0.01, precision });
          const before = simulation.hash();
          simulation.step(300);
          expect(simulation.hash(), `at ${angle}°`).toBe(before);
        }
      });
    }

    test('slides down a slope above the friction angle with g(sin θ − μ cos θ)', () => {
      const theta = 30 * degrees;
      const friction = 0.4;
      const a = g * (Math.sin(theta) - friction * Math.cos(theta));
      const errors = [0.02, 0.01].map((dt) => {
        const simulation = drop(id, { position: [0, 0, 0], normal: slope(theta), friction, dt });
        simulation.step(Math.round(1 / dt));
        const { position, velocity } = simulation.particle(0);
        expect(Math.hypot(...velocity)).toBeCloseTo(a, 9);
        expect(Math.abs(position[0] * Math.sin(theta) + position[1] * Math.cos(theta))).toBeLessThan(1e-9);
        return Math.abs(Math.hypot(...position) - a / 2);
      });
      if (order === 1) expect(errors[0] / errors[1]).toBeCloseTo(2, 1);
      else for (const error of errors) expect(error).toBeLessThan(1e-9);
    });

    test('pushed up a slope moves v²/2g(sin θ + μ cos θ), and stays there below the friction angle', () => {
      const theta = 20 * degrees;
      const friction = 0.5;
      const way = 4 / (2 * g * (Math.sin(theta) + friction * Math.cos(theta)));
      const velocity: Vec3 = [-2 * Math.cos(theta), 2 * Math.sin(theta), 0];
      const dt = 1e-3;
      const simulation = drop(id, { position: [0, 0, 0], velocity, normal: slope(theta), friction, dt });
      simulation.step(1000);
      const rest = simulation.hash();
      expect(Math.abs(Math.hypot(...simulation.particle(0).position) - way)).toBeLessThan(2 * dt);
      simulation.step(1000);
      expect(simulation.hash()).toBe(rest);
    });

    test('loses at most μ|Δv_N| of its tangential velocity in a bounce', () => {
      const simulation = drop(id, { velocity: [3, 0, 0], restitution: 0.5, friction: 0.2, dt: 1e-4 });
      while (simulation.particle(0).velocity[1] <= 0) simulation.step();
      const fall = Math.sqrt(2 * g);
      expect(Math.abs(simulation.particle(0).velocity[0] - (3 - 0.2 * 1.5 * fall))).toBeLessThan(1e-3);
    });

    test('leaves a frictionless sphere after falling by a third of the radius', () => {
      const dt = 1e-4;
      const scene: SceneFile = {
        hooke: 1,
        particles: { positions: [[0.02, Math.sqrt(1 - 0.02 ** 2), 0]], masses: 1 },
        spheres: [{ center: [0, 0, 0], radius: 1 }],
        params: { dt, gravity: g, drag: 0 },
      };
      const simulation = createSimulation({ scene, integrator: id, precision: 'double' });
      const distance = () => Math.hypot(...simulation.particle(0).position);
      // Far enough that what follows is no rounding, soon enough that the place is still the one where it left.
      while (distance() < 1 + 1e-5) simulation.step();
      const start = Math.sqrt(1 - 0.02 ** 2);
      expect(Math.abs(simulation.particle(0).position[1] / start - 2 / 3)).toBeLessThan(0.03);
    });

    test('stops a fast particle at a small sphere', () => {
      for (const offset of [0, 0.05, 0.09]) {
        const scene: SceneFile = {
          hooke: 1,
          particles: { positions: [[-1, offset, 0]], velocities: [[80, 0, 0]], masses: 1 },
          spheres: [{ center: [0, 0, 0], radius: 0.1, restitution: 1 }],
          params: { dt: 1 / 30, gravity: 0 },
        };
        const simulation = createSimulation({ scene, integrator: id, precision: 'double' });
        simulation.step();
        // As light is by a mirror: turned by π − 2 asin(offset/radius).
        const turned = Math.PI - 2 * Math.asin(offset / 0.1);
        expect(simulation.particle(0).velocity[0]).toBeCloseTo(80 * Math.cos(turned), 6);
        expect(simulation.particle(0).velocity[1]).toBeCloseTo(80 * Math.sin(turned), 6);
      }
    });

    test('rests in the corner of floor and walls', () => {
      const scene: SceneFile = {
        hooke: 1,
        particles: { positions: [[0.5, 0.5, 0.5]], velocities: [[-2, 0, -1]], masses: 1 },
        planes: [
          { point: [0, 0, 0], normal: [0, 1, 0], friction: 0.1 },
          { point: [0, 0, 0], normal: [1, 1, 0] },
          { point: [0, 0, 0], normal: [0, 0.2, 1] },
        ],
        params: { dt: 2e-3, gravity: g, drag: 0 },
      };
      const simulation = createSimulation({ scene, integrator: id, precision: 'double' });
      simulation.step(3000);
      const rest = simulation.hash();
      const { position } = simulation.particle(0);
      expect(position[1]).toBeGreaterThan(-1e-6);
      simulation.step(100);
      expect(simulation.hash()).toBe(rest);
    });
  });
});
