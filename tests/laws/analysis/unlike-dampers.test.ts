// @module-tag sampled
// @module-tag same-on-every-kernel
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import {
  createLiveLimit,
  INTEGRATORS,
  type IntegratorDefinition,
  type SceneFile,
  type State,
  type Vec3,
} from '../../../src/physics';
import { findStabilityLimit } from '../../../src/physics/analysis/stability/stability-limit';
import { randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';
import { worldOf } from '../../fixtures/world-of';

/** The default run has the first five of 100 graphs, and the long run the others. */
const SEEDS = Array.from({ length: 100 }, (_, i) => i + 1).filter((seed) => seed <= 5 !== LONG);

/**
 * A random graph of springs at rest, of 1 to 20 free particles; masses, springs and dampers differ up to tenfold. Each particle is
 * joined to three earlier ones, of which the first three are pinned, so that nothing moves without stiffness.
 */
function graph(seed: number): SceneFile {
  const random = randomNumbers(seed);
  const unlike = (mean: number) => mean * 10 ** (random() - 0.5);
  const n = 4 + Math.floor(20 * random());
  const positions = Array.from({ length: n }, (): Vec3 => [random(), random(), random()]);
  const springs = positions.slice(3).flatMap((_, k) => {
    const earlier = new Set<number>();
    while (earlier.size < 3) earlier.add(Math.floor((k + 3) * random()));
    return [...earlier].map((i): [number, number] => [i, k + 3]);
  });
  return {
    hooke: 1,
    particles: { positions, masses: positions.map(() => unlike(0.01)), pinned: [0, 1, 2] },
    springs: {
      pairs: springs,
      stiffness: springs.map(() => unlike(100)),
      damping: springs.map(() => (random() < 0.2 ? 0 : unlike(0.1))),
    },
    params: { gravity: 0, drag: 0.01 },
  };
}

/** The spectral radius of a step about rest, by differences of the integrator's own steps. */
function radius(world: ReturnType<typeof worldOf>['world'], rest: State, method: IntegratorDefinition, h: number) {
  const { inverseMasses } = world.model;
  const free = Array.from(rest.positions.keys()).filter((i) => i % 4 < 3 && inverseMasses[i >> 2] > 0);
  const integrator = method.create(world);
  const small = 1e-6;
  // Velocities in units of 1/h.
  const columns = [...free, ...free].map((place, column) => {
    const [plus, minus] = [small, -small].map((kick) => {
      const state = { positions: rest.positions.slice(), velocities: rest.velocities.slice(), time: 0 };
      if (column < free.length) state.positions[place] += kick;
      else state.velocities[place] += kick / h;
      integrator.step(state, h);
      return [...free.map((i) => state.positions[i]), ...free.map((i) => h * state.velocities[i])];
    });
    return plus.map((value, i) => (value - minus[i]) / (2 * small));
  });
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(new Matrix(columns));
  return Math.max(...realEigenvalues.map((re, i) => Math.hypot(re, imaginaryEigenvalues[i])));
}

/** Error of a growth factor from differences. */
const ROUNDING = 1e-8;
/** The least ratio of a live limit that is no mere bound to the limit, as the page says it. */
const MIN_RATIO = 0.8;

describe('with unlike masses, springs and dampers', () => {
  for (const method of INTEGRATORS.filter(({ implicit, solvesSprings }) => !implicit && !solvesSprings)) {
    /** A graph at rest with its limit, in the order of the seeds: both tests below need all of them. */
    const found = SEEDS.map((seed) => {
      let graphWithLimit: ReturnType<typeof find> | null = null;
      const find = () => {
        const { world, state } = worldOf(graph(seed));
        return { world, state, ...findStabilityLimit(world, state, method) };
      };
      return () => {
        graphWithLimit ??= find();
        return graphWithLimit;
      };
    });

    test(`a step of ${method.id} keeps small motion small below its limit, and not 2 % beyond it`, () => {
      for (const [i, seed] of SEEDS.entries()) {
        const { world, state, dt, isBound } = found[i]();
        expect(isBound).toBe(false);
        // Now and then a shorter step.
        const h = seed % 4 === 0 ? dt / 2 : dt / 1.001;
        expect(radius(world, state, method, h), `graph ${seed}`).toBeLessThan(1 + ROUNDING);
        expect(radius(world, state, method, dt / 0.98), `graph ${seed}`).toBeGreaterThan(1 + ROUNDING);
      }
    });

    test(`the live limit of ${method.id} is no longer, and much shorter only where it says that it is a bound`, () => {
      let bounds = 0;
      for (const [i, seed] of SEEDS.entries()) {
        const { world, state, dt } = found[i]();
        const live = createLiveLimit(world)(state, method, true);
        expect(live.dt / dt, `graph ${seed}`).toBeLessThan(1.0025);
        if (live.isBound) bounds++;
        else expect(live.dt / dt, `graph ${seed}`).toBeGreaterThan(MIN_RATIO);
      }
      // Explicit Euler is stable by damping alone, which differs from mode to mode.
      if (method.id === 'explicit-euler') expect(bounds).toBeGreaterThan(SEEDS.length / 2);
    });
  }
});
