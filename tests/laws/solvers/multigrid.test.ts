import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import type { SceneFile } from '../../../src/physics';
import { createSimulation } from '../../../src/physics';
import { multigrid } from '../../../src/physics/solvers/preconditioners';
import { randomNet } from '../../fixtures/net';
import { dense, isPositiveDefinite, preconditionerMatrix } from '../../fixtures/preconditioner-matrix';
import { randomNumbers } from '../../fixtures/random';
import { cases, LONG } from '../../fixtures/run-length';

/** s. */
const H = 1 / 60;

/** Multigrid in a scene as matrices. */
const matricesOf = (scene: SceneFile, clamp: boolean, held = -1) =>
  preconditionerMatrix(multigrid, scene, { clamp, held, dt: H });

/** Random nets small enough for dense matrices, some at rest on a floor. */
const nets = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  rows: fc.integer({ min: 4, max: 7 }),
  columns: fc.integer({ min: 4, max: 9 }),
  missing: fc.constantFrom(0, 0.2, 0.6),
  pinned: fc.constantFrom(0, 0.05, 0.3),
  stiffness: fc.constantFrom(1, 1e3, 1e6),
  damping: fc.constantFrom(0, 0.5),
  floor: fc.boolean(),
  held: fc.integer({ min: -1, max: 15 }),
  clamp: fc.boolean(),
  bending: fc.constantFrom(0, 1e-3, 10),
  collides: fc.boolean(),
});

describe('multigrid as a preconditioner', () => {
  test('is symmetric, and positive definite on what can change, on any net with cuts, pins, contacts, touching layers and a grab', {
    tags: ['long'],
  }, () => {
    let contacts = 0;
    let touching = 0;
    fc.assert(
      fc.property(nets, ({ seed, floor, held, clamp, collides, ...net }) => {
        const scene = randomNet(seed, { ...net, crumple: floor ? 0 : 0.8 });
        if (floor) {
          const { particles } = scene;
          // All at rest on a slope.
          scene.planes = [{ point: [0, 1, 0], normal: [0.2, 1, 0.1], friction: 0 }];
          particles.positions = particles.positions.map(([x, y]) => [x, 1 - 0.2 * x - 0.1 * (y - 1), y - 1]);
          particles.velocities = particles.positions.map(() => [0, 0, 0]);
        }
        if (collides) scene.params = { ...scene.params, dt: H, selfCollision: 1 };
        const { P, S, contacts: between } = matricesOf(scene, clamp, held);
        if (between > 0) touching++;
        const scale = P.clone().abs().max();
        expect(Matrix.sub(P, P.transpose()).abs().max()).toBeLessThan(1e-12 * scale);
        const rank = Math.round(S.trace());
        if (rank % 3 !== 0) contacts++;
        const { realEigenvalues } = new EigenvalueDecomposition(P, { assumeSymmetric: true });
        const positive = realEigenvalues.filter((value) => value > 1e-12 * scale);
        expect(positive.length).toBe(rank);
        expect(Math.min(...realEigenvalues)).toBeGreaterThan(-1e-12 * scale);
      }),
      { numRuns: 60, seed: 7 },
    );
    expect(contacts).toBeGreaterThan(5);
    expect(touching).toBeGreaterThan(5);
  });

  test('is so on nets of five levels, the second of which a cycle corrects twice', { tags: ['long'] }, () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const [rows, columns] = seed % 2 ? [10, 41] : [42, 10];
      const [missing, pinned] = [[0, 0.3, 0.6][seed % 3], seed % 4 ? 0.05 : 0.3];
      const material = { stiffness: 1000 ** (seed % 3), bending: [1, 0, 1e-3, 1e3][seed % 4] };
      const scene = randomNet(seed, { rows, columns, missing, pinned, ...material, crumple: 0.8 });
      const { P, S } = matricesOf(scene, true);
      const transposed = P.transpose();
      expect(Matrix.sub(P, transposed).abs().max()).toBeLessThan(1e-12 * P.clone().abs().max());
      const free = S.diagonal().flatMap((entry, i) => (entry === 1 ? [i] : []));
      expect(free.length).toBe(S.trace());
      const within = P.add(transposed).selection(free, free);
      expect(isPositiveDefinite(within), `seed ${seed}`).toBe(true);
    }
  });

  test('gives the solution of a dense solve', () => {
    for (const seed of [1, 2, 3]) {
      const scene = randomNet(seed, { rows: 6, columns: 9, stiffness: 1000, missing: 0.2, pinned: 0.1, damping: 0.05 });
      const params = { dt: H, cgTolerance: 1e-12, cgIterations: 500 };
      const simulation = createSimulation({ scene, integrator: 'implicit-euler', params, precision: 'double' });
      expect(simulation.preconditioner).toBe('multigrid');
      const { world, state } = simulation;
      const n = simulation.particleCount;
      const f = new Float64Array(4 * n);
      world.computeForces(state, f);
      world.linearize(state);
      const A = dense(n, (y, p) => {
        for (let i = 0; i < 4 * n; i++) y[i] = world.model.masses[i >> 2] * p[i];
        world.addDerivatives(y, p, -H * H, -H);
      });
      const b = Float64Array.from(f, (value) => H * value);
      world.addDerivatives(b, state.velocities, H * H, 0);
      const free = Array.from({ length: 3 * n }, (_, i) => i).filter(
        (i) => world.model.inverseMasses[Math.floor(i / 3)] > 0,
      );
      const at = (i: number) => 4 * Math.floor(i / 3) + (i % 3);
      const exact = solve(A.selection(free, free), Matrix.columnVector(free.map((i) => b[at(i)])));
      const before = Float64Array.from(state.velocities);
      expect(simulation.step()).toMatchObject({ converged: true });
      free.forEach((i, row) => {
        expect(Math.abs(state.velocities[at(i)] - before[at(i)] - exact.get(row, 0))).toBeLessThan(1e-10);
      });
    }
  });
});

/** Average iterations of a flat cloth of 1 m² and 0.2 kg that swings from two pinned corners. */
function swing(n: number, preconditioner: string, options: { steps: number; stiffness?: number }) {
  const { steps, stiffness = 1000 } = options;
  const flat = randomNet(1, { rows: n, columns: n, stiffness, crumple: 0, speed: 0 });
  const cell = 1 / (n - 1);
  const { pairs } = flat.springs as { pairs: [number, number][] };
  const between = ([a, b]: [number, number]) =>
    cell * Math.hypot((a % n) - (b % n), Math.floor(a / n) - Math.floor(b / n));
  const scene: SceneFile = {
    ...flat,
    particles: {
      positions: Array.from({ length: n * n }, (_, i) => [cell * (i % n), 1, cell * Math.floor(i / n)]),
      masses: 0.2 / (n * n),
      pinned: [0, n - 1],
    },
    springs: { ...flat.springs, pairs, restLengths: pairs.map(between) } as SceneFile['springs'],
  };
  const params = { dt: H, cgTolerance: 1e-3, cgIterations: 1000 };
  const simulation = createSimulation({ scene, integrator: 'implicit-euler', params, preconditioner });
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const report = simulation.step();
    expect(report).toMatchObject({ ok: true, converged: true, fellBack: undefined });
    sum += report.iterations;
  }
  return sum / steps;
}

describe('on a swinging cloth at 1,000 N/m and 1/60 s', () => {
  const sizes = [
    { n: 33, steps: 60, most: 9 },
    { n: 65, steps: 30, most: 14 },
    { n: 129, steps: 15, most: 14 },
    { n: 257, steps: 4, most: 14 },
  ];
  // The two largest in the long run.
  for (const { n, steps, most } of LONG ? sizes.slice(2) : sizes.slice(0, 2)) {
    test(`multigrid needs at most ${most} iterations on average at ${n} × ${n}`, { tags: ['sampled'] }, ({
      annotate,
    }) => {
      const iterations = swing(n, 'multigrid', { steps });
      annotate(`${n} × ${n}: ${iterations.toFixed(1)} iterations`);
      expect(iterations).toBeLessThanOrEqual(most);
    });
  }
});

/** A random state and topology. */
function anyNet(random: () => number): { scene: SceneFile; params: Record<string, number> } {
  const power = (from: number, to: number) => Math.exp(Math.log(from) + random() * Math.log(to / from));
  const sometimes = (value: number) => (random() < 0.3 ? 0 : value);
  const scene = randomNet(Math.floor(1e9 * random()), {
    rows: 4 + Math.floor(9 * random()),
    columns: 4 + Math.floor(9 * random()),
    stiffness: power(10, 1e6),
    shear: sometimes(random()),
    bend: sometimes(random()),
    damping: sometimes(0.1 * random()),
    mass: power(1e-4, 1e-2),
    crumple: sometimes(1.2 * random()),
    speed: 2,
    missing: sometimes(0.7 * random()),
    pinned: sometimes(0.1),
  });
  const params = { dt: power(1e-3, 1 / 25), cgTolerance: power(1e-8, 1e-2), cgIterations: 300 };
  return { scene, params: { ...params, clamp: random() < 0.7 ? 1 : 0 } };
}

test('Multigrid never fails where block Jacobi succeeds, on random states and topologies', {
  tags: ['sampled', 'same-on-every-kernel'],
}, () => {
  const random = randomNumbers(5);
  let failures = 0;
  for (let trial = 0; trial < cases(1000); trial++) {
    const { scene, params } = anyNet(random);
    const [ours, plain] = ['multigrid', 'block-jacobi'].map((preconditioner) =>
      createSimulation({ scene, params, integrator: 'implicit-euler', preconditioner, precision: 'double' }).step(),
    );
    if (!plain.converged) failures++;
    else expect(ours, `trial ${trial}`).toMatchObject({ ok: true, converged: true });
  }
  // Unclamped matrices are often indefinite. Without any failure the test would be vacuous.
  expect(failures).toBeGreaterThan(cases(1000) / 20);
  expect(failures).toBeLessThan(cases(1000) / 2);
});
