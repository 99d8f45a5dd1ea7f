import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type State } from '../../../../src/physics';
import { gershgorinBounds } from '../../../../src/physics/analysis/stability/scaled-derivatives';
import type { MutableWorld } from '../../../../src/physics/world/create-world';
import { randomCloth } from '../../../fixtures/random';
import { worldOf } from '../../../fixtures/world-of';

/** Largest eigenvalue of M^(−½)(−a·∂f/∂x − b·∂f/∂v)M^(−½) over the free particles. */
function largest(world: MutableWorld, state: State, a: number, b: number): number {
  const { particleCount, inverseMasses } = world.model;
  const free = Array.from({ length: particleCount }, (_, i) => i).filter((i) => inverseMasses[i] > 0);
  const at = free.flatMap((i) => [4 * i, 4 * i + 1, 4 * i + 2]);
  world.linearize(state);
  const A = Matrix.zeros(at.length, at.length);
  at.forEach((o, j) => {
    const p = new Float64Array(4 * particleCount);
    const y = new Float64Array(4 * particleCount);
    p[o] = 1;
    world.addDerivatives(y, p, -a, -b);
    at.forEach((q, i) => {
      A.set(i, j, y[q] * Math.sqrt(inverseMasses[q >> 2] * inverseMasses[o >> 2]));
    });
  });
  return Math.max(...new EigenvalueDecomposition(A, { assumeSymmetric: true }).realEigenvalues);
}

/** A flat square net at rest with k = m = 1; `ratios` of structural, shear and bend springs. */
function flatNet(size: number, ratios: [number, number, number], pinned: number[] = []): SceneFile {
  const file = randomCloth(1, { rows: size, columns: size, crumple: 0, speed: 0, damping: 0, pinned });
  const springs = file.springs ?? { pairs: [], stiffness: 0 };
  const all = springs.kinds as ('structural' | 'shear' | 'bend')[];
  const stiffness = all.map((kind) => ratios[['structural', 'shear', 'bend'].indexOf(kind)]);
  return { ...file, particles: { ...file.particles, masses: 1 }, springs: { ...springs, stiffness } };
}

describe('the Gershgorin bound', () => {
  // Shrunk nets are compressed to a fifth, beyond the c = −1 of half their length; wide ones are stretched fivefold.
  for (const cell of [0.02, 0.1, 0.5]) {
    for (const clamp of [0, 1]) {
      test(`is at least the fastest mode, ${clamp ? 'clamped' : 'unclamped'}, with cells of ${cell} m instead of 0.1 m`, () => {
        for (let seed = 1; seed <= 8; seed++) {
          const pinned = seed % 2 === 0 ? [0, 3] : [];
          const held = seed % 3 === 0 ? 7 : -1;
          const scene = randomCloth(seed, { cell, crumple: seed / 4, pinned, membrane: true });
          const { world, state } = worldOf(scene, {
            params: { clamp, drag: 0.01 * seed, airDrag: seed, grabStiffness: 2000 },
            held,
          });
          const { omega, damping, leastDamping } = gershgorinBounds(world);
          expect(omega ** 2).toBeGreaterThanOrEqual(largest(world, state, 1, 0) * (1 - 1e-12));
          expect(damping).toBeGreaterThanOrEqual(largest(world, state, 0, 1) * (1 - 1e-12));
          expect(leastDamping).toBeLessThanOrEqual(-largest(world, state, 0, -1) * (1 + 1e-12));
          // It is not far above it, unless compression softens the net.
          if (cell >= 0.1) expect(omega ** 2).toBeLessThan(6 * largest(world, state, 1, 0));
        }
      });
    }
  }
});

test('the Gershgorin bound excludes a particle in a rigid grab, and keeps its springs', () => {
  for (const held of [0, 5, 15]) {
    const { world, state } = worldOf(randomCloth(3), { params: { hardHold: 1, grabStiffness: 1e6 }, held });
    const free = gershgorinBounds(world);
    world.model.inverseMasses[held] = 0;
    const { omega, damping } = gershgorinBounds(world);
    expect(omega ** 2).toBeGreaterThanOrEqual(largest(world, state, 1, 0) * (1 - 1e-12));
    expect(damping).toBeGreaterThanOrEqual(largest(world, state, 0, 1) * (1 - 1e-12));
    expect(omega).toBeLessThanOrEqual(free.omega);
  }
});

describe('the fastest mode of a flat square net at rest, in k/m', () => {
  test('is 4cos²(π/2n) with structural springs only', () => {
    for (const n of [3, 4, 6, 10]) {
      const { world, state } = worldOf(flatNet(n, [1, 0, 0]));
      expect(largest(world, state, 1, 0)).toBeCloseTo(4 * Math.cos(Math.PI / (2 * n)) ** 2, 10);
    }
  });

  test('is 3.902113 at 10 × 10 with structural springs, and 9.589049 with all three kinds equal and two pinned corners', () => {
    const lambda = (ratios: [number, number, number], pinned: number[]) => {
      const { world, state } = worldOf(flatNet(10, ratios, pinned));
      return largest(world, state, 1, 0);
    };
    expect(lambda([1, 0, 0], [])).toBeCloseTo(3.902113, 6);
    expect(lambda([1, 1, 1], [0, 9])).toBeCloseTo(9.589049, 6);
  });
});

describe('the Gershgorin bound of added forces', () => {
  const free = {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      masses: 0.5,
    },
    params: { gravity: 0 },
  };
  const boundWith = (...forces: object[]) =>
    gershgorinBounds(
      createSimulation({ scene: { ...free, forces } as unknown as SceneFile, precision: 'double' }).world,
    );

  test('includes anchors and springs', () => {
    expect(boundWith({ type: 'anchor', point: [0, 0, 0], stiffness: 8 }).omega).toBeCloseTo(Math.sqrt(8 / 0.5), 9);
    const spring = { type: 'spring', particles: [0, 1], restLength: 1, stiffness: 8 };
    expect(boundWith(spring).omega).toBeCloseTo(Math.sqrt((2 * 8) / 0.5), 9);
  });

  test('is incomplete if a force has derivatives without bounds', () => {
    expect(boundWith({ type: 'attraction', G: 1 }).complete).toBe(false);
    expect(boundWith({ type: 'wind', velocity: [1, 0, 0] }).complete).toBe(false);
    expect(boundWith({ type: 'push', force: [1, 0, 0] }).complete).toBe(true);
  });
});
