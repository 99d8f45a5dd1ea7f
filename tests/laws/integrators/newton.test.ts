import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { CORRECTIONS, type StepReport } from '../../../src/physics/world/integrator';
import { randomCloth } from '../../fixtures/random';
import { everyNth } from '../../fixtures/run-length';
import { worldOf } from '../../fixtures/world-of';

/** A step from x, v to x1, v1. Vectors are 4n. */
interface Step {
  h: number;
  x: ArrayLike<number>;
  v: ArrayLike<number>;
  x1: ArrayLike<number>;
  v1: ArrayLike<number>;
  /** M⁻¹f. */
  acceleration(x: ArrayLike<number>, v: ArrayLike<number>): Float64Array;
  /** The state after a step of the trapezoidal rule of this length. */
  trapezoidal(h: number): { positions: ArrayLike<number>; velocities: ArrayLike<number> };
}

/** γ of TR-BDF2. */
const GAMMA = 2 - Math.SQRT2;

/** a·p + b·q. */
const sum = (a: number, p: ArrayLike<number>, b: number, q: ArrayLike<number>) =>
  Float64Array.from({ length: p.length }, (_, i) => a * p[i] + b * q[i]);

/** (v⁺, x⁺) by the formulas of each method that solves its equation by Newton's method, from its own end. */
const EQUATIONS: Record<string, (step: Step) => [v: Float64Array, x: Float64Array]> = {
  'implicit-euler-newton': ({ h, x, v, x1, v1, acceleration }) => [
    sum(1, v, h, acceleration(x1, v1)),
    sum(1, x, h, v1),
  ],
  trapezoidal: ({ h, x, v, x1, v1, acceleration }) => [
    sum(1, sum(1, v, h / 2, acceleration(x, v)), h / 2, acceleration(x1, v1)),
    sum(1, x, h / 2, sum(1, v, 1, v1)),
  ],
  'implicit-midpoint': ({ h, x, v, x1, v1, acceleration }) => {
    const velocity = sum(0.5, v, 0.5, v1);
    return [sum(1, v, h, acceleration(sum(0.5, x, 0.5, x1), velocity)), sum(1, x, h, velocity)];
  },
  // Bank et al.: y⁺ = y_γ/(γ(2 − γ)) − (1 − γ)²/(γ(2 − γ)) y + (1 − γ)/(2 − γ) h F(y⁺).
  'tr-bdf2': ({ h, x, v, x1, v1, acceleration, trapezoidal }) => {
    const { positions, velocities } = trapezoidal(GAMMA * h);
    const [a, b] = [1, -((1 - GAMMA) ** 2)].map((weight) => weight / (GAMMA * (2 - GAMMA)));
    const c = ((1 - GAMMA) / (2 - GAMMA)) * h;
    return [sum(1, sum(a, velocities, b, v), c, acceleration(x1, v1)), sum(1, sum(a, positions, b, x), c, v1)];
  },
};
const SOLVED = { cgTolerance: 1e-12, cgIterations: 2000, newtonTolerance: 1e-11, newtonIterations: 60 };

/** A net of 5 × 5 pinned at one edge and stretched to twice its length, so that every spring is stretched. */
function stretchedNet(params: Record<string, number> = {}): SceneFile {
  const file = randomCloth(3, { rows: 5, columns: 5, cell: 0.2, crumple: 0.15, damping: 0, pinned: [0, 1, 2, 3, 4] });
  return { ...file, params: { gravity: 9.81, dt: 0.01, ...params } };
}

function smallestStretch({ model, state: { positions: x } }: Simulation): number {
  const stretches = Array.from({ length: model.springCount }, (_, j) => {
    const [a, b] = [4 * model.springs[2 * j], 4 * model.springs[2 * j + 1]];
    return Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]) / model.restLengths[j];
  });
  return Math.min(...stretches);
}

/** ‖M(v⁺ − its formula)‖ over the free particles, and the largest |x⁺ − its formula|. */
function residualsOf(id: string, file: SceneFile, simulation: Simulation): { impulse: number; position: number } {
  const { world, state: before } = worldOf(file, { params: simulation.params });
  const { masses, inverseMasses } = world.model;
  for (const i of file.particles.pinned ?? []) before.velocities.fill(0, 4 * i, 4 * i + 3);
  const { positions, velocities } = simulation.state;
  const [v1, x1] = EQUATIONS[id]({
    h: simulation.params.dt,
    x: before.positions,
    v: before.velocities,
    x1: positions,
    v1: velocities,
    acceleration(x, v) {
      const f = new Float64Array(x.length);
      world.computeForces({ positions: Float64Array.from(x), velocities: Float64Array.from(v), time: 0 }, f);
      return f.map((value, i) => value * inverseMasses[i >> 2]);
    },
    trapezoidal(dt) {
      const params = { ...simulation.params, dt };
      const first = createSimulation({ scene: file, integrator: 'trapezoidal', params, precision: 'double' });
      expect(first.step()).toMatchObject({ ok: true, converged: true });
      return first.state;
    },
  });
  return {
    impulse: Math.hypot(...v1.map((v, i) => (inverseMasses[i >> 2] === 0 ? 0 : masses[i >> 2] * (v - velocities[i])))),
    position: Math.max(...x1.map((x, i) => Math.abs(x - positions[i]))),
  };
}

test('every method that runs Newton’s method is tested here', () => {
  expect(INTEGRATORS.filter(({ newton }) => newton).map(({ id }) => id)).toEqual(Object.keys(EQUATIONS).sort());
});

for (const id of Object.keys(EQUATIONS)) {
  describe(`a step of ${id}`, () => {
    test('satisfies its own equation, on crumpled cloth with dashpots, drag and pins', () => {
      for (const seed of [1, 2, 3, 4]) {
        for (const clamp of [1, 0]) {
          const file = randomCloth(seed, { rows: 5, columns: 6, pinned: [0, 5] });
          const params = { ...SOLVED, clamp, dt: 5e-3, drag: 0.02 };
          const simulation = createSimulation({ scene: file, integrator: id, params, precision: 'double' });
          expect(simulation.step()).toMatchObject({ ok: true, converged: true });
          const { impulse, position } = residualsOf(id, file, simulation);
          expect(impulse).toBeLessThan(1e-10);
          expect(position).toBeLessThan(1e-15);
        }
      }
    });

    test('converges quadratically if all springs are stretched and undamped', () => {
      const residuals: number[] = [];
      for (let newtonIterations = 1; newtonIterations <= 6; newtonIterations++) {
        const params = { ...SOLVED, newtonTolerance: 1e-15, cgTolerance: 1e-14, newtonIterations };
        const simulation = createSimulation({ scene: stretchedNet(params), integrator: id, precision: 'double' });
        expect(smallestStretch(simulation)).toBeGreaterThan(1);
        residuals.push(simulation.step().residual);
        expect(smallestStretch(simulation)).toBeGreaterThan(1);
      }
      const falling = residuals.filter((residual) => residual > 1e-13);
      const message = residuals.map((residual) => residual.toExponential(1)).join(' ');
      // The stages of TR-BDF2 are shorter: two iterations reach rounding errors.
      expect(falling.length, message).toBeGreaterThanOrEqual(id === 'tr-bdf2' ? 2 : 3);
      for (let k = 1; k < falling.length; k++) expect(falling[k] / falling[k - 1] ** 2, message).toBeLessThan(1);
      expect(Math.min(...residuals), message).toBeLessThan(1e-12);
    });

    test('reports that it did not converge when it runs out of iterations', () => {
      const params = { newtonIterations: 1, newtonTolerance: 1e-9, dt: 5e-3 };
      const simulation = createSimulation({ scene: randomCloth(5), integrator: id, params, precision: 'double' });
      const report = simulation.step();
      expect(report).toMatchObject({ ok: true, converged: false });
      expect(report.residual).toBeGreaterThan(1e-9);
      simulation.apply({ type: 'set', key: 'newtonIterations', value: 60 });
      const better = simulation.step();
      expect(better.converged).toBe(true);
      expect(better.residual).toBeLessThanOrEqual(1e-9);
    });

    test('reports the total number of conjugate-gradient iterations', () => {
      const run = (newtonIterations: number) => {
        const params = { ...SOLVED, newtonIterations };
        return createSimulation({ scene: stretchedNet(params), integrator: id, precision: 'double' }).step().iterations;
      };
      expect(run(2)).toBeGreaterThan(run(1));
      expect(run(1)).toBeGreaterThan(0);
    });

    test('converges in single precision to rounding, close to the result in double precision', () => {
      const [single, double] = (['single', 'double'] as const).map((precision) => {
        const params = { newtonTolerance: 1e-12, newtonIterations: 60, cgTolerance: 1e-6, dt: 5e-3 };
        const simulation = createSimulation({ scene: stretchedNet(params), integrator: id, precision });
        for (let i = 0; i < 10; i++) expect(simulation.step().converged).toBe(true);
        return simulation;
      });
      for (let i = 0; i < single.particleCount; i++) {
        const [a, b] = [single.particle(i).velocity, double.particle(i).velocity];
        for (let axis = 0; axis < 3; axis++) expect(Math.abs(a[axis] - b[axis])).toBeLessThan(1e-3);
      }
    });

    test('does not change a state at rest', () => {
      const particles = { positions: [0, 1, 2].map((x): Vec3 => [x, 0, 0]), masses: 1 };
      const springs: SceneFile['springs'] = {
        pairs: [
          [0, 1],
          [1, 2],
        ],
        stiffness: 1e4,
      };
      const scene: SceneFile = { hooke: 1, particles, springs, params: { gravity: 0, dt: 0.1 } };
      const simulation = createSimulation({ scene, integrator: id });
      const before = simulation.hash();
      const report: Partial<StepReport> = { ...simulation.step() };
      expect(report).toMatchObject({ ok: true, converged: true, iterations: 0, residual: 0 });
      expect(report.allSteps ?? 1).toBe(1);
      for (const name of CORRECTIONS) expect(report[`${name}Steps`] ?? 0, name).toBe(0);
      expect(simulation.hash()).toBe(before);
    });
  });
}

describe('implicit Euler by Newton', () => {
  test('equals the linearly-implicit step if the forces are linear', () => {
    // Springs with rest length 0 have a linear force.
    const file = randomCloth(2, { damping: 0, pinned: [0, 3] });
    const springs = { pairs: file.springs?.pairs ?? [], stiffness: 80, restLengths: file.springs?.pairs.map(() => 0) };
    const end = (integrator: string) => {
      const params = { ...SOLVED, drag: 0.05, dt: 0.02 };
      const scene = { ...file, springs };
      const simulation = createSimulation({ scene, integrator, params, precision: 'double' });
      simulation.step(20);
      return [...simulation.state.positions, ...simulation.state.velocities];
    };
    const newton = end('implicit-euler-newton');
    end('implicit-euler').forEach((value, i) => {
      expect(newton[i]).toBeCloseTo(value, 9);
    });
  });

  const setups = [1e5, 1e3].flatMap((stiffness) =>
    (['single', 'double'] as const).map((precision) => ({ stiffness, precision })),
  );
  test.each(everyNth(4, setups))(
    'simulates a cloth of $stiffness N/m at dt = 1/60 s without gaining energy, in $precision precision',
    { tags: ['sampled'] },
    ({ stiffness, precision }) => {
      const params = { rows: 12, columns: 12, dt: 1 / 60, stiffness };
      const simulation = createSimulation({ integrator: 'implicit-euler-newton', params, precision });
      const before = simulation.energy().total;
      for (let step = 0; step < 60; step++) {
        expect(simulation.step().ok).toBe(true);
        expect(simulation.energy().total).toBeLessThan(before);
      }
      expect(simulation.energy().kinetic).toBeLessThan(0.01 * before);
    },
  );
});

/** Of an undamped spring. */
const CONSERVING = ['implicit-midpoint', 'trapezoidal'];

test('the trapezoidal and the implicit midpoint rule alone conserve the energy of an undamped spring, at any hω', () => {
  const simulation = (integrator: string, hOmega: number) => {
    const particles: SceneFile['particles'] = {
      positions: [
        [0, 0, 0],
        [0.3, -0.2, 0.5],
      ],
      masses: 1,
      pinned: [0],
    };
    const springs = { pairs: [[0, 1]] as [number, number][], restLengths: [0], stiffness: hOmega ** 2 };
    const params = { dt: 1, gravity: 0, stopOnBlowUp: 0, cgTolerance: 1e-14, newtonTolerance: 1e-14 };
    return createSimulation({ scene: { hooke: 1, particles, springs, params }, integrator, precision: 'double' });
  };
  const change = (integrator: string, hOmega: number) => {
    const run = simulation(integrator, hOmega);
    const before = run.energy().total;
    run.step(100);
    return run.energy().total / before - 1;
  };
  for (const hOmega of [0.01, 0.5, 1.9, 10, 1000]) {
    for (const id of CONSERVING) expect(Math.abs(change(id, hOmega)), `${id} ${hOmega}`).toBeLessThan(1e-11);
  }
  const conserving = INTEGRATORS.filter(({ id }) => Math.abs(change(id, 0.5)) < 1e-11).map(({ id }) => id);
  expect(conserving).toEqual(CONSERVING);
});
