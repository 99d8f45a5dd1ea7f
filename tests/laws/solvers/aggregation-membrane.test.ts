import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { type Command, createSimulation } from '../../../src/physics';
import { setTriangleEdges } from '../../../src/physics/solvers/multigrid/network-preconditioner';
import { aggregation, blockJacobi } from '../../../src/physics/solvers/preconditioners';
import { aggregationByMatrices, symmetricBlock } from '../../fixtures/aggregation-by-matrices';
import { sheet } from '../../fixtures/membrane-sheet';
import { randomMembrane } from '../../fixtures/networks';
import { preconditionerMatrix } from '../../fixtures/preconditioner-matrix';
import { randomNumbers } from '../../fixtures/random';
import { everyNth, LONG } from '../../fixtures/run-length';
import { stepsBy } from '../../fixtures/steps-by';
import { worldOf } from '../../fixtures/world-of';

/** s. */
const H = 1 / 60;
/** Random states and topologies. */
const TRIALS = LONG ? 300 : 15;
const SOFT = { lambda: 2e4, mu: 3e4, phi: 20, psi: 10 };

test('aggregation of a small membrane equals the closed form with dense matrices', () => {
  for (const seed of [1, 2, 3]) {
    const options = { rows: 7, columns: 8, stiffness: 100, missing: 0.3, pinned: 0.2, damping: 0.1 };
    const scene = randomMembrane(seed, { ...options, ...SOFT });
    const at = { clamp: true, held: -1, dt: H };
    const { P, S, A } = preconditionerMatrix(aggregation, scene, at);
    const springs = preconditionerMatrix(aggregation, { ...scene, membrane: undefined }, at).A;

    const { world, state } = worldOf(scene);
    world.linearize(state, true);
    const { particleCount: nodes, membrane } = world.model;
    if (!membrane) throw new Error('no membrane');
    const edges = Matrix.zeros(3 * nodes, 3 * nodes);
    const ends = [...world.model.springs];
    const strengths = Array.from(world.model.kinds, (kind) => [4, 2, 1][kind]);
    for (let t = 0; t < membrane.triangleCount; t++) {
      const blocks = new Float64Array(18);
      setTriangleEdges(blocks, membrane, world.params, world.triangleTangents, t, H * H, H);
      for (let edge = 0; edge < 3; edge++) {
        const joined = [membrane.triangles[3 * t + edge], membrane.triangles[3 * t + ((edge + 1) % 3)]];
        ends.push(...joined);
        strengths.push(4);
        for (const i of joined)
          for (const j of joined) addBlock(edges, i, j, i === j ? 1 : -1, symmetricBlock(blocks, edge));
      }
    }
    const network = { nodes, ends: Uint32Array.from(ends), strengths: Float64Array.from(strengths) };
    const expected = aggregationByMatrices(network, A, Matrix.add(springs, S.mmul(edges).mmul(S)), S);
    expect(Matrix.sub(P, expected).abs().max()).toBeLessThan(1e-12 * expected.abs().max());
  }
});

function addBlock(to: Matrix, i: number, j: number, weight: number, block: Matrix): void {
  const sum = Matrix.add(to.subMatrix(3 * i, 3 * i + 2, 3 * j, 3 * j + 2), block.clone().mul(weight));
  to.setSubMatrix(sum, 3 * i, 3 * j);
}

/** Membranes small enough for dense matrices. */
const membranes = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  rows: fc.integer({ min: 2, max: 7 }),
  columns: fc.integer({ min: 2, max: 9 }),
  missing: fc.constantFrom(0, 0.6),
  pinned: fc.constantFrom(0, 0.05, 0.3),
  stiffness: fc.constantFrom(1e-3, 100),
  lambda: fc.constantFrom(0, 1e5),
  mu: fc.constantFrom(1e2, 1e5, 1e7),
  phi: fc.constantFrom(0, 20),
  psi: fc.constantFrom(0, 20),
  crumple: fc.constantFrom(0, 0.2, 0.8),
  held: fc.integer({ min: -1, max: 3 }),
  clamp: fc.boolean(),
});

test('aggregation is symmetric, and positive definite on what can change, on any membrane with cuts, pins and a grab', {
  tags: ['long'],
}, () => {
  fc.assert(
    fc.property(membranes, ({ seed, held, clamp, ...options }) => {
      const scene = randomMembrane(seed, options);
      const { P, S } = preconditionerMatrix(aggregation, scene, { clamp, held, dt: H });
      const scale = P.clone().abs().max();
      expect(Matrix.sub(P, P.transpose()).abs().max()).toBeLessThan(1e-12 * scale);
      const { realEigenvalues } = new EigenvalueDecomposition(P, { assumeSymmetric: true });
      expect(realEigenvalues.filter((value) => value > 1e-12 * scale).length).toBe(Math.round(S.trace()));
      expect(Math.min(...realEigenvalues)).toBeGreaterThan(-1e-12 * scale);
    }),
    { numRuns: 60, seed: 7 },
  );
});

test('aggregation never fails on a membrane where block Jacobi succeeds, on random states and topologies', {
  tags: ['sampled'],
}, () => {
  const random = randomNumbers(9);
  const power = (from: number, to: number) => Math.exp(Math.log(from) + random() * Math.log(to / from));
  const sometimes = (value: number) => (random() < 0.3 ? 0 : value);
  let failures = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const scene = randomMembrane(Math.floor(1e9 * random()), {
      rows: 2 + Math.floor(11 * random()),
      columns: 2 + Math.floor(11 * random()),
      stiffness: power(1e-2, 1e3),
      mass: power(1e-4, 1e-2),
      crumple: sometimes(0.8 * random()),
      speed: 2,
      missing: sometimes(random()),
      pinned: sometimes(0.1),
      lambda: sometimes(power(1e3, 1e7)),
      mu: power(1e3, 1e7),
      phi: sometimes(power(1, 100)),
      psi: sometimes(power(1, 100)),
    });
    const params = { cgTolerance: power(1e-8, 1e-2), cgIterations: 300, clamp: random() < 0.7 ? 1 : 0 };
    const [ours, plain] = [aggregation, blockJacobi].map((definition) => stepsBy(definition, scene, H, params)());
    if (!plain.converged) failures++;
    else expect(ours, `trial ${trial}`).toMatchObject({ ok: true, converged: true });
  }
  // Unclamped matrices are often indefinite. Without any failure the test would be vacuous.
  expect(failures).toBeGreaterThan(TRIALS / 20);
  expect(failures).toBeLessThan(TRIALS / 2);
});

/** The membrane cloth at another resolution with the same total mass. */
const clothOf = (n: number, more: Record<string, number> = {}) => ({
  scene: 'membrane-cloth',
  params: { rows: n, columns: n, mass: 0.2 / n ** 2, dt: H, ...more },
});

describe('under aggregation', () => {
  const cases: { name: string; more: Record<string, number> }[] = [
    { name: 'a membrane', more: {} },
    { name: 'a membrane ten times as stiff', more: { membraneLambda: 1e6, membraneMu: 1e6 } },
    {
      name: 'a purely viscous membrane with springs',
      more: { membraneLambda: 0, membraneMu: 0, membranePhi: 2e3, membranePsi: 2e3, structuralSprings: 1 },
    },
  ];
  for (const { name, more } of everyNth(3, cases)) {
    test(`${name} needs less than half the iterations of block Jacobi`, { tags: ['sampled'] }, ({ annotate }) => {
      const sums = ['aggregation', 'block-jacobi'].map((preconditioner) => {
        const simulation = createSimulation({ ...clothOf(40, { cgIterations: 2000, ...more }), preconditioner });
        let sum = 0;
        for (let step = 0; step < 12; step++) {
          const report = simulation.step();
          expect(report).toMatchObject({ ok: true, converged: true, fellBack: undefined });
          sum += report.iterations;
        }
        return sum / 12;
      });
      annotate(`${name}: ${sums[0].toFixed(1)} iterations, ${sums[1].toFixed(1)} under block Jacobi`);
      expect(sums[0]).toBeLessThan(0.5 * sums[1]);
    });
  }

  test('a fork of a membrane that was cut, pinned and stiffened continues with the same bits', () => {
    const simulation = createSimulation(clothOf(40));
    expect(simulation.preconditioner).toBe('aggregation');
    const between: Command[] = [
      { type: 'cut', spring: Array.from({ length: 300 }, (_, j) => 2000 + j) },
      { type: 'pins', particles: [5, 600, 601] },
      { type: 'set', key: 'membraneMu', value: 3e5 },
    ];
    for (const command of between) {
      simulation.apply(command);
      simulation.step(2);
      const fork = simulation.fork();
      expect(fork.preconditioner).toBe('aggregation');
      for (const one of [simulation, fork]) one.step(2);
      expect(fork.hash(), command.type).toBe(simulation.hash());
    }
  });

  test('a membrane moves as it does with block Jacobi', () => {
    const params = { cgTolerance: 1e-9, cgIterations: 4000 };
    const [ours, plain] = ['aggregation', 'block-jacobi'].map((preconditioner) =>
      createSimulation({ ...clothOf(24, params), precision: 'double', preconditioner }),
    );
    for (const one of [ours, plain]) expect(one.step(10)).toMatchObject({ ok: true, converged: true });
    const apart = ours.state.positions.map((x, i) => Math.abs(x - plain.state.positions[i]));
    expect(Math.max(...apart)).toBeLessThan(1e-5);
  });
});

describe('a membrane', () => {
  test('uses aggregation by default if it is large and active, and otherwise the preconditioner that its springs allow', () => {
    expect(createSimulation(clothOf(40)).preconditioner).toBe('aggregation');
    expect(createSimulation(clothOf(12)).preconditioner).toBe('block-jacobi');
    const simulation = createSimulation(clothOf(40));
    const off = { membraneLambda: 0, membraneMu: 0, membranePhi: 0, membranePsi: 0 };
    for (const [key, value] of Object.entries(off)) simulation.apply({ type: 'set', key, value });
    expect(simulation.preconditioner).toBe('multigrid');
    simulation.apply({ type: 'set', key: 'membranePsi', value: 1 });
    expect(simulation.preconditioner).toBe('aggregation');
    expect(simulation.step()).toMatchObject({ ok: true, fellBack: undefined });
  });

  test('without springs can be switched off and on with aggregation', () => {
    const scene = sheet(12, { place: (X, Y) => [1.1 * X, Y, 0.1 * X * Y], lambda: 1e5, mu: 1e5, thickness: 1e-3 });
    const simulation = createSimulation({ scene, integrator: 'implicit-euler', preconditioner: 'aggregation' });
    for (const value of [0, 1e5]) {
      for (const key of ['membraneLambda', 'membraneMu']) simulation.apply({ type: 'set', key, value });
      expect(simulation.preconditioner).toBe('aggregation');
      simulation.step(2);
      const fork = simulation.fork();
      for (const one of [simulation, fork]) expect(one.step(3)).toMatchObject({ ok: true, fellBack: undefined });
      expect(fork.hash()).toBe(simulation.hash());
    }
  });
});
