import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import {
  createLiveLimit,
  createSimulation,
  INTEGRATORS,
  MATERIALS,
  type Simulation,
  stabilityLimit,
  type Vec3,
} from '../../../src/physics';
import { createScaledDerivatives, gershgorinBounds } from '../../../src/physics/analysis/stability/scaled-derivatives';
import { randomNumbers } from '../../fixtures/random';
import { everyNth } from '../../fixtures/run-length';

/** Largest eigenvalues of K̂ and D̂ by a dense solver. */
function dense({ world, state }: Simulation): { kappa: number; delta: number } {
  const matrices = createScaledDerivatives(world);
  matrices.linearize(state);
  const { inverseMasses } = world.model;
  const at = Array.from({ length: matrices.size }, (_, i) => i).filter((i) => i % 4 < 3 && inverseMasses[i >> 2] > 0);
  const largest = (a: number, b: number) => {
    const columns = at.map((place) => {
      const x = new Float64Array(matrices.size);
      const y = new Float64Array(matrices.size);
      x[place] = 1;
      matrices.multiply(y, x, a, b);
      return at.map((i) => y[i]);
    });
    const { realEigenvalues } = new EigenvalueDecomposition(new Matrix(columns), { assumeSymmetric: true });
    return Math.max(...realEigenvalues);
  };
  return { kappa: largest(1, 0), delta: largest(0, 1) };
}

/** The live limit, relative to the limit, for integrators whose estimate is less accurate. */
const LEAST: Record<string, number> = { 'explicit-euler': 0.03, midpoint: 0.2 };
const CLOTH = { rows: 7, columns: 7, gravity: 0 };
type Change = (simulation: Simulation, random: () => number) => void;

const scale =
  (x: number, y: number): Change =>
  ({ state: { positions } }) => {
    for (let i = 0; i < positions.length; i += 4) {
      positions[i] *= x;
      positions[i + 1] *= y;
    }
  };
const shake =
  (far: number): Change =>
  ({ state: { positions } }, random) => {
    for (let i = 0; i < positions.length; i++) if (i % 4 < 3) positions[i] += far * (2 * random() - 1);
  };
const set =
  (key: string, value: number): Change =>
  (simulation) =>
    simulation.apply({ type: 'set', key, value });

const CHANGES: Record<string, Change> = {
  'at rest': () => {},
  stretched: scale(1.4, 1.4),
  'stretched along one axis and compressed along the other': scale(2, 0.7),
  compressed: scale(0.6, 0.6),
  crumpled: shake(0.05),
  'with one particle displaced far': ({ state, particleCount }, random) => {
    state.positions[4 * Math.floor(random() * particleCount) + 2] += 0.5;
  },
  'with one particle displaced slightly': ({ state, particleCount }, random) => {
    state.positions[4 * Math.floor(random() * particleCount)] += 0.03;
  },
  'with cut springs': (simulation, random) => {
    for (let i = 0; i < 15; i++)
      simulation.apply({ type: 'cut', spring: Math.floor(random() * simulation.model.springCount) });
  },
  'with more pins': (simulation) => simulation.apply({ type: 'pins', particles: [0, 6, 20, 21, 22, 30, 41] }),
  stiffer: set('stiffness', 900),
  softer: set('stiffness', 70),
  'with more damping': set('damping', 0.05),
  'with little damping': set('damping', 1e-4),
  grabbed: (simulation) => simulation.apply({ type: 'grab', particle: 24, target: [0, 0, 0] }),
  'with drag': set('drag', 0.01),
  'with air drag': set('airDrag', 1),
  'that resists bending': (simulation) => {
    simulation.apply({ type: 'set', key: 'bending', value: 0.05 });
    simulation.apply({ type: 'set', key: 'bendingDamping', value: 1e-3 });
  },
  'that resists bending more than stretching': set('bending', 5),
};

describe('the live limit', () => {
  test.each(Object.entries(CHANGES).map(([name, change], place) => [name, change, place] as const))(
    'finds the largest eigenvalues %s, after one search and after five',
    { tags: ['sampled', 'same-on-every-kernel'] },
    (_, change, place) => {
      // One of the seeds in turn.
      for (const seed of everyNth(4, [1, 2, 4, 3], place)) {
        const random = randomNumbers(seed);
        const simulation = createSimulation({ precision: 'double', params: CLOTH });
        if (seed === 3) shake(0.01)(simulation, random);
        const [method] = INTEGRATORS.filter(({ id }) => id === 'symplectic-euler');
        const liveLimit = createLiveLimit(simulation.world);
        for (let i = 0; i < 5; i++) liveLimit(simulation.state, method, i === 0);
        change(simulation, random);
        const { kappa, delta } = dense(simulation);
        // With an unchanged world, and after a command.
        const sudden = liveLimit(simulation.state, method, seed % 2 === 0);
        expect(sudden.omegaMax ** 2 / kappa).toBeGreaterThan(0.95);
        for (let i = 0; i < 4; i++) liveLimit(simulation.state, method, false);
        const warm = liveLimit(simulation.state, method, false);
        expect(warm.omegaMax ** 2 / kappa).toBeGreaterThan(0.995);
        expect(warm.omegaMax ** 2 / kappa).toBeLessThan(1.1);
        expect(warm.decayMax / delta).toBeGreaterThan(0.995);
        expect(warm.decayMax / delta).toBeLessThan(1.1);
        if (seed % 2 === 0) expect(sudden.decayMax / delta).toBeGreaterThan(0.95);
      }
    },
  );

  test.each(everyNth(9, MATERIALS, 8).map(({ id }) => id))(
    'finds the largest eigenvalues of a crumpled cloth of %s, with the bending of its card and with a thousand times that',
    { tags: ['sampled', 'same-on-every-kernel'] },
    (material) => {
      for (const times of [1, 1000]) {
        const simulation = createSimulation({ precision: 'double', params: CLOTH, material });
        const { bending, bendingDamping } = simulation.params;
        for (const [key, value] of Object.entries({ bending, bendingDamping })) {
          simulation.apply({ type: 'set', key, value: times * value });
        }
        shake(0.02)(simulation, randomNumbers(6));
        const { kappa, delta } = dense(simulation);
        const [method] = INTEGRATORS.filter(({ id }) => id === 'symplectic-euler');
        const liveLimit = createLiveLimit(simulation.world);
        for (let i = 0; i < 5; i++) liveLimit(simulation.state, method, i === 0);
        const { omegaMax, decayMax } = liveLimit(simulation.state, method, false);
        for (const ratio of [omegaMax ** 2 / kappa, decayMax / delta]) {
          expect(ratio).toBeGreaterThan(0.995);
          expect(ratio).toBeLessThan(1.1);
        }
      }
    },
  );

  test.each([
    ['in that shape', 1],
    ['laid flat', 0],
  ])(
    'finds the largest eigenvalues of bending of a cloth that is curved at rest, %s, below its bounds',
    (_, height) => {
      const saved = createSimulation({ params: { ...CLOTH, bending: 0.05, bendingDamping: 1e-3, bend: 0 } }).save();
      const places = Array.from({ length: 49 }, (_, i): Vec3 => [(i % 7) / 6, Math.floor(i / 7) / 6, 0]);
      const curved = (size: number) => places.map(([x, y]): Vec3 => [x, y, size * (0.8 * x * x - 0.6 * x * y)]);
      const particles = { ...saved.particles, positions: curved(height) };
      const simulation = createSimulation({ scene: { ...saved, particles, rest: curved(1) }, precision: 'double' });
      const { kappa, delta } = dense(simulation);
      const { omega, damping, complete } = gershgorinBounds(simulation.world);
      expect(complete).toBe(true);
      expect(omega ** 2).toBeGreaterThan(kappa);
      expect(damping).toBeGreaterThan(delta);
      const [method] = INTEGRATORS.filter(({ id }) => id === 'symplectic-euler');
      const liveLimit = createLiveLimit(simulation.world);
      for (let i = 0; i < 5; i++) liveLimit(simulation.state, method, i === 0);
      const warm = liveLimit(simulation.state, method, false);
      for (const ratio of [warm.omegaMax ** 2 / kappa, warm.decayMax / delta]) {
        expect(ratio).toBeGreaterThan(0.995);
        expect(ratio).toBeLessThan(1.1);
      }
    },
  );

  for (const method of everyNth(16, INTEGRATORS, 10)) {
    test(`is no longer than the limit of ${method.id}, and not much shorter`, {
      tags: ['same-on-every-kernel', 'sampled'],
    }, () => {
      for (const [scene, params] of [
        ['cloth', CLOTH],
        ['cloth', { ...CLOTH, damping: 0.1 }],
        ['taichi-grid', {}],
        ['chain', { damping: 0.02 }],
        ['two-bodies', {}],
      ] as const) {
        const simulation = createSimulation({ scene, precision: 'double', params, integrator: method.id });
        const { dt } = stabilityLimit(simulation);
        const liveLimit = createLiveLimit(simulation.world);
        for (let i = 0; i < 8; i++) liveLimit(simulation.state, method, i === 0);
        const live = liveLimit(simulation.state, method, false);
        if (dt === 0 || dt === Number.POSITIVE_INFINITY) expect(live.dt).toBe(dt);
        else {
          expect(live.dt / dt, `${scene}, ${live.dt} for ${dt}`).toBeLessThan(1.0025);
          // If undamped motion grows at every dt, the limit depends on the smallest damping, which is hard to estimate.
          expect(live.dt / dt, `${scene}, ${live.dt} for ${dt}`).toBeGreaterThan(LEAST[method.id] ?? 0.9);
        }
      }
    });
  }

  test('adapts to another integrator, and to another scene by a new search', () => {
    const simulation = createSimulation({ scene: 'two-bodies' });
    const liveLimit = createLiveLimit(simulation.world);
    const limits = INTEGRATORS.map((method) => [method.id, liveLimit(simulation.state, method, true).dt]);
    const { 'symplectic-euler': symplectic, rk4, 'implicit-euler': implicit, midpoint } = Object.fromEntries(limits);
    expect(rk4 / symplectic).toBeCloseTo(Math.SQRT2, 6);
    expect([implicit, midpoint]).toEqual([Number.POSITIVE_INFINITY, 0]);
  });
});
