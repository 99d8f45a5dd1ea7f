import { dot, norm, solverLoops } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import { preconditionerFor } from '../../registry';
import { createConjugateGradients, type LinearSystem } from '../../solvers/conjugate-gradients';
import { blockJacobi } from '../../solvers/preconditioners';
import type { Preconditioner, SolveReport, World } from '../../world/world';
import { type Factors, factor, factorCost, largestDiagonal } from '../skyline-matrix';
import {
  addHolds,
  addToBlock,
  assembleStiffness,
  type Hold,
  type Layout,
  layOut,
  solveLaidOut,
} from '../stiffness-matrix';
import { largest, type NetForce } from './net-force';

export interface SolveRequest {
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
/** Times the mean spring length: the displacement of differences of forces. */
const DIFFERENCE = 1e-6;
/** Times the diagonal entry: a smaller pivot is rounding. */
const NO_PIVOT = 1e-13;
/** Times the largest diagonal entry: stiffness of a constrained direction in the preconditioner. */
const CONSTRAINT_STIFFNESS = 1e6;

/**
 * Solves (−K + σM/m̄) d = f for the free particles, where m̄ is the mean mass.
 * Conjugate gradients with the products of the forces. The preconditioner is a factorization of the clamped matrix, which needs
 * one iteration if that is the matrix itself; where a factorization is expensive, that of implicit methods, such as multigrid.
 * Wind has no potential, and its ∂f/∂x is not symmetric: with it `solveExactly` takes differences of the forces for the products.
 */
export function createNewtonDirection(world: World, net: NetForce) {
  const { particleCount: n, masses, inverseMasses } = world.model;
  const size = 4 * n;
  const layout = layOut(world);
  const { work: cost, entries } = factorCost(layout.first);
  const definition = preconditionerFor(world, 'auto');
  const direct = (cost < CHEAP || (definition === blockJacobi && cost < AFFORDABLE)) && entries < MAX_ENTRIES;
  /** Created when first needed, so that damped motion has the kernel's own memory. */
  let preconditioner: Preconditioner | null = null;
  const gradients = createConjugateGradients((count) => new Float64Array(count), size, solverLoops);
  const packed = new Float64Array(direct ? 3 * layout.order.length : 0);
  const weights = new Float64Array(n);
  let mean = 0;
  for (let i = 0; i < n; i++) mean += masses[i] / n;
  for (let i = 0; i < n; i++) weights[i] = masses[i] / mean;
  let factors: Factors | null = null;
  const report: SolveReport = { converged: true, iterations: 0, residual: 0 };
  const hasPotential = world.forces.every(
    (force, i) => world.forceDefinitions[i].account !== undefined || !force.addDerivative,
  );

  /** Of −K + σM/m̄ at the last clamped linearization. That of an implicit step of s² = m̄/σ is m̄/σ times it. */
  function prepare({ shift, holds }: SolveRequest): void {
    if (direct) {
      factors = factorOf(world, layout, shift, weights, holds);
      return;
    }
    preconditioner ??= definition.create(world);
    preconditioner.assemble(mean / shift, 0);
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
        if (factors) solveLaidOut(z, r, factors, layout, packed);
        else preconditioner?.apply(z, r);
        filter(z);
      },
    };
  }

  /** y := −K p with the whole of K, by central differences, which are accurate to about the cube root of the rounding error. */
  function multiplyByDifferences(y: Float64Array, p: Float64Array, filter: SolveRequest['filter']): void {
    const x = net.still.positions;
    const from = x.slice();
    const before = new Float64Array(size);
    const share = (DIFFERENCE * world.model.meanLength) / (largest(p) || 1);
    for (let i = 0; i < size; i++) x[i] = from[i] - share * p[i];
    net.at(before);
    for (let i = 0; i < size; i++) x[i] = from[i] + share * p[i];
    net.at(y);
    x.set(from);
    for (let i = 0; i < size; i++) y[i] = (before[i] - y[i]) / (2 * share);
    filter(y);
  }

  /**
   * Solves A x = b for a matrix that need not be positive definite. Conjugate gradients end at a direction p without positive curvature,
   * pᵀA p ≤ 0, which is then added to x, scaled to the length `trial`. As p is conjugate to all directions before it, bᵀp = rᵀp > 0: along
   * p the potential whose gradient is −b falls, and ever more steeply.
   * Source: Steihaug 1983; Nocedal and Wright, Numerical Optimization, 7.1.
   * @returns true if x solves the system, or is the best after MAX_ITERATIONS
   */
  function truncated(
    system: LinearSystem,
    x: Float64Array,
    b: Float64Array,
    tolerance: number,
    trial: number,
  ): boolean {
    const found: SolveReport = { converged: true, iterations: 0, residual: 0 };
    let last = b;
    const traced: LinearSystem = {
      ...system,
      multiply(y, p) {
        system.multiply(y, p);
        last = p;
      },
    };
    x.fill(0);
    gradients.solve(traced, x, b, tolerance, MAX_ITERATIONS, found);
    if (found.converged || found.iterations === MAX_ITERATIONS) return true;
    const scale = trial / largest(last);
    for (let i = 0; i < size; i++) x[i] += scale * last[i];
    return false;
  }

  return {
    /** True if the forces are those of a potential energy: then ∂f/∂x is symmetric. */
    hasPotential,
    /** True if a solve takes less than about 0.1 s. */
    isCheap: cost < CHEAP,
    /** N/m; the largest stiffness of a particle. */
    stiffest(still: State): number {
      const blocks = new Float64Array(9 * n);
      world.linearize(still, true);
      world.addDiagonals(blocks, -1, 0);
      return blocks.reduce((most, entry) => Math.max(most, entry), 0);
    },
    /** d := P⁻¹ f with the preconditioner of the last solve. */
    repeat(d: Float64Array, f: Float64Array, request: SolveRequest) {
      systemOf(request).precondition(d, f);
    },
    /**
     * @param d 4n; m
     * @param f 4n; N; without what pins and surfaces take
     */
    solve(d: Float64Array, f: Float64Array, request: SolveRequest) {
      const system = systemOf(request);
      const fresh = direct && (!factors || cost < CHEAP || report.iterations > STALE || !report.converged);
      const run = (clamp: boolean) => {
        world.linearize(request.still, clamp);
        d.fill(0);
        gradients.solve(system, d, f, request.tolerance, MAX_ITERATIONS, report);
      };
      world.linearize(request.still, true);
      if (fresh || !direct) prepare(request);
      if (request.exact) run(false);
      // Fall back to the clamped matrix where the true one is not positive definite.
      if (!request.exact || (!report.converged && report.iterations < MAX_ITERATIONS)) run(true);
    },
    /** d with the clamped K and the preconditioner of the last solve. */
    solveClamped(d: Float64Array, f: Float64Array, request: SolveRequest) {
      world.linearize(request.still, true);
      truncated(systemOf(request), d, f, request.tolerance, 0);
    },
    /**
     * d with the true K only.
     * @param trial m
     * @returns false if it meets a motion of negative stiffness: d then contains that motion, of the length `trial`, with f·d > 0
     */
    solveExactly(d: Float64Array, f: Float64Array, request: SolveRequest, trial: number): boolean {
      const system = systemOf(request);
      world.linearize(request.still, true);
      prepare(request);
      d.fill(0);
      if (!hasPotential) {
        const { precondition } = system;
        const multiply = (y: Float64Array, p: Float64Array) => multiplyByDifferences(y, p, request.filter);
        minimizeResidual({ multiply, precondition }, d, f, request.tolerance);
        return true;
      }
      world.linearize(request.still, false);
      return truncated(system, d, f, request.tolerance, trial);
    },
  };
}

function factorOf(world: World, layout: Layout, shift: number, weights: Float64Array, holds: readonly Hold[]): Factors {
  const matrix = assembleStiffness(world, layout);
  layout.order.forEach((i, place) => {
    addToBlock(matrix, place, shift * weights[i]);
  });
  addHolds(matrix, layout, holds, CONSTRAINT_STIFFNESS * largestDiagonal(matrix));
  return factor(matrix, NO_PIVOT);
}

/** Largest number of products: each keeps a vector. */
const MAX_PRODUCTS = 60;

/** Solves A x = b for a matrix that need not be symmetric, from x = 0: GMRES, preconditioned from the right.
 *    w = A P⁻¹ v_j is made orthogonal to v_0 … v_j and gives v_j+1; Givens rotations keep the least-squares problem triangular.
 *  Source: Saad and Schultz 1986; Saad, Iterative Methods for Sparse Linear Systems, 6.5 and 9.3.
 *  @returns ‖b − A x‖ / ‖b‖ */
function minimizeResidual(
  { multiply, precondition }: LinearSystem,
  x: Float64Array,
  b: Float64Array,
  tolerance: number,
): number {
  const length = norm(b);
  const basis = [b.map((value) => value / length)];
  const columns: Float64Array[] = [];
  const [cosines, sines, side] = [
    new Float64Array(MAX_PRODUCTS),
    new Float64Array(MAX_PRODUCTS),
    new Float64Array(MAX_PRODUCTS + 1),
  ];
  const [z, w] = [new Float64Array(b.length), new Float64Array(b.length)];
  side[0] = 1;
  let j = 0;
  for (; j < MAX_PRODUCTS && Math.abs(side[j]) > tolerance; j++) {
    precondition(z, basis[j]);
    multiply(w, z);
    const column = new Float64Array(j + 2);
    for (let i = 0; i <= j; i++) {
      column[i] = dot(w, basis[i]);
      for (let k = 0; k < w.length; k++) w[k] -= column[i] * basis[i][k];
    }
    const rest = norm(w);
    basis.push(w.map((value) => value / (rest || 1)));
    for (let i = 0; i < j; i++) {
      const [upper, lower] = [column[i], column[i + 1]];
      column[i] = cosines[i] * upper + sines[i] * lower;
      column[i + 1] = cosines[i] * lower - sines[i] * upper;
    }
    const radius = Math.sqrt(column[j] * column[j] + rest * rest);
    if (!(radius > 0)) break;
    cosines[j] = column[j] / radius;
    sines[j] = rest / radius;
    column[j] = radius;
    side[j + 1] = -sines[j] * side[j];
    side[j] *= cosines[j];
    columns.push(column);
  }
  const sum = new Float64Array(b.length);
  for (let row = j - 1; row >= 0; row--) {
    side[row] /= columns[row][row];
    for (let above = 0; above < row; above++) side[above] -= columns[row][above] * side[row];
    for (let k = 0; k < sum.length; k++) sum[k] += length * side[row] * basis[row][k];
  }
  precondition(x, sum);
  return Math.abs(side[j]);
}
