import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import type { SceneFile, Vec3 } from '../../../../src/physics';
import { gershgorinBounds } from '../../../../src/physics/analysis/stability/scaled-derivatives';
import { membrane, STRAIN_BOUNDED } from '../../../../src/physics/forces/membrane';
import { plane, sheet } from '../../../fixtures/membrane-sheet';
import { randomNumbers } from '../../../fixtures/random';
import { worldOf } from '../../../fixtures/world-of';

/** The bounds on M⁻¹K and M⁻¹D of a free sheet, and their true largest eigenvalues. */
function compare(scene: SceneFile) {
  const { pinned: _, ...particles } = scene.particles;
  const { world, state } = worldOf({ ...scene, particles }, { forces: [membrane], params: { clamp: 0 } });
  const { particleCount: n, masses } = world.model;
  world.linearize(state);
  const at = Array.from({ length: 3 * n }, (_, i) => 4 * Math.floor(i / 3) + (i % 3));
  const largest = (a: number, b: number) => {
    const columns = at.map((o) => {
      const [p, y] = [new Float64Array(4 * n), new Float64Array(4 * n)];
      p[o] = 1;
      world.addDerivatives(y, p, -a, -b);
      return at.map((q) => y[q] / Math.sqrt(masses[o >> 2] * masses[q >> 2]));
    });
    return Math.max(...new EigenvalueDecomposition(new Matrix(columns), { assumeSymmetric: true }).realEigenvalues);
  };
  const { omega, damping } = gershgorinBounds(world);
  return { stiffness: omega ** 2 / largest(1, 0), damping: damping / largest(0, 1) };
}

describe('the bounds on the modes of a membrane', () => {
  const most = Math.sqrt(1 + 2 * STRAIN_BOUNDED);
  const strengths = { phi: 3, psi: 2, thickness: 0.1 };

  test('hold at rest, and are not far above the fastest mode', () => {
    for (const nu of [0, 0.3, 0.49]) {
      const found = compare(sheet(5, { place: (X, Y) => [X, Y, 0], ...plane(1000, nu), ...strengths }));
      for (const ratio of [found.stiffness, found.damping]) {
        expect(ratio).toBeGreaterThan(1);
        expect(ratio).toBeLessThan(4);
      }
    }
  });

  test('hold for sheets of any shape, with non-uniform strain up to their limit', () => {
    const random = randomNumbers(2);
    const between = (low: number, high: number) => low + (high - low) * random();
    for (let trial = 0; trial < 12; trial++) {
      const [along, across] = [between(0.3, most), between(0.3, most)];
      const shape = Array.from({ length: 16 }, () => [between(-0.1, 0.1), between(-0.1, 0.1), between(-0.1, 0.1)]);
      const rest = (X: number, Y: number): Vec3 => {
        const [x, y, z] = shape[Math.round(3 * X) + 4 * Math.round(3 * Y)];
        return [X + x, Y + y, z];
      };
      const place = (X: number, Y: number): Vec3 => {
        const [x, y, z] = rest(X, Y);
        return [along * x, across * y, z];
      };
      const found = compare(sheet(3, { place, rest, ...plane(1000, between(0, 0.49)), ...strengths }));
      expect(found.stiffness).toBeGreaterThan(1);
      expect(found.damping).toBeGreaterThan(1);
    }
  });

  test('do not hold for much larger strains: a stretched membrane is stiffer', () => {
    const found = compare(sheet(5, { place: (X, Y) => [3 * X, 3 * Y, 0], ...plane(1000, 0.3), ...strengths }));
    expect(found.stiffness).toBeLessThan(1);
  });
});
