import type { Model } from '../../model/model';
import { factor, pivotVector, type SkylineMatrix, solveFactored } from '../../statics/skyline-matrix';
import { addCoupling, assembleStiffness, coordinatesOf, type Layout } from '../../statics/stiffness-matrix';
import type { World } from '../../world/world';
import { ALL_AXES } from '../stability/scaled-derivatives';

/**
 * K̂ = M^(−½)(−∂f/∂x)M^(−½) and D̂ = M^(−½)(−∂f/∂v)M^(−½) at the last linearization, for the free particles only, in the order of a
 * factorization. `scaled-derivatives.ts` has the same matrices for all particles, without packing.
 */
export type MassWeighted = ReturnType<typeof createMassWeighted>;

/** @param order the free particles @param axes rows of axes at rest are zero */
export function createMassWeighted(world: World, order: Uint32Array, axes = ALL_AXES) {
  const { particleCount: n, masses } = world.model;
  const size = 3 * order.length;
  const roots = Float64Array.from({ length: size }, (_, i) =>
    axes[i % 3] ? 1 / Math.sqrt(masses[order[Math.floor(i / 3)]]) : 0,
  );
  const places = coordinatesOf(order);
  const p = new Float64Array(4 * n);
  const f = new Float64Array(4 * n);

  const multiply = (y: Float64Array, x: Float64Array, a: number, b: number) => {
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
    /** 3 per free particle. */
    size,
    /** y := (a K̂ + b D̂) x. */
    multiply,
    /** qᵀ(a K̂ + b D̂)q. */
    along(q: Float64Array, a: number, b: number): number {
      const y = new Float64Array(size);
      multiply(y, q, a, b);
      return y.reduce((sum, value, i) => sum + value * q[i], 0);
    },
    /** φ = M^(−½)q, 3n, 1/√kg; zero for pinned particles. */
    shapeOf(q: Float64Array): Float64Array {
      const shape = new Float64Array(3 * n);
      q.forEach((value, i) => {
        shape[3 * order[Math.floor(i / 3)] + (i % 3)] = roots[i] * value;
      });
      return shape;
    },
    /** Largest diagonal entry of K̂, 1/s². */
    largestDiagonal,
  };
}

/** Added coupling of neighbours that separates the modes of ω = 0, in units of the largest entry of K̂. */
const SMOOTHING = 1e-10;
/** The shift grows to this multiple of what is known to be missing until the matrix is positive definite. */
const MISSING = 1.3;
/** Number of such vectors. */
const TRIED = 20;

/**
 * K̂ as a skyline matrix. Very weak isotropic springs between neighbours are added, which affect only zero-stiffness motions: the
 * smooth ones come first.
 * @param scale largest entry of K̂, 1/s²
 */
export function weightedStiffness(world: World, layout: Layout, scale: number): SkylineMatrix {
  const { model } = world;
  const { order, places } = layout;
  const matrix = assembleStiffness(world, layout);
  const { size, first, starts, values } = matrix;
  for (const [a, b] of neighboursIn(model)) {
    const mass = Math.min(...[a, b].filter((i) => places[i] >= 0).map((i) => model.masses[i]));
    if (places[a] >= 0 || places[b] >= 0) {
      addCoupling(matrix, places[a], places[b], SMOOTHING * scale * mass);
    }
  }
  const roots = Float64Array.from({ length: size }, (_, i) => 1 / Math.sqrt(model.masses[order[Math.floor(i / 3)]]));
  for (let i = 0; i < size; i++) {
    for (let j = first[i]; j <= i; j++) values[starts[i] + j - first[i]] *= roots[i] * roots[j];
  }
  return matrix;
}

function* neighboursIn({
  springs,
  springCount,
  cut,
  stiffness,
  damping,
  membrane,
}: Model): Generator<[number, number]> {
  for (let j = 0; j < springCount; j++) {
    const acts = stiffness[j] !== 0 || damping[j] !== 0;
    if (acts && cut[j] === 0) yield [springs[2 * j], springs[2 * j + 1]];
  }
  for (let t = 0; membrane && t < membrane.triangleCount; t++) {
    if (membrane.areas[t] === 0) continue;
    const corners = membrane.triangles.subarray(3 * t, 3 * t + 3);
    for (let c = 0; c < 3; c++) yield [corners[c], corners[(c + 1) % 3]];
  }
}

/** The rows, each up to the diagonal. */
export function rowsOf({ first, starts, values }: SkylineMatrix): Float64Array[] {
  return Array.from(first, (from, i) => {
    const row = new Float64Array(i + 1);
    row.set(values.subarray(starts[i], starts[i + 1]), from);
    return row;
  });
}

/**
 * x ↦ (±A + shift·I)⁻¹ x. The shift grows until the matrix is positive definite, that is until no pivot of the factorization is
 * negative (Sylvester's law of inertia). A pivot that is, is zᵀA z of a vector z: the shift must be at least −zᵀA z / zᵀz.
 * @param step first increase of the shift
 */
export function shiftedInverse(
  A: SkylineMatrix,
  sign: 1 | -1,
  shift: number,
  step: number,
): (x: Float64Array) => Float64Array {
  for (let extra = 0; ; ) {
    const matrix = { ...A, values: A.values.map((value) => sign * value) };
    for (let i = 0; i < A.size; i++) matrix.values[A.starts[i + 1] - 1] += shift + extra;
    const factors = factor(matrix, 0);
    if (factors.vanished.length > 0) {
      const missing = factors.vanished
        .slice(0, TRIED)
        .map((row) => -sign * quotient(A, pivotVector(factors, row)) - shift);
      extra = Math.max(step, 2 * extra, ...missing.map((one) => MISSING * one));
      continue;
    }
    return (x) => {
      const y = x.slice();
      solveFactored(factors, y);
      return y;
    };
  }
}

/** zᵀA z / zᵀz. */
function quotient({ size, first, starts, values }: SkylineMatrix, z: Float64Array): number {
  let [sum, squares] = [0, 0];
  for (let i = 0; i < size; i++) {
    let row = 0;
    for (let j = first[i]; j < i; j++) row += 2 * values[starts[i] + j - first[i]] * z[j];
    sum += z[i] * (row + values[starts[i + 1] - 1] * z[i]);
    squares += z[i] * z[i];
  }
  return sum / squares;
}
