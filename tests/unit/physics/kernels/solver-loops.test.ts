import { describe, expect, test } from 'vitest';
import { javascriptKernel } from '../../../../src/physics/kernels/javascript';
import type { SolverLoops } from '../../../../src/physics/kernels/kernel';
import { simd } from '../../../../src/physics/kernels/simd';
import type { Arena } from '../../../../src/physics/model/arena';
import { buildModel } from '../../../../src/physics/scenes/builders/build-model';
import { loadFile } from '../../../../src/physics/scenes/file/load-file';
import { randomCloth, randomNumbers } from '../../../fixtures/random';

const EPSILON = 2 ** -52;
/** Particles of the vectors. */
const N = 37;

const { kernel, arena } = simd.open('single', 1 << 22);

/** Numbers in −1 … 1, in the kernel's memory. */
function fill<T extends Float64Array | Float32Array>(array: T, seed: number): T {
  const random = randomNumbers(seed);
  for (let i = 0; i < array.length; i++) array[i] = 2 * random() - 1;
  return array;
}

function vector(seed: number): Float64Array {
  const x = fill(arena.doubles(4 * N), seed);
  for (let i = 3; i < x.length; i += 4) x[i] = 0;
  return x;
}

/** Symmetric blocks. */
function blocks(seed: number): Float64Array {
  const all = fill(arena.doubles(9 * N), seed);
  for (let o = 0; o < all.length; o += 9) {
    all[o + 3] = all[o + 1];
    all[o + 6] = all[o + 2];
    all[o + 7] = all[o + 5];
  }
  return all;
}

/** The results of a loop on y in both kernels. */
function bothWays(y: Float64Array, loop: (loops: SolverLoops, y: Float64Array) => void): [Float64Array, Float64Array] {
  const plain = Float64Array.from(y);
  loop(javascriptKernel, plain);
  loop(kernel, y);
  return [y, plain];
}

describe('compiled loops over vectors of the linear solver', () => {
  test('the inner product equals the JavaScript one to rounding', () => {
    const [x, y] = [vector(1), vector(2)];
    const size = x.reduce((sum, value, i) => sum + Math.abs(value * y[i]), 0);
    expect(Math.abs(kernel.dot(x, y) - javascriptKernel.dot(x, y))).toBeLessThan(N * EPSILON * size);
    expect(kernel.dot(x, y)).not.toBe(0);
  });

  test('elementwise loops give the bits of the JavaScript ones', () => {
    const x = vector(3);
    const weights = fill(arena.floats(N), 4);
    weights[5] = weights[N - 1] = 0;
    const numbers = fill(arena.floats(4 * N), 17);
    const changed = [
      bothWays(vector(5), (loops, y) => loops.axpy(y, 0.7, x)),
      bothWays(vector(6), (loops, y) => loops.aypx(y, 0.7, x)),
      bothWays(vector(7), (loops, y) => loops.multiplyByWeights(y, weights, x)),
      bothWays(vector(15), (loops, y) => loops.clearUnweighted(y, weights)),
      bothWays(vector(16), (loops, y) => loops.setScaled(y, 0.7, numbers)),
    ];
    for (const [fast, plain] of changed) expect([...fast]).toEqual([...plain]);
  });

  test('addTo rounds once', () => {
    const y = fill(arena.floats(4 * N), 18);
    const plain = Float32Array.from(y);
    javascriptKernel.addTo(plain, vector(19));
    kernel.addTo(y, vector(19));
    expect([...y]).toEqual([...plain]);
  });

  test('products of symmetric blocks equal the JavaScript ones to rounding; the fourth component stays 0', () => {
    const [r, of] = [vector(8), blocks(9)];
    const [fast, plain] = bothWays(vector(10), (loops, z) => loops.multiplyBlocks(z, of, r));
    for (let i = 0; i < 4 * N; i++) {
      expect(Math.abs(fast[i] - (i % 4 === 3 ? 0 : plain[i]))).toBeLessThan(8 * EPSILON);
    }
  });

  test('vectors outside the kernel memory are left to the JavaScript loops', () => {
    const [x, y] = [Float64Array.from(vector(11)), vector(12)];
    expect(kernel.dot(x, y)).toBe(javascriptKernel.dot(x, y));
  });
});

describe.each([
  { parity: 'even', rows: 5, columns: 3 },
  { parity: 'odd', rows: 5, columns: 4 },
])('compiled loops over an $parity number of springs', ({ parity, rows, columns }) => {
  const { data } = loadFile(randomCloth(7, { rows, columns, damping: 0.05 }));
  const { model, state } = setUp(arena);

  function setUp(from: Arena) {
    const model = buildModel(data, from);
    model.stiffness.set(data.stiffness);
    model.damping.set(data.damping);
    const n = model.particleCount;
    const positions = from.floats(4 * n);
    for (let i = 0; i < n; i++) positions.set(data.positions.subarray(3 * i, 3 * i + 3), 4 * i);
    return { model, state: { positions, velocities: from.floats(4 * n), time: 0 } };
  }

  function tangents(of = kernel, clamp = false): Float64Array {
    const result = arena.doubles(4 * model.springCount);
    of.linearizeSprings(model, state, clamp, result);
    return result;
  }

  test('the number of springs has that parity', () => {
    expect(model.springCount % 2).toBe(parity === 'odd' ? 1 : 0);
  });

  test.each([true, false])('compute n and c to 1e-6 (clamped: %s)', (clamp) => {
    const [fast, plain] = [tangents(kernel, clamp), tangents(javascriptKernel, clamp)];
    expect(plain.some((value, i) => i % 4 === 3 && value === 0)).toBe(clamp);
    for (let i = 0; i < fast.length; i++) expect(Math.abs(fast[i] - plain[i])).toBeLessThan(1e-6);
  });

  test('a spring without length gets the direction of the JavaScript loop', () => {
    const { positions } = state;
    const [a, b] = model.springs.subarray(2 * 4, 2 * 4 + 2);
    const kept = positions.slice(4 * a, 4 * a + 4);
    positions.copyWithin(4 * a, 4 * b, 4 * b + 4);
    const [fast, plain] = [tangents(), tangents(javascriptKernel)];
    positions.set(kept, 4 * a);
    expect([...fast]).toEqual([...plain]);
    expect(fast.every(Number.isFinite)).toBe(true);
  });

  test('compute the product with the derivatives to rounding', () => {
    const about = tangents(javascriptKernel);
    const n = model.particleCount;
    const p = fill(arena.doubles(4 * n), 13);
    for (let i = 3; i < p.length; i += 4) p[i] = 0;
    const y = fill(arena.doubles(4 * n), 14);
    const plain = Float64Array.from(y);
    javascriptKernel.addSpringDerivatives(model, about, plain, p, -0.3, -0.7);
    kernel.addSpringDerivatives(model, about, y, p, -0.3, -0.7);
    const size = Math.max(...plain.map(Math.abs));
    for (let i = 0; i < y.length; i++) expect(Math.abs(y[i] - plain[i])).toBeLessThan(100 * EPSILON * size);
  });

  test('compute the diagonal blocks to rounding', () => {
    const about = tangents(javascriptKernel);
    const diagonal = arena.doubles(9 * model.particleCount);
    const plain = new Float64Array(diagonal.length);
    javascriptKernel.addSpringDiagonals(model, about, plain, -0.3, -0.7);
    kernel.addSpringDiagonals(model, about, diagonal, -0.3, -0.7);
    const size = Math.max(...plain.map(Math.abs));
    for (let i = 0; i < plain.length; i++) expect(Math.abs(diagonal[i] - plain[i])).toBeLessThan(100 * EPSILON * size);
  });
});
