/** Static equilibrium of a long, narrow mesh, by Newton's method with a banded matrix that holds every coupling. */
import type { State } from '../../model/model';
import { largest } from '../../statics/equilibrium/net-force';
import type { Force } from '../../world/force';
import type { World } from '../../world/world';

/** Of a soft strip of 40 cells some 100 are needed, a few more or less by rounding: its first steps are short. */
const MAX_STEPS = 200;
/** Times the largest force of a single kind on a particle: a smaller net force is none. */
const TOLERANCE = 1e-7;
/** m; longest way of a particle in a step. */
const REACH = 0.3;
/** Where the clamped matrix is not positive definite by rounding: a part more on its diagonal. */
const SHIFT = 1e-7;

/**
 * Finds static shapes of one strip, which is flat at rest. The derivative of bending is the same everywhere, and is computed once.
 * @param world whose particles are in order along the strip @param axes along which they move
 */
export function createStaticSearch(world: World, state: State, axes: readonly number[] = [0, 1, 2]) {
  const at = freeCoordinates(world, axes);
  const isBending = (_: Force, i: number) => world.forceDefinitions[i].id === 'bending';
  const [constant, others] = [world.forces.filter(isBending), world.forces.filter((force, i) => !isBending(force, i))];
  let known: { width: number; bending: Float64Array } | null = null;

  /** −∂f/∂x as a band matrix. */
  function assemble(clamp: boolean): { matrix: Float64Array; width: number } {
    world.linearize(state, clamp);
    if (!known) {
      const width = bandOf(createProduct(world.forces, at, world.model.particleCount), at.length);
      const bending = bandMatrix(createProduct(constant, at, world.model.particleCount), at.length, width);
      known = { width, bending };
    }
    const { width, bending } = known;
    const matrix = bandMatrix(createProduct(others, at, world.model.particleCount), at.length, width);
    for (let i = 0; i < matrix.length; i++) matrix[i] += bending[i];
    return { matrix, width };
  }

  /** A Newton step, with the clamped derivative where the true one is not definite. */
  function direction(force: Float64Array): Float64Array {
    for (const clamp of [false, true]) {
      const { matrix, width } = assemble(clamp);
      if (clamp) for (let i = 0; i < at.length; i++) matrix[i * (width + 1) + width] *= 1 + SHIFT;
      if (factor(matrix, width, at.length)) return solve(matrix, width, force);
    }
    throw new RangeError('the matrix is not positive definite');
  }

  return {
    /**
     * Moves the free particles to equilibrium; yields after every step.
     * @throws RangeError if none is found
     */
    *settle(): Generator<null, void, void> {
      const f = new Float64Array(state.positions.length);
      for (let step = 0; step < MAX_STEPS; step++) {
        world.computeForces(state, f);
        const force = Float64Array.from(at, (o) => f[o]);
        const most = force.reduce((largestYet, value) => Math.max(largestYet, Math.abs(value)), 0);
        if (most <= TOLERANCE * largestLoad(world, state)) return;
        descend(world, state, at, direction(force), force);
        yield null;
      }
      throw new RangeError('no equilibrium found');
    },
    /** True if the energy has a minimum here: ∂f/∂x is negative definite. */
    isStable(): boolean {
      const { matrix, width } = assemble(false);
      return factor(matrix, width, at.length);
    },
  };
}

function freeCoordinates({ model: { particleCount, inverseMasses } }: World, axes: readonly number[]): number[] {
  const free: number[] = [];
  for (let i = 0; i < particleCount; i++) if (inverseMasses[i] !== 0) for (const axis of axes) free.push(4 * i + axis);
  return free;
}

/** N; the sum over the forces of the largest on a particle. */
function largestLoad(world: World, state: State): number {
  let sum = 0;
  const f = new Float64Array(state.positions.length);
  for (const force of world.forces) {
    f.fill(0);
    force.addForce?.(f, state);
    sum += largest(f);
  }
  return sum;
}

/** Goes along a direction as far as the energy sinks. */
function descend(world: World, state: State, at: readonly number[], d: Float64Array, force: Float64Array): void {
  const from = state.positions.slice();
  const before = world.energy(state).total;
  let [slope, longest] = [0, 0];
  for (let k = 0; k < d.length; k++) {
    slope += d[k] * force[k];
    longest = Math.max(longest, Math.abs(d[k]));
  }
  let t = Math.min(1, REACH / longest);
  for (let halving = 0; halving < 30; halving++, t /= 2) {
    for (let k = 0; k < at.length; k++) state.positions[at[k]] = from[at[k]] + t * d[k];
    if (world.energy(state).total <= before - 1e-4 * t * slope + 1e-13 * Math.abs(before)) return;
  }
}

/** Computes −∂f/∂x of forces times vectors on the free coordinates. */
type Product = (p: Float64Array) => Float64Array;

function createProduct(forces: readonly Force[], at: readonly number[], particleCount: number): Product {
  const size = 4 * particleCount;
  const [full, y, result] = [new Float64Array(size), new Float64Array(size), new Float64Array(at.length)];
  return (p) => {
    for (let k = 0; k < at.length; k++) full[at[k]] = p[k];
    y.fill(0);
    for (const force of forces) force.addDerivative?.(y, full, -1, 0);
    for (let k = 0; k < at.length; k++) result[k] = y[at[k]];
    return result;
  };
}

/** Half the width of the band: the farthest coordinate that a column reaches. */
function bandOf(product: Product, n: number): number {
  let width = 0;
  const p = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    p[k] = 1;
    product(p).forEach((value, i) => {
      if (value !== 0) width = Math.max(width, Math.abs(i - k));
    });
    p[k] = 0;
  }
  return Math.min(n - 1, width);
}

/** Rows of the lower half, width + 1 each: columns farther apart than the band are found by one product. */
function bandMatrix(product: Product, n: number, width: number): Float64Array {
  const matrix = new Float64Array(n * (width + 1));
  const period = 2 * width + 1;
  const p = new Float64Array(n);
  for (let first = 0; first < Math.min(period, n); first++) {
    p.fill(0);
    for (let k = first; k < n; k += period) p[k] = 1;
    const y = product(p);
    for (let k = first; k < n; k += period)
      for (let i = k; i <= Math.min(n - 1, k + width); i++) matrix[i * (width + 1) + k - i + width] = y[i];
  }
  return matrix;
}

/** Cholesky's method: the matrix becomes L of L Lᵀ. Returns false if it is not positive definite. */
function factor(matrix: Float64Array, width: number, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const ri = i * width + width;
    const first = Math.max(0, i - width);
    for (let j = first; j <= i; j++) {
      const rj = j * width + width;
      let sum = matrix[ri + j];
      for (let k = Math.max(first, j - width); k < j; k++) sum -= matrix[ri + k] * matrix[rj + k];
      if (i !== j) matrix[ri + j] = sum / matrix[rj + j];
      else if (sum > 0) matrix[ri + i] = Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}

function solve(L: Float64Array, width: number, right: Float64Array): Float64Array {
  const n = right.length;
  const x = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const ri = i * width + width;
    let sum = right[i];
    for (let k = Math.max(0, i - width); k < i; k++) sum -= L[ri + k] * x[k];
    x[i] = sum / L[ri + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i];
    for (let k = i + 1; k <= Math.min(n - 1, i + width); k++) sum -= L[k * width + width + i] * x[k];
    x[i] = sum / L[i * width + width + i];
  }
  return x;
}
