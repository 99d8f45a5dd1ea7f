import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { angularMomentum, momentum } from '../../fixtures/momentum';
import { randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';

/** Methods that keep a Hamiltonian near the true one, and angular momentum to rounding. */
const SYMPLECTIC = ['symplectic-euler', 'velocity-verlet'];
/** Solved to rounding, so that what is seen is the method. */
const TIGHT = { cgTolerance: 1e-13, newtonTolerance: 1e-13, cgIterations: 1000 };

const distance = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Two bodies on Kepler's ellipse: half axis a, eccentricity e, begun at the far end, with the centre of mass at rest. */
const [G, M, m, a, e] = [0.16, 1, 0.2, 0.4, 0.3];
const PERIOD = 2 * Math.PI * Math.sqrt(a ** 3 / (G * (M + m)));
const ENERGY = (-G * M * m) / (2 * a);
const kepler: SceneFile = (() => {
  const r = a * (1 + e);
  const v = Math.sqrt((G * (M + m) * (1 - e)) / (a * (1 + e)));
  const [star, planet] = [m / (M + m), M / (M + m)];
  return {
    hooke: 1,
    particles: {
      positions: [
        [-star * r, 0, 0],
        [planet * r, 0, 0],
      ],
      velocities: [
        [0, -star * v * 0.6, -star * v * 0.8],
        [0, planet * v * 0.6, planet * v * 0.8],
      ],
      masses: [M, m],
    },
    forces: [{ type: 'attraction', G }],
    params: { gravity: 0, ...TIGHT },
  };
})();

function orbit(integrator: string, steps: number, clamp = 1): Simulation {
  const params = { dt: PERIOD / steps, clamp };
  return createSimulation({ scene: kepler, integrator, params, precision: 'double' });
}

describe('two bodies on an ellipse', { tags: ['same-on-every-kernel'] }, () => {
  test('have the energy −G M m/2a', () => expect(orbit('rk4', 100).energy().total).toBeCloseTo(ENERGY, 14));

  eachMethodInTurn(5, ({ id, order, implicit }) => {
    // Unclamped: what an implicit method is in itself.
    test(`return after Kepler’s period 2π√(a³/G(M + m)), with order ${order}`, () => {
      const start = orbit(id, 1);
      const error = (steps: number) => {
        const simulation = orbit(id, steps, 0);
        simulation.step(steps);
        return distance(simulation.particle(1).position, start.particle(1).position);
      };
      const steps = order === 1 ? 32_000 : order === 2 ? 2000 : 500;
      const [coarse, fine] = [error(steps), error(2 * steps)];
      expect(fine).toBeLessThan(2e-2 * a);
      const seen = Math.log2(coarse / fine);
      // On a closed orbit what is left at the end may be of higher order than the method.
      expect(seen, `observed order ${seen}`).toBeGreaterThan(order - 0.2);
    });

    test('conserve momentum', () => {
      const simulation = orbit(id, 1000);
      simulation.step(1000);
      for (const part of momentum(simulation)) expect(Math.abs(part)).toBeLessThan(implicit ? 1e-12 : 1e-15);
    });

    if (SYMPLECTIC.includes(id)) {
      test('conserve angular momentum to rounding, and energy without a drift', () => {
        const simulation = orbit(id, 1000);
        const before = angularMomentum(simulation);
        const mean = () => {
          let total = 0;
          for (let i = 0; i < 1000; i++) {
            simulation.step();
            total += simulation.energy().total / 1000;
          }
          return total;
        };
        const first = mean();
        simulation.step(98_000);
        const swing = Math.abs(first / ENERGY - 1);
        expect(Math.abs(mean() / first - 1)).toBeLessThan(0.05 * Math.max(swing, 1e-6));
        expect(distance(angularMomentum(simulation), before)).toBeLessThan(1e-13);
      });
    }
  });

  test('spiral out under explicit Euler and in under implicit Euler', () => {
    const energyUnder = (id: string) => {
      const simulation = orbit(id, 2000);
      simulation.step(2000);
      return simulation.energy().total / ENERGY;
    };
    expect(energyUnder('explicit-euler')).toBeLessThan(0.99);
    expect(energyUnder('implicit-euler')).toBeGreaterThan(1.01);
  });
});

describe('a cloud of twelve bodies in long implicit steps', () => {
  const random = randomNumbers(3);
  const scene: SceneFile = {
    hooke: 1,
    particles: { positions: Array.from({ length: 12 }, (): Vec3 => [random(), random(), random()]), masses: 0.1 },
    forces: [{ type: 'attraction', G: 1, softening: 0.05 }],
    params: { gravity: 0, dt: 0.3, ...TIGHT },
  };
  const solved = (clamp: number) => {
    const params = { clamp, stopOnBlowUp: 0 };
    const simulation = createSimulation({ scene, integrator: 'implicit-euler', params, precision: 'double' });
    return Array.from({ length: 100 }, () => simulation.step().converged);
  };

  test('converges in every step if the derivative is clamped', () => expect(solved(1)).not.toContain(false));
  test('has an indefinite matrix if it is not clamped', () => expect(solved(0)).toContain(false));
});

describe('the scene orbit', () => {
  test('has a period of 3.97 s, and keeps its extreme distances', () => {
    const simulation = createSimulation({ scene: 'orbit', precision: 'double' });
    const [star, planet] = [0, 1].map((i) => simulation.particle(i).position);
    const span = () => distance(simulation.particle(0).position, simulation.particle(1).position);
    expect(distance(star, planet)).toBeCloseTo(0.4 * 1.6, 14);
    const period = 2 * Math.PI * Math.sqrt(0.4 ** 3 / (0.16 * 1.001));
    expect(period).toBeCloseTo(3.97, 2);
    let nearest = Number.POSITIVE_INFINITY;
    while (simulation.time < period) {
      simulation.step();
      nearest = Math.min(nearest, span());
    }
    expect(nearest).toBeCloseTo(0.4 * 0.4, 4);
    expect(distance(simulation.particle(1).position, planet)).toBeLessThan(2e-3);
    for (const part of momentum(simulation)) expect(Math.abs(part)).toBeLessThan(1e-15);
  });
});

describe('three bodies on a figure of eight', { tags: ['sampled'] }, () => {
  // Chenciner and Montgomery give nine digits of each.
  const period = 6.32591398;

  for (const id of ['rk3', 'rk4', 'velocity-verlet', 'trapezoidal']) {
    test(`return after their period under ${id}, and exchange places after a third of it`, () => {
      const steps = 3000;
      const params = { dt: period / steps, clamp: 0, ...TIGHT };
      const simulation = createSimulation({ scene: 'three-bodies', integrator: id, params, precision: 'double' });
      const places = () => [0, 1, 2].map((i) => simulation.particle(i).position);
      const start = places();
      const energy = simulation.energy().total;
      simulation.step(steps / 3);
      const third = places();
      for (let i = 0; i < 3; i++) {
        expect(Math.min(...start.map((place) => distance(place, third[i])))).toBeLessThan(1e-4);
        expect(distance(third[i], start[i])).toBeGreaterThan(0.5);
      }
      simulation.step((2 * steps) / 3);
      places().forEach((place, i) => {
        expect(distance(place, start[i])).toBeLessThan(id === 'rk4' ? 2e-7 : 1e-4);
      });
      expect(simulation.energy().total / energy).toBeCloseTo(1, id === 'rk4' ? 10 : 5);
      for (const part of [...momentum(simulation), ...angularMomentum(simulation)]) {
        expect(Math.abs(part)).toBeLessThan(1e-6);
      }
    });
  }

  const periods = LONG ? 100 : 30;
  test(`stay on their orbit for ${periods} periods at the scene’s own dt, in single precision too`, {
    tags: ['long'],
  }, () => {
    const simulation = createSimulation({ scene: 'three-bodies' });
    while (simulation.time < periods * period) {
      expect(simulation.step(1000).ok).toBe(true);
      for (let i = 0; i < 3; i++) expect(Math.abs(simulation.particle(i).position[0])).toBeLessThan(1.2);
    }
  });
});

describe('the quizzes of free fall', { tags: ['same-on-every-kernel'] }, () => {
  const simulationOf = (integrator: string) =>
    createSimulation({ scene: 'free-fall', integrator, params: TIGHT, precision: 'double' });
  /** How often h²a is in x after two steps. */
  const gained: Record<string, number> = {
    'explicit-euler': 1,
    'symplectic-euler': 3,
    'implicit-euler': 3,
    'implicit-euler-newton': 3,
    pbd: 3,
    'projective-dynamics': 3,
    xpbd: 3,
    'vertex-block-descent': 3,
  };

  for (const { id, order } of INTEGRATORS) {
    const times = order >= 2 ? 2 : gained[id];
    test(`after two steps ${id} is at x₀ + 2hv₀ + ${times}h²a`, () => {
      const simulation = simulationOf(id);
      const { dt: h, gravity } = simulation.params;
      const [x0, v0] = [simulation.particle(0).position[1], simulation.particle(0).velocity[1]];
      simulation.step(2);
      expect(simulation.particle(0).position[1]).toBeCloseTo(x0 + 2 * h * v0 - times * h * h * gravity, 14);
      expect(simulation.particle(0).velocity[1]).toBeCloseTo(v0 - 2 * h * gravity, 14);
    });
  }

  test('the ball lands on its ground and rests there', () => {
    for (const { id } of INTEGRATORS) {
      const simulation = simulationOf(id);
      simulation.step(600);
      expect(simulation.particle(0).position[1], id).toBeGreaterThan(0.049);
      expect(simulation.particle(0).position[1], id).toBeLessThan(0.1);
    }
  });
});

describe('the oscillator', () => {
  test('follows its closed form, and spirals inwards in the phase plane', () => {
    const [k, mass, c] = [20, 0.5, 0.3];
    const simulation = createSimulation({ scene: 'damped-oscillator', integrator: 'rk4', precision: 'double' });
    const rate = c / (2 * mass);
    const omega = Math.sqrt(k / mass - rate * rate);
    for (let look = 0; look < 20; look++) {
      simulation.step(17);
      const t = simulation.time;
      const x = 0.3 * Math.exp(-rate * t) * (Math.cos(omega * t) + (rate / omega) * Math.sin(omega * t));
      const v = (-0.3 * Math.exp(-rate * t) * (k / mass) * Math.sin(omega * t)) / omega;
      expect(simulation.particle(1).position[0]).toBeCloseTo(x, 6);
      expect(simulation.particle(1).velocity[0]).toBeCloseTo(v, 5);
    }
  });
});
