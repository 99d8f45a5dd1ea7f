import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type SpringKind } from '../../../src/physics';
import { aggregate } from '../../../src/physics/solvers/multigrid/network-level';
import { aggregation, blockJacobi } from '../../../src/physics/solvers/preconditioners';
import { aggregationByMatrices } from '../../fixtures/aggregation-by-matrices';
import { blockOfJelly, randomNetwork, ringsOfCloth, SMALL_NETWORKS } from '../../fixtures/networks';
import { preconditionerMatrix } from '../../fixtures/preconditioner-matrix';
import { randomNumbers } from '../../fixtures/random';
import { everyNth, LONG } from '../../fixtures/run-length';
import { stepsBy } from '../../fixtures/steps-by';

/** s. */
const H = 1 / 60;
/** Random states and topologies. */
const TRIALS = LONG ? 500 : 25;

/** Some at rest on a floor. */
const networks = fc.record({
  ...SMALL_NETWORKS,
  floor: fc.boolean(),
  held: fc.integer({ min: -1, max: 3 }),
  clamp: fc.boolean(),
});

test('aggregation is symmetric, and positive definite on what can change, on any network with cuts, pins, contacts and a grab', {
  tags: ['sampled'],
}, () => {
  let contacts = 0;
  fc.assert(
    fc.property(networks, ({ seed, floor, held, clamp, ...options }) => {
      const scene = randomNetwork(seed, { ...options, crumple: floor ? 0 : 0.8 });
      if (floor) {
        const { particles } = scene;
        // All at rest on a slope.
        scene.planes = [{ point: [0, 1, 0], normal: [0.2, 1, 0.1], friction: 0 }];
        particles.positions = particles.positions.map(([x, y]) => [x, 1 - 0.2 * x - 0.1 * (y - 1), y - 1]);
        particles.velocities = particles.positions.map(() => [0, 0, 0]);
      }
      const { P, S } = preconditionerMatrix(aggregation, scene, { clamp, held, dt: H });
      const scale = P.clone().abs().max();
      expect(Matrix.sub(P, P.transpose()).abs().max()).toBeLessThan(1e-12 * scale);
      const rank = Math.round(S.trace());
      if (rank % 3 !== 0) contacts++;
      const { realEigenvalues } = new EigenvalueDecomposition(P, { assumeSymmetric: true });
      expect(realEigenvalues.filter((value) => value > 1e-12 * scale).length).toBe(rank);
      expect(Math.min(...realEigenvalues)).toBeGreaterThan(-1e-12 * scale);
    }),
    { numRuns: LONG ? 60 : 20, seed: 7 },
  );
  expect(contacts).toBeGreaterThan(LONG ? 5 : 2);
});

test('aggregates consist of a few particles connected by springs, and no connected particle is alone', () => {
  for (const scene of [randomNetwork(1, { rows: 30, columns: 40, stiffness: 1, missing: 0.6 }), ringsOfCloth(20, 1)]) {
    const { pairs } = scene.springs as { pairs: [number, number][] };
    const nodes = scene.particles.positions.length;
    const strengths = new Float64Array(pairs.length).fill(1);
    const { ofNode, ofEdge, ...coarse } = aggregate({ nodes, ends: Uint32Array.from(pairs.flat()), strengths });
    const joined = new Set(pairs.flat());
    // Union–find over the springs within aggregates: its components must be the aggregates.
    const reach = Array.from({ length: nodes }, (_, i) => i);
    const root = (i: number): number => (reach[i] === i ? i : root(reach[i]));
    pairs.forEach(([a, b], j) => {
      const [one, other] = [ofNode[a], ofNode[b]];
      expect(ofEdge[j] < 0).toBe(one === other);
      if (one === other) reach[root(a)] = root(b);
      else expect([...coarse.ends.subarray(2 * ofEdge[j], 2 * ofEdge[j] + 2)].sort()).toEqual([one, other].sort());
    });
    const members = Array.from({ length: coarse.nodes }, () => [] as number[]);
    for (let i = 0; i < nodes; i++) {
      if (joined.has(i)) members[ofNode[i]].push(i);
      else expect(ofNode[i]).toBe(-1);
    }
    for (const own of members) {
      expect(own.length).toBeGreaterThan(1);
      expect(new Set(own.map(root)).size).toBe(1);
    }
    expect(coarse.nodes).toBeLessThan(nodes / 5);
    expect(coarse.strengths.reduce((sum, one) => sum + one, 0)).toBe(ofEdge.filter((edge) => edge >= 0).length);
  }
});

test('aggregation of a small network equals the closed form with dense matrices', () => {
  for (const seed of [1, 2, 3]) {
    const options = { rows: 7, columns: 9, stiffness: 1000, missing: 0.3, pinned: 0.2, damping: 0.1 };
    const scene = randomNetwork(seed, options);
    const { P, S, A } = preconditionerMatrix(aggregation, scene, { clamp: true, held: -1, dt: H });
    const { pairs, kinds } = scene.springs as { pairs: [number, number][]; kinds: SpringKind[] };
    const strengths = Float64Array.from(kinds, (kind) => ({ structural: 4, shear: 2, bend: 1 })[kind]);
    const network = { nodes: scene.particles.positions.length, ends: Uint32Array.from(pairs.flat()), strengths };
    const expected = aggregationByMatrices(network, A, A, S);
    expect(Matrix.sub(P, expected).abs().max()).toBeLessThan(1e-12 * expected.abs().max());
  }
});

test('aggregation never fails where block Jacobi succeeds, on random states and topologies', {
  tags: ['sampled'],
}, () => {
  const random = randomNumbers(5);
  const power = (from: number, to: number) => Math.exp(Math.log(from) + random() * Math.log(to / from));
  const sometimes = (value: number) => (random() < 0.3 ? 0 : value);
  let failures = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const scene = randomNetwork(Math.floor(1e9 * random()), {
      rows: 2 + Math.floor(11 * random()),
      columns: 2 + Math.floor(11 * random()),
      stiffness: power(10, 1e6),
      damping: sometimes(0.1 * random()),
      mass: power(1e-4, 1e-2),
      crumple: sometimes(1.2 * random()),
      speed: 2,
      missing: sometimes(random()),
      pinned: sometimes(0.1),
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

/** A round cloth cut from the rim to beyond the center. */
function tornCloth(): SceneFile {
  const cloth = ringsOfCloth(37, 1000);
  const { positions } = cloth.particles;
  const { pairs, kinds, stiffness } = cloth.springs as {
    pairs: [number, number][];
    kinds: ('structural' | 'shear' | 'bend')[];
    stiffness: number[];
  };
  const isKept = ([a, b]: [number, number]) =>
    Math.min(positions[a][1], positions[b][1]) > 1.1 || positions[a][0] < 0.03 === positions[b][0] < 0.03;
  const kept = pairs.flatMap((pair, j) => (isKept(pair) ? [j] : []));
  return {
    ...cloth,
    springs: {
      pairs: kept.map((j) => pairs[j]),
      kinds: kept.map((j) => kinds[j]),
      stiffness: kept.map((j) => stiffness[j]),
    },
  };
}

describe('under aggregation', () => {
  const networks = [
    { name: 'a round cloth', scene: () => ringsOfCloth(37, 1000), part: 0.5 },
    { name: 'a round cloth ten times as stiff', scene: () => ringsOfCloth(37, 1e4), part: 0.6 },
    { name: 'a round cloth, torn', scene: tornCloth, part: 0.5 },
    { name: 'a block of jelly', scene: () => blockOfJelly(15, 1000), part: 0.75 },
  ];
  for (const { name, scene, part } of everyNth(8, networks)) {
    test(`${name} needs less than ${part} of the iterations of block Jacobi`, { tags: ['sampled'] }, ({ annotate }) => {
      const steps = LONG ? 12 : 5;
      const params = { dt: H, cgIterations: 2000 };
      const setup = { scene: scene(), params, integrator: 'implicit-euler' };
      const sums = (['aggregation', 'block-jacobi'] as const).map((preconditioner) => {
        const simulation = createSimulation({ ...setup, preconditioner });
        let sum = 0;
        for (let step = 0; step < steps; step++) {
          const report = simulation.step();
          expect(report).toMatchObject({ ok: true, converged: true, fellBack: undefined });
          sum += report.iterations;
        }
        return sum / steps;
      });
      annotate(`${name}: ${sums[0].toFixed(1)} iterations, ${sums[1].toFixed(1)} under block Jacobi`);
      expect(sums[0]).toBeLessThan(part * sums[1]);
    });
  }

  test('a fork of a run that was cut, pinned and stiffened continues with the same bits', () => {
    const simulation = createSimulation({ scene: ringsOfCloth(37, 200), params: { dt: H } });
    expect(simulation.preconditioner).toBe('aggregation');
    simulation.step(2);
    simulation.apply({ type: 'cut', spring: Array.from({ length: 300 }, (_, j) => 2000 + j) });
    simulation.apply({ type: 'pins', particles: [5, 600, 601] });
    simulation.apply({ type: 'set', key: 'stiffness', value: 1000 });
    // Creates the preconditioner again, from the changed network.
    simulation.apply({ type: 'preconditioner', id: 'aggregation' });
    simulation.step(2);
    const fork = simulation.fork();
    expect(fork.preconditioner).toBe('aggregation');
    for (const one of [simulation, fork]) one.step(3);
    expect(fork.hash()).toBe(simulation.hash());
  });

  test('a network moves as it does with block Jacobi', { tags: ['long'] }, () => {
    const params = { dt: H, cgTolerance: 1e-9, cgIterations: 2000 };
    const setup = { scene: ringsOfCloth(37, 1000), params, precision: 'double' } as const;
    const [ours, plain] = ['aggregation', 'block-jacobi'].map((preconditioner) =>
      createSimulation({ ...setup, integrator: 'implicit-euler', preconditioner }),
    );
    for (const one of [ours, plain]) expect(one.step(10)).toMatchObject({ ok: true, converged: true });
    const apart = ours.state.positions.map((x, i) => Math.abs(x - plain.state.positions[i]));
    expect(Math.max(...apart)).toBeLessThan(1e-5);
  });
});

describe('aggregation', () => {
  /** A chain: fewer springs than particles. */
  function chain(links: number): SceneFile {
    const positions = Array.from({ length: links }, (_, i): [number, number, number] => [0.01 * i, 1, 0]);
    const pairs = positions.slice(1).map((_, i): [number, number] => [i, i + 1]);
    return { hooke: 1, particles: { positions, masses: 1e-3 }, springs: { pairs, stiffness: 1000 } };
  }

  const networks = [
    { name: 'a large network', scene: ringsOfCloth(37, 1000), expected: 'aggregation' },
    { name: 'a small network', scene: ringsOfCloth(36, 1000), expected: 'block-jacobi' },
    { name: 'a long chain', scene: chain(4100), expected: 'block-jacobi' },
  ];
  for (const { name, scene, expected } of networks) {
    test(`can be chosen for ${name}; the default is ${expected}`, () => {
      expect(createSimulation({ scene }).preconditioner).toBe(expected);
      const simulation = createSimulation({ scene, integrator: 'implicit-euler', preconditioner: 'aggregation' });
      expect(simulation.preconditioner).toBe('aggregation');
      expect(simulation.step()).toMatchObject({ ok: true, fellBack: undefined });
    });
  }

  test('is not the default for nets, however large', () => {
    expect(createSimulation({ params: { rows: 70, columns: 70 } }).preconditioner).toBe('multigrid');
  });
});
