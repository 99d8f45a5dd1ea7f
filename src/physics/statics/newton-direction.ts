import { solverLoops } from '../kernels/javascript/solver-loops';
import type { State } from '../model/model';
import { createConjugateGradients, type LinearSystem } from '../solvers/conjugate-gradients';
import { invertBlocks } from '../solvers/diagonal-blocks';
import type { SolveReport } from '../world/preconditioner';
import type { World } from '../world/world';
import type { Hold } from './null-space';
import { type Factors, factor, factorCost, solveFactored } from './skyline-matrix';
import { addToBlock, assembleStiffness, type Layout, layOut } from './stiffness-matrix';

/** Solves (−K + σM/m̄) d = f for the free particles, where m̄ is the mean mass. */
export interface NewtonDirection {
  /**
   * @param d 4n; m
   * @param f 4n; N; without what pins and surfaces take
   */
  solve(d: Float64Array, f: Float64Array, request: SolveRequest): void;
  /** d := P⁻¹ f with the preconditioner of the last solve. */
  repeat(d: Float64Array, f: Float64Array, request: SolveRequest): void;
}

interface SolveRequest {
  still: State;
  /** σ, N/m: replaces the stiffness of zero-stiffness motions. */
  shift: number;
  /** True: uses the true K, where it is positive definite. False: the clamped one. */
  exact: boolean;
  /** On ‖residual‖/‖f‖. */
  tolerance: number;
  /** Removes the directions in `holds`. */
  filter(y: Float64Array): void;
  holds: readonly Hold[];
}

/** Multiplications: below CHEAP every solve factors anew (0.1 s), above AFFORDABLE none does (4 s). */
const CHEAP = 1e8;
const AFFORDABLE = 3e9;
/** Largest number of entries of a factorization. */
const MAX_ENTRIES = 5e7;
/** A factorization of an earlier state is replaced when a solve needs more iterations than this. */
const STALE = 40;
const MAX_ITERATIONS = 2000;
/** Times the diagonal entry: a smaller pivot is rounding. */
const NO_PIVOT = 1e-13;
/** Times the largest diagonal entry: stiffness of a constrained direction in the preconditioner. */
const CONSTRAINT_STIFFNESS = 1e6;

/** Conjugate gradients with the products of the forces. The preconditioner is a factorization of the clamped matrix, which needs
 *  one iteration if that is the matrix itself; where a factorization is too expensive, its 3×3 diagonal blocks. */
export function createNewtonDirection(world: World): NewtonDirection {
  const { particleCount: n, masses, inverseMasses } = world.model;
  const size = 4 * n;
  const layout = layOut(world);
  const cost = factorCost(layout.first);
  const entries = layout.first.reduce((sum, first, i) => sum + i - first + 1, 0);
  const direct = cost < AFFORDABLE && entries < MAX_ENTRIES;
  const gradients = createConjugateGradients((count) => new Float64Array(count), size);
  const blocks = new Float64Array(direct ? 0 : 9 * n);
  const packed = new Float64Array(direct ? 3 * layout.order.length : 0);
  const weights = new Float64Array(n);
  let mean = 0;
  for (let i = 0; i < n; i++) mean += masses[i] / n;
  for (let i = 0; i < n; i++) weights[i] = masses[i] / mean;
  let factors: Factors | null = null;
  const report: SolveReport = { converged: true, iterations: 0, residual: 0 };

  function prepare({ shift, holds }: SolveRequest): void {
    if (direct) {
      factors = factorOf(world, layout, shift, weights, holds);
      return;
    }
    blocks.fill(0);
    world.addDiagonals(blocks, -1, 0);
    for (let i = 0; i < n; i++) for (let axis = 0; axis < 3; axis++) blocks[9 * i + 4 * axis] += shift * weights[i];
    invertBlocks(blocks, n);
  }

  function systemOf({ shift, filter }: SolveRequest): LinearSystem {
    return {
      multiply(y, p) {
        for (let i = 0; i < size; i++) y[i] = shift * weights[i >> 2] * p[i];
        world.addDerivatives(y, p, -1, 0);
        for (let i = 0; i < n; i++) if (inverseMasses[i] === 0) y.fill(0, 4 * i, 4 * i + 4);
        filter(y);
      },
      precondition(z, r) {
        if (factors) solveInOrder(z, r, factors, layout, packed);
        else solverLoops.multiplyBlocks(z, blocks, r);
        filter(z);
      },
    };
  }

  return {
    repeat(d, f, request) {
      systemOf(request).precondition(d, f);
    },
    solve(d, f, request) {
      const system = systemOf(request);
      const fresh = !factors || cost < CHEAP || report.iterations > STALE || !report.converged;
      const run = (clamp: boolean) => {
        world.linearize(request.still, clamp);
        d.fill(0);
        gradients.solve(system, d, f, request.tolerance, MAX_ITERATIONS, report);
      };
      world.linearize(request.still, true);
      if (fresh) prepare(request);
      if (request.exact) run(false);
      // Fall back to the clamped matrix where the true one is not positive definite.
      if (!request.exact || (!report.converged && report.iterations < MAX_ITERATIONS)) run(true);
    },
  };
}

function factorOf(world: World, layout: Layout, shift: number, weights: Float64Array, holds: readonly Hold[]): Factors {
  const matrix = assembleStiffness(world, layout);
  const none = [0, 0, 0];
  layout.order.forEach((i, place) => {
    addToBlock(matrix, place, shift * weights[i], 0, none);
  });
  let most = 0;
  for (let i = 0; i < matrix.size; i++) most = Math.max(most, matrix.values[matrix.starts[i + 1] - 1]);
  for (const { particle, normal } of holds) {
    if (layout.places[particle] >= 0)
      addToBlock(matrix, layout.places[particle], 0, CONSTRAINT_STIFFNESS * most, normal);
  }
  return factor(matrix, NO_PIVOT);
}

/** z := A⁻¹ r, where r and z are 4n. */
function solveInOrder(
  z: Float64Array,
  r: Float64Array,
  factors: Factors,
  { order }: Layout,
  packed: Float64Array,
): void {
  for (let place = 0; place < order.length; place++) {
    for (let axis = 0; axis < 3; axis++) packed[3 * place + axis] = r[4 * order[place] + axis];
  }
  solveFactored(factors, packed);
  z.fill(0);
  for (let place = 0; place < order.length; place++) {
    for (let axis = 0; axis < 3; axis++) z[4 * order[place] + axis] = packed[3 * place + axis];
  }
}
