import type { World } from '../../world/world';
import { ALL_AXES } from '../stability/scaled-derivatives';

/**
 * K̂ = M^(−½)(−∂f/∂x)M^(−½) and D̂ = M^(−½)(−∂f/∂v)M^(−½) at the last linearization, for the free particles only, in the order of a
 * factorization. `scaled-derivatives.ts` has the same matrices for all particles, without packing.
 */
export interface MassWeighted {
  /** 3 per free particle. */
  readonly size: number;
  /** y := (a K̂ + b D̂) x. */
  multiply(y: Float64Array, x: Float64Array, a: number, b: number): void;
  /** qᵀ(a K̂ + b D̂)q. */
  along(q: Float64Array, a: number, b: number): number;
  /** φ = M^(−½)q, 3n, 1/√kg; zero for pinned particles. */
  shapeOf(q: Float64Array): Float64Array;
  /** Largest diagonal entry of K̂, 1/s². */
  readonly largestDiagonal: number;
}

/** @param order the free particles @param axes rows of axes at rest are zero */
export function createMassWeighted(world: World, order: Uint32Array, axes = ALL_AXES): MassWeighted {
  const { particleCount: n, masses } = world.model;
  const size = 3 * order.length;
  const roots = Float64Array.from({ length: size }, (_, i) =>
    axes[i % 3] ? 1 / Math.sqrt(masses[order[Math.floor(i / 3)]]) : 0,
  );
  const places = Uint32Array.from({ length: size }, (_, i) => 4 * order[Math.floor(i / 3)] + (i % 3));
  const p = new Float64Array(4 * n);
  const f = new Float64Array(4 * n);

  const multiply: MassWeighted['multiply'] = (y, x, a, b) => {
    for (let i = 0; i < size; i++) p[places[i]] = roots[i] * x[i];
    f.fill(0);
    world.addDerivatives(f, p, -a, -b);
    for (let i = 0; i < size; i++) y[i] = roots[i] * f[places[i]];
  };

  const blocks = new Float64Array(9 * n);
  world.addDiagonals(blocks, -1, 0);
  let largestDiagonal = 0;
  for (const i of order) {
    for (let axis = 0; axis < 3; axis++) {
      largestDiagonal = Math.max(largestDiagonal, blocks[9 * i + 4 * axis] / masses[i]);
    }
  }

  return {
    size,
    multiply,
    along(q, a, b) {
      const y = new Float64Array(size);
      multiply(y, q, a, b);
      return y.reduce((sum, value, i) => sum + value * q[i], 0);
    },
    shapeOf(q) {
      const shape = new Float64Array(3 * n);
      q.forEach((value, i) => {
        shape[3 * order[Math.floor(i / 3)] + (i % 3)] = roots[i] * value;
      });
      return shape;
    },
    largestDiagonal,
  };
}
