import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { randomCloth } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

/** Methods that solve the implicit equation of the step by Newton's method, and their θ. */
const THETAS = { 'implicit-euler-newton': 1, trapezoidal: 0.5 };
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

/** ‖M(v⁺ − v) − h[(1 − θ)f(x, v) + θf(x⁺, v⁺)]‖ over the free particles, and the largest |x⁺ − x − h[(1 − θ)v + θv⁺]|. */
function residualsOf(file: SceneFile, simulation: Simulation, theta: number): { impulse: number; position: number } {
  const { world, state: before } = worldOf(file, { params: simulation.params });
  for (const i of file.particles.pinned ?? []) before.velocities.fill(0, 4 * i, 4 * i + 3);
  const after = simulation.state;
  const h = simulation.params.dt;
  const [f, g] = [new Float64Array(before.positions.length), new Float64Array(before.positions.length)];
  world.computeForces(before, f);
  world.computeForces(after, g);
  let [impulse, position] = [0, 0];
  for (let i = 0; i < f.length; i++) {
    const [v, w] = [before.velocities[i], after.velocities[i]];
    const prescribed = world.model.inverseMasses[i >> 2] === 0;
    const r = world.model.masses[i >> 2] * (w - v) - h * ((1 - theta) * f[i] + theta * g[i]);
    impulse += prescribed ? 0 : r * r;
    position = Math.max(
      position,
      Math.abs(after.positions[i] - before.positions[i] - h * ((1 - theta) * v + theta * w)),
    );
  }
  return { impulse: Math.sqrt(impulse), position };
}

for (const [id, theta] of Object.entries(THETAS)) {
  describe(`a step of ${id}`, () => {
    test('satisfies its own equation, on crumpled cloth with dashpots, drag and pins', () => {
      for (const seed of [1, 2, 3, 4]) {
        for (const clamp of [1, 0]) {
          const file = randomCloth(seed, { rows: 5, columns: 6, pinned: [0, 5] });
          const params = { ...SOLVED, clamp, dt: 5e-3, drag: 0.02 };
          const simulation = createSimulation({ scene: file, integrator: id, params, precision: 'double' });
          expect(simulation.step()).toMatchObject({ ok: true, converged: true });
          const { impulse, position } = residualsOf(file, simulation, theta);
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
      expect(falling.length, message).toBeGreaterThanOrEqual(3);
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
      const { allSteps = 1, shortenedSteps = 0, repeatedSteps = 0, brakedSteps = 0, ...solve } = simulation.step();
      expect(solve).toEqual({ ok: true, converged: true, iterations: 0, residual: 0 });
      expect([allSteps, shortenedSteps, repeatedSteps, brakedSteps]).toEqual([1, 0, 0, 0]);
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

  for (const stiffness of [1e3, 1e5]) {
    test(`simulates a cloth of ${stiffness} N/m at dt = 1/60 s without gaining energy`, () => {
      const params = { rows: 12, columns: 12, dt: 1 / 60, stiffness };
      for (const precision of ['single', 'double'] as const) {
        const simulation = createSimulation({ integrator: 'implicit-euler-newton', params, precision });
        const before = simulation.energy().total;
        for (let step = 0; step < 60; step++) {
          expect(simulation.step().ok).toBe(true);
          expect(simulation.energy().total).toBeLessThan(before);
        }
        expect(simulation.energy().kinetic).toBeLessThan(0.01 * before);
      }
    });
  }
});

test('the trapezoidal rule conserves the energy of an undamped spring at any hω, and is the only method that does', () => {
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
    expect(Math.abs(change('trapezoidal', hOmega))).toBeLessThan(1e-11);
  }
  const conserving = INTEGRATORS.filter(({ id }) => Math.abs(change(id, 0.5)) < 1e-11).map(({ id }) => id);
  expect(conserving).toEqual(['trapezoidal']);
});
