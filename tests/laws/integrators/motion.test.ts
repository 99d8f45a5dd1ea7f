import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type Vec3 } from '../../../src/physics';
import { growthPerStep } from '../../../src/physics/analysis/stability/growth';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { angularMomentum, momentum } from '../../fixtures/momentum';
import { randomCloth } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';

/** Methods that, by theory, conserve angular momentum exactly under central forces. */
const CONSERVES_ANGULAR_MOMENTUM = ['symplectic-euler', 'velocity-verlet'];

/** Methods that keep momentum once their iterations have converged, with as many as that takes; all others keep it in each of them. */
const CONVERGED: Record<string, object> = { 'vertex-block-descent': { iterations: 100 } };

const distance = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe('free fall', () => {
  const [h, g, x0, v0] = [0.1, 9.81, 2, 0.7];
  const scene: SceneFile = {
    hooke: 1,
    particles: { positions: [[0, x0, 0]], velocities: [[0.3, v0, 0]], masses: 0.2 },
    params: { dt: h, gravity: g, cgTolerance: 1e-14 },
  };
  /** The coefficient of h²a in x after two steps of the first-order methods. */
  const coefficients: Record<string, number> = {
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
    const simulation = createSimulation({ scene, integrator: id, precision: 'double' });
    simulation.step(2);
    const { position, velocity } = simulation.particle(0);
    test(`gains speed exactly under ${id}`, () => {
      expect(velocity[0]).toBeCloseTo(0.3, 14);
      expect(velocity[1]).toBeCloseTo(v0 - 2 * h * g, 14);
      expect(position[0]).toBeCloseTo(2 * h * 0.3, 14);
    });
    if (order >= 2) {
      test(`is exact under ${id}`, () => expect(position[1]).toBeCloseTo(x0 + 2 * h * v0 - 2 * h * h * g, 14));
    }
    if (id in coefficients) {
      test(`has the error of its formula under ${id}`, () => {
        expect(position[1]).toBeCloseTo(x0 + 2 * h * v0 - coefficients[id] * h * h * g, 14);
      });
    }
  }

  test('from rest is rounded away in single precision if h²g is below half an ulp, and not above', () => {
    for (const [dt, moves] of [
      [7e-5, false],
      [8.5e-5, true],
    ] as const) {
      for (const precision of ['single', 'double'] as const) {
        const one = createSimulation({
          scene: { hooke: 1, particles: { positions: [[0, 1.5, 0]], masses: 1 }, integrator: 'symplectic-euler' },
          params: { dt, gravity: g },
          precision,
        });
        one.step();
        expect(one.particle(0).position[1] < 1.5).toBe(moves || precision === 'double');
      }
    }
  });
});

describe('a free cloth without gravity', { tags: ['same-on-every-kernel'] }, () => {
  const start = (integrator: string, dt: number, params = {}) =>
    createSimulation({
      scene: randomCloth(7, { crumple: 0.1, params: { gravity: 0, drag: 0, cgTolerance: 1e-13, cgIterations: 1000 } }),
      integrator,
      params: { dt, ...params },
      precision: 'double',
    });

  eachMethodInTurn(5, ({ id, order, implicit }) => {
    test('conserves momentum', () => {
      const simulation = start(id, 1e-3, CONVERGED[id]);
      const before = momentum(simulation);
      expect(Math.hypot(...before)).toBeGreaterThan(1e-3);
      simulation.step(500);
      expect(distance(momentum(simulation), before)).toBeLessThan(implicit ? 1e-10 : 1e-14);
    });

    if (implicit) {
      test('conserves momentum to the solver tolerance', () => {
        const simulation = start(id, 1e-3);
        const before = momentum(simulation);
        simulation.apply({ type: 'set', key: 'cgTolerance', value: 1e-4 });
        simulation.step(500);
        expect(distance(momentum(simulation), before)).toBeLessThan(1e-4);
      });
    }

    const drift = (dt: number, params = {}) => {
      const simulation = start(id, dt, params);
      const before = angularMomentum(simulation);
      simulation.step(Math.round(0.2 / dt));
      return distance(angularMomentum(simulation), before);
    };
    if (CONSERVES_ANGULAR_MOMENTUM.includes(id)) {
      test('conserves angular momentum to rounding', () => expect(drift(1e-3)).toBeLessThan(1e-14));
    } else if (id === 'implicit-midpoint') {
      test('conserves angular momentum to the solver tolerance', () => {
        expect(drift(1e-3, { newtonTolerance: 1e-12 })).toBeLessThan(1e-11);
        expect(drift(1e-2, { newtonTolerance: 1e-12 })).toBeLessThan(1e-11);
      });
    } else {
      test(`changes angular momentum with order ${order} or higher`, () => {
        const dt = order === 1 ? 2.5e-4 : 1e-3;
        const [coarse, fine] = [drift(dt), drift(dt / 2)];
        expect(coarse).toBeGreaterThan(1e-13);
        expect(Math.log2(coarse / fine)).toBeGreaterThan(order - 0.2);
      });
    }
  });
});

/** The error of an explicit method of order 4 shows only over the longest run. */
const MANY_STEPS = 100_000;
const MAX_STEPS = LONG ? 1_000_000 : MANY_STEPS;
/** A relative change of the energy that shows as well over fewer steps. */
const CLEAR = 1e-6;

describe(`over up to ${MAX_STEPS} undamped steps of a spring`, { tags: ['same-on-every-kernel'] }, () => {
  const [dt, k] = [1e-3, 100];
  /** Two bodies of 1 kg that oscillate along the spring: ω² = 2k/m. */
  const hOmega = dt * Math.sqrt(2 * k);
  const scene: SceneFile = {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [1.02, 0, 0],
      ],
      masses: 1,
    },
    springs: { pairs: [[0, 1]], restLengths: [1], stiffness: k },
    params: { dt, gravity: 0, stopOnBlowUp: 0, cgTolerance: 1e-12, iterations: 1 },
  };

  eachMethodInTurn(0, (method) => {
    const perStep = growthPerStep(method, hOmega, 0);
    const isClear = 2 * MANY_STEPS * Math.abs(Math.log(perStep)) > CLEAR;
    const most = method.implicit || isClear ? MANY_STEPS : MAX_STEPS;

    test('the energy changes by the growth per step', { tags: most > MANY_STEPS ? ['sampled'] : [] }, () => {
      const simulation = createSimulation({ scene, integrator: method.id, precision: 'double' });
      // Stop when the amplitude has changed by a factor e³; it is then still much smaller than the spring's length.
      const steps = Math.min(most, Math.ceil(3 / Math.abs(Math.log(perStep))));
      /** Mean over one period, J: near its stability limit a symplectic method's energy oscillates. */
      const energy = () => {
        let total = 0;
        for (let i = 0; i < 444; i++) {
          simulation.step();
          total += simulation.energy().total;
        }
        return total / 444;
      };
      const before = energy();
      simulation.step(steps - 444);
      const ratio = Math.log(energy() / before);
      const expected = 2 * steps * Math.log(perStep);
      if (Math.abs(expected) < 1e-8) expect(Math.abs(ratio)).toBeLessThan(1e-4);
      else expect(Math.abs(ratio / expected - 1)).toBeLessThan(1e-2);
    });
  });

  test('explicit Euler and midpoint gain energy, implicit Euler loses it, symplectic Euler and Verlet do neither', () => {
    const trend = (id: string) => {
      const method = INTEGRATORS.find((one) => one.id === id);
      const perStep = method ? growthPerStep(method, hOmega, 0) - 1 : Number.NaN;
      return Math.abs(perStep) < 1e-13 ? 0 : Math.sign(perStep);
    };
    expect(['explicit-euler', 'midpoint', 'implicit-euler', 'symplectic-euler', 'velocity-verlet'].map(trend)).toEqual([
      1, 1, -1, 0, 0,
    ]);
  });

  for (const id of LONG ? CONSERVES_ANGULAR_MOMENTUM : CONSERVES_ANGULAR_MOMENTUM.slice(0, 1)) {
    test(`two rotating bodies show no energy drift under ${id}`, { tags: ['sampled'] }, () => {
      const simulation = createSimulation({ scene: 'two-bodies', integrator: id, precision: 'double' });
      const extremes = () => {
        let [low, high] = [Number.POSITIVE_INFINITY, 0];
        for (let i = 0; i < 20_000; i++) {
          simulation.step();
          const { total } = simulation.energy();
          low = Math.min(low, total);
          high = Math.max(high, total);
        }
        return [low, high];
      };
      const before = extremes();
      simulation.step(MAX_STEPS - 40_000);
      const after = extremes();
      expect(simulation.stepCount).toBe(MAX_STEPS);
      const range = before[1] - before[0];
      expect(Math.abs(after[0] - before[0])).toBeLessThan(0.02 * range);
      expect(Math.abs(after[1] - before[1])).toBeLessThan(0.02 * range);
    });
  }
});

describe('a rotating dumbbell', { tags: ['same-on-every-kernel'] }, () => {
  const [m, k, L0, Omega] = [0.01, 100, 0.1, 30];
  const length = L0 / (1 - (m * Omega * Omega) / (2 * k));
  const scene: SceneFile = {
    hooke: 1,
    particles: {
      positions: [
        [-length / 2, 0, 0],
        [length / 2, 0, 0],
      ],
      velocities: [
        [0, (-Omega * length) / 2, 0],
        [0, (Omega * length) / 2, 0],
      ],
      masses: m,
    },
    springs: { pairs: [[0, 1]], restLengths: [L0], stiffness: k },
    params: { gravity: 0, cgTolerance: 1e-13 },
  };
  const [turn] = [(2 * Math.PI) / Omega];

  test('has a length of 0.104712041885 m', () => expect(length).toBeCloseTo(0.104712041885, 12));

  for (const { id, order } of INTEGRATORS) {
    test(`keeps its length under ${id} with the order of the method`, () => {
      const error = (steps: number) => {
        const simulation = createSimulation({
          scene,
          integrator: id,
          params: { dt: turn / steps },
          precision: 'double',
        });
        let largest = 0;
        for (let i = 0; i < steps; i++) {
          simulation.step();
          const [a, b] = [simulation.particle(0).position, simulation.particle(1).position];
          largest = Math.max(largest, Math.abs(distance(a, b) - length));
        }
        return largest;
      };
      const [coarse, fine] = [error(1000), error(2000)];
      expect(fine).toBeLessThan(2e-3 * length);
      expect(Math.log2(coarse / fine)).toBeGreaterThan(order - 0.2);
    });
  }
});
