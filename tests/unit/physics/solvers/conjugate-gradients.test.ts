import { Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { solverLoops } from '../../../../src/physics/kernels/javascript/solver-loops';
import { createConjugateGradients, type LinearSystem } from '../../../../src/physics/solvers/conjugate-gradients';
import { invertBlocks } from '../../../../src/physics/solvers/diagonal-blocks';
import { randomNumbers } from '../../../fixtures/random';

/** Particles; vectors are 4n with a zero at each fourth place. */
const N = 6;
const SIZE = 3 * N;
const at = (i: number) => 4 * Math.floor(i / 3) + (i % 3);

function randomMatrix(random: () => number): Matrix {
  return new Matrix(Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => 2 * random() - 1)));
}

/** A dense matrix, preconditioned by its 3×3 diagonal blocks or not at all. */
function systemOf(A: Matrix, preconditioned: boolean): LinearSystem {
  const blocks = new Float64Array(9 * N);
  for (let i = 0; i < N; i++) {
    for (let k = 0; k < 9; k++) blocks[9 * i + k] = A.get(3 * i + Math.floor(k / 3), 3 * i + (k % 3));
  }
  invertBlocks(blocks, N);
  return {
    multiply(y, p) {
      y.fill(0);
      for (let i = 0; i < SIZE; i++) for (let j = 0; j < SIZE; j++) y[at(i)] += A.get(i, j) * p[at(j)];
    },
    precondition(z, r) {
      if (preconditioned) solverLoops.multiplyBlocks(z, blocks, r);
      else z.set(r);
    },
  };
}

function gradients(A: Matrix, b: number[], tolerance: number, preconditioned = true, guess = 0) {
  const padded = (values: number[]) => {
    const result = new Float64Array(4 * N);
    values.forEach((value, i) => {
      result[at(i)] = value;
    });
    return result;
  };
  const x = padded(b.map(() => guess));
  const report = { converged: false, iterations: -1, residual: -1 };
  const solver = createConjugateGradients((count) => new Float64Array(count), 4 * N, solverLoops);
  solver.solve(systemOf(A, preconditioned), x, padded(b), tolerance, 500, report);
  return { x: b.map((_, i) => x[at(i)]), report };
}

describe('conjugate gradients', () => {
  const random = randomNumbers(3);
  const R = randomMatrix(random);
  const A = R.mmul(R.transpose()).add(Matrix.eye(SIZE));
  const b = Array.from({ length: SIZE }, () => 2 * random() - 1);
  const exact = solve(A, Matrix.columnVector(b)).to1DArray();

  for (const preconditioned of [true, false]) {
    test(`agree with a dense solve, ${preconditioned ? 'with' : 'without'} a preconditioner`, () => {
      const { x, report } = gradients(A, b, 1e-13, preconditioned);
      expect(report.converged).toBe(true);
      expect(Math.max(...x.map((value, i) => Math.abs(value - exact[i])))).toBeLessThan(1e-10);
    });
  }

  test('report the true residual, at most the tolerance', () => {
    for (const tolerance of [1e-2, 1e-4, 1e-8]) {
      const { x, report } = gradients(A, b, tolerance);
      const residual = Matrix.sub(Matrix.columnVector(b), A.mmul(Matrix.columnVector(x))).norm() / Math.hypot(...b);
      expect(report.residual).toBeLessThanOrEqual(tolerance);
      expect(report.residual / residual).toBeCloseTo(1, 4);
      expect(report.converged).toBe(true);
    }
  });

  test('start from the given guess', () => {
    expect(
      gradients(
        Matrix.eye(SIZE),
        b.map(() => 2),
        1e-6,
        true,
        2,
      ).report,
    ).toMatchObject({ iterations: 0, converged: true });
  });

  test('scale the first guess if the system sets scalesGuess: a guess in the right direction gives the solution', () => {
    const padded = (values: number[]) =>
      Float64Array.from({ length: 4 * N }, (_, o) => (o % 4 === 3 ? 0 : values[3 * (o >> 2) + (o % 4)]));
    const solver = createConjugateGradients((count) => new Float64Array(count), 4 * N, solverLoops);
    const report = { converged: false, iterations: -1, residual: -1 };
    for (const factor of [0.01, 1, -7]) {
      const x = padded(exact.map((value) => factor * value));
      solver.solve({ ...systemOf(A, true), scalesGuess: true }, x, padded(b), 1e-9, 500, report);
      expect(report).toMatchObject({ iterations: 0, converged: true });
      expect(x.every((value, o) => Math.abs(value - padded(exact)[o]) < 1e-9)).toBe(true);
    }
  });

  test('return zero at once for a right side of zero', () => {
    const { x, report } = gradients(
      A,
      b.map(() => 0),
      1e-6,
      true,
      5,
    );
    expect(x).toEqual(b.map(() => 0));
    expect(report).toEqual({ converged: true, iterations: 0, residual: 0 });
  });

  test('stop at a direction of negative curvature and report that they did not converge', () => {
    for (const preconditioned of [true, false]) {
      const B = A.clone();
      B.set(0, 0, -50);
      const { x, report } = gradients(B, b, 1e-10, preconditioned);
      expect(report.converged).toBe(false);
      expect(x.every(Number.isFinite)).toBe(true);
    }
  });

  test('solve after a preconditioner that returned NaN, with the same vectors', () => {
    const solver = createConjugateGradients((count) => new Float64Array(count), 4 * N, solverLoops);
    const report = { converged: true, iterations: -1, residual: -1 };
    const x = new Float64Array(4 * N);
    const right = new Float64Array(4 * N).fill(1);
    for (let i = 3; i < right.length; i += 4) right[i] = 0;
    const system = systemOf(A, true);
    const precondition = (z: Float64Array) => {
      for (let i = 0; i < SIZE; i++) z[at(i)] = Number.NaN;
    };
    solver.solve({ ...system, precondition }, x, right, 1e-9, 500, report);
    expect(report).toMatchObject({ iterations: 0, converged: false });
    solver.solve(system, x, right, 1e-9, 500, report);
    expect(report.converged).toBe(true);
  });

  test('report NaN as not converged', () => {
    const { report } = gradients(
      A,
      b.map((value, i) => (i === 4 ? Number.NaN : value)),
      1e-6,
    );
    expect(report.converged).toBe(false);
  });
});

describe('the block-Jacobi preconditioner', () => {
  test('inverts symmetric positive definite blocks', () => {
    const random = randomNumbers(8);
    for (let trial = 0; trial < 50; trial++) {
      const R = new Matrix(Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => 2 * random() - 1)));
      const B = R.mmul(R.transpose()).add(Matrix.mul(Matrix.eye(3), 0.1));
      const blocks = Float64Array.from(B.to1DArray());
      invertBlocks(blocks, 1);
      const inverse = new Matrix([[...blocks.slice(0, 3)], [...blocks.slice(3, 6)], [...blocks.slice(6, 9)]]);
      expect(Matrix.sub(B.mmul(inverse), Matrix.eye(3)).abs().max()).toBeLessThan(1e-10);
    }
  });

  test('stays positive where a block is not', () => {
    for (const block of [
      [-1, 0, 0, 0, 2, 0, 0, 0, 3],
      [1, 2, 0, 2, 1, 0, 0, 0, 1],
      [-1, 0, 0, 0, -1, 0, 0, 0, -1],
    ]) {
      const blocks = Float64Array.from(block);
      invertBlocks(blocks, 1);
      for (const diagonal of [0, 4, 8]) expect(blocks[diagonal]).toBeGreaterThan(0);
    }
  });
});
