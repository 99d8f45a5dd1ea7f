// @module-tag same-on-every-kernel
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import type { State, World } from '../../../src/physics';
import { findSpectrum } from '../../../src/physics/analysis/modes/spectrum';
import { modeGrowth } from '../../../src/physics/analysis/stability/growth';
import { rk4 } from '../../../src/physics/integrators/runge-kutta';
import { symplecticEuler } from '../../../src/physics/integrators/symplectic-euler';
import { randomCloth } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

/** M^(−½)(a·(−K) + b·(−D))M^(−½) of the free components, column by column. */
function dense(world: World, state: State, a: number, b: number): Matrix {
  const { particleCount: n, inverseMasses } = world.model;
  world.linearize(state, false);
  const free = Array.from({ length: 4 * n }, (_, i) => i).filter((i) => i % 4 < 3 && inverseMasses[i >> 2] > 0);
  const root = (i: number) => Math.sqrt(inverseMasses[i >> 2]);
  const A = Matrix.zeros(free.length, free.length);
  free.forEach((column, j) => {
    const p = new Float64Array(4 * n);
    const y = new Float64Array(4 * n);
    p[column] = root(column);
    world.addDerivatives(y, p, -a, -b);
    free.forEach((row, i) => {
      A.set(i, j, root(row) * y[row]);
    });
  });
  return A;
}

/** Eigenvalues, ascending. */
const eigenvaluesOf = (A: Matrix) =>
  [...new EigenvalueDecomposition(A, { assumeSymmetric: true }).realEigenvalues].sort((a, b) => a - b);

describe('the spectrum of a scene', () => {
  test('of a few particles has every mode, with its share of the damping', () => {
    const { world, state } = worldOf(randomCloth(3, { rows: 4, columns: 4, pinned: [0, 3], damping: 0.1 }));
    const found = findSpectrum(world, state, 10);
    const values = eigenvaluesOf(dense(world, state, 1, 0));
    expect(found.whole).toBe(true);
    expect(found.count).toBe(42);
    expect(found.omega).toHaveLength(42);
    found.omega.forEach((omega, i) => {
      expect(Math.abs(omega * omega - Math.max(0, values[i]))).toBeLessThan(1e-9 * values[41]);
    });
    // The sum of the damping is the trace.
    const sum = found.damping.reduce((a, b) => a + b);
    expect(sum / dense(world, state, 0, 1).trace()).toBeCloseTo(1, 9);
    expect(found.share.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
  });

  test('has the damping ratios of springs with proportional dashpots', () => {
    // D = τ K: c = τω².
    const scene = randomCloth(5, { rows: 3, columns: 4, pinned: [0], crumple: 0, cell: 0.11 });
    const stiffness = scene.springs?.stiffness as number[];
    const { world, state } = worldOf({
      ...scene,
      springs: {
        ...scene.springs,
        pairs: scene.springs?.pairs ?? [],
        stiffness,
        damping: stiffness.map((k) => 1e-3 * k),
      },
    });
    // In tension K also has a part across the springs; the fastest modes are along them.
    const { omega, damping } = findSpectrum(world, state, 10);
    const K = dense(world, state, 1, 0);
    const D = dense(world, state, 0, 1);
    const top = omega.length - 1;
    const shape = new EigenvalueDecomposition(K, { assumeSymmetric: true });
    const column = shape.realEigenvalues.indexOf(Math.max(...shape.realEigenvalues));
    const q = shape.eigenvectorMatrix.getColumnVector(column);
    expect(damping[top]).toBeCloseTo(q.transpose().mmul(D).mmul(q).get(0, 0), 6);
  });

  test('of more particles has an accurate upper end, and samples the rest within the stated error', () => {
    const { world, state } = worldOf(randomCloth(8, { rows: 9, columns: 9, pinned: [0, 8] }));
    const found = findSpectrum(world, state, 40);
    const values = eigenvaluesOf(dense(world, state, 1, 0));
    const most = values[values.length - 1];
    expect(found.whole).toBe(false);
    expect(found.count).toBe(values.length);
    const top = found.omega[found.omega.length - 1];
    expect(top * top).toBeLessThanOrEqual(most * (1 + 1e-9));
    expect(top * top).toBeGreaterThan(0.995 * most);
    // Each Ritz value is within its stated error of an eigenvalue.
    found.omega.forEach((omega, i) => {
      const nearest = Math.min(...values.map((value) => Math.abs(Math.sqrt(Math.max(0, value)) - omega)));
      expect(nearest).toBeLessThanOrEqual(found.error[i] + 1e-6);
    });
    // The number of faster modes: by the shares, and counted.
    for (const part of [0.3, 0.5, 0.7]) {
      const bound = part * Math.sqrt(most);
      const share = found.share.reduce((sum, one, i) => sum + (found.omega[i] > bound ? one : 0), 0);
      const counted = values.filter((value) => value > bound * bound).length / values.length;
      expect(Math.abs(share - counted)).toBeLessThan(0.1);
    }
  });

  test('of particles without springs has only ω = 0', () => {
    const { world, state } = worldOf('free-fall');
    const { omega, damping } = findSpectrum(world, state, 10);
    expect(omega.every((value) => value === 0)).toBe(true);
    expect(modeGrowth(symplecticEuler, { omega, damping }, 0.01).growth.every((value) => value <= 1)).toBe(true);
  });
});

describe('the growth of a mode', () => {
  test('that is overdamped is known for each eigenvalue under a Runge–Kutta method, else for both together', () => {
    // z = −0.1 and −3; the second is outside RK4's region.
    const modes = { omega: [Math.sqrt(0.3)], damping: [3.1] };
    const R = (z: number) => Math.abs(1 + z + z ** 2 / 2 + z ** 3 / 6 + z ** 4 / 24);
    const { byEigenvalue, growth, apart } = modeGrowth(rk4, modes, 1);
    expect(byEigenvalue).toBe(true);
    expect(apart).toEqual([[R(-0.1) > 1, R(-3) > 1]]);
    expect(apart[0]).toEqual([false, true]);
    expect(growth[0]).toBeCloseTo(R(-3), 9);
    const other = modeGrowth(symplecticEuler, modes, 1);
    expect(other.byEigenvalue).toBe(false);
    expect(other.apart).toEqual([null]);
  });
});
