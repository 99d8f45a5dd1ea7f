import { describe, expect, test, vi } from 'vitest';
import { createSimulation, type SceneFile, type Simulation } from '../../../../src/physics';
import { javascriptKernel } from '../../../../src/physics/kernels/javascript';
import type { Kernel } from '../../../../src/physics/kernels/kernel';
import type { Membrane } from '../../../../src/physics/model/model';
import { randomCloth, randomNumbers } from '../../../fixtures/random';

const EPSILON = 2 ** -52;
const ELASTIC = { membraneLambda: 4e3, membraneMu: 3e3 };
const VISCOUS = { membranePhi: 20, membranePsi: 30 };

/** More triangles than one batch, an odd number, one of them torn. */
function crumpled(strengths: Record<string, number>, change: (file: SceneFile) => void = () => {}): Simulation {
  const file = randomCloth(3, { rows: 10, columns: 9, membrane: true });
  file.membrane?.triangles.pop();
  change(file);
  const simulation = createSimulation({
    scene: file,
    kernel: 'simd',
    params: { ...ELASTIC, ...VISCOUS, ...strengths },
  });
  simulation.apply({ type: 'cut', spring: 0 });
  return simulation;
}

function membraneOf({ model }: Simulation): Membrane {
  if (!model.membrane) throw new Error('no membrane');
  return model.membrane;
}

/** The results of a loop in both kernels; the JavaScript one in double precision. */
function bothWays(simulation: Simulation, size: number, loop: (kernel: Kernel, y: Float64Array) => void) {
  const { arena, kernel } = simulation.world;
  const mark = arena.mark();
  const [y, exact] = [arena.doubles(size), new Float64Array(size)];
  loop(kernel, y);
  loop(javascriptKernel, exact);
  const fast = y.slice();
  arena.release(mark);
  return { fast, exact };
}

const largest = (x: ArrayLike<number>) => Array.from(x).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

function expectSame({ fast, exact }: { fast: ArrayLike<number>; exact: ArrayLike<number> }, tolerance: number): void {
  const most = largest(exact);
  expect(most).toBeGreaterThan(0);
  const error = largest(Array.from(exact, (value, i) => value - fast[i]));
  expect(error / most).toBeLessThan(tolerance);
}

/** A vector of the linear solver. */
const along = (size: number) => {
  const random = randomNumbers(5);
  return Float64Array.from({ length: size }, (_, i) => (i % 4 === 3 ? 0 : 2 * random() - 1));
};

const KINDS = {
  elastic: crumpled({ membranePhi: 0, membranePsi: 0 }),
  viscous: crumpled({ membraneLambda: 0, membraneMu: 0 }),
  'visco-elastic': crumpled({}),
  'slender and visco-elastic': crumpled({}, ({ membrane }) => {
    for (const place of membrane?.rest ?? []) place[0] = 0.1 * place[0] + place[1];
  }),
};

describe.each(Object.entries(KINDS))('compiled loops over triangles that are %s', (_, simulation) => {
  const membrane = membraneOf(simulation);
  const { state, params, world } = simulation;
  const n = simulation.particleCount;

  test('their number is odd and larger than a batch, and one is torn', () => {
    expect(membrane.triangleCount).toBeGreaterThan(128);
    expect(membrane.triangleCount % 2).toBe(1);
    expect(membrane.areas.filter((area) => area === 0)).toHaveLength(1);
  });

  test('compute the forces of the JavaScript loops', () => {
    const mark = world.arena.mark();
    const fast = world.arena.floats(4 * n);
    const exact = new Float64Array(4 * n);
    world.kernel.addTriangleForces(membrane, params, state, fast);
    javascriptKernel.addTriangleForces(membrane, params, state, exact);
    world.arena.release(mark);
    expectSame({ fast, exact }, 1e-6);
  });

  test.each([true, false])('compute the same F and σ (clamped: %s)', (clamp) => {
    const kept = bothWays(simulation, 9 * membrane.triangleCount, (kernel, tangents) =>
      kernel.linearizeTriangles(membrane, params, state, clamp, tangents),
    );
    for (const part of [0, 6]) {
      const [fast, exact] = [kept.fast, kept.exact].map((all) => all.filter((_, i) => (i % 9 < 6 ? 0 : 6) === part));
      if (largest(exact) > 0) expectSame({ fast, exact }, 100 * EPSILON);
      else expect(largest(fast)).toBe(0);
    }
  });

  test('compute the same product and the same diagonal blocks', () => {
    const mark = world.arena.mark();
    const tangents = world.arena.doubles(9 * membrane.triangleCount);
    const p = world.arena.doubles(4 * n);
    p.set(along(4 * n));
    for (const clamp of [true, false]) {
      javascriptKernel.linearizeTriangles(membrane, params, state, clamp, tangents);
      const product = bothWays(simulation, 4 * n, (kernel, y) =>
        kernel.addTriangleDerivatives(membrane, params, tangents, y, p, -0.3, -0.7),
      );
      expectSame(product, 100 * EPSILON);
      const diagonal = bothWays(simulation, 9 * n, (kernel, blocks) =>
        kernel.addTriangleDiagonals(membrane, params, tangents, blocks, -0.3, -0.7),
      );
      expectSame(diagonal, 100 * EPSILON);
    }
    world.arena.release(mark);
  });
});

test('forces outside the kernel memory are left to the JavaScript loops', () => {
  const simulation = KINDS.elastic;
  const { state, params, world } = simulation;
  const plain = vi.spyOn(javascriptKernel, 'addTriangleForces');
  world.kernel.addTriangleForces(membraneOf(simulation), params, state, new Float32Array(state.positions.length));
  expect(plain).toHaveBeenCalledTimes(1);
  plain.mockRestore();
});
