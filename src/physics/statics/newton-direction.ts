import { solverLoops } from '../kernels/javascript/vector-loops';
import type { State } from '../model/model';
import { createConjugateGradients, type LinearSystem } from '../solvers/conjugate-gradients';
import { invertBlocks } from '../solvers/diagonal-blocks';
import type { SolveReport } from '../world/preconditioner';
import type { World } from '../world/world';
import type { Hold } from './null-space';
import { type Factors, factor, factorCost, solveFactored } from './skyline-matrix';
import { addToBlock, assembleStiffness, type Layout, layOut } from './stiffness-matrix';

/** Solves (−K + σM/m̄) d = f on what can move, where m̄ is the mean mass. */
export interface NewtonDirection {
  /**
   * @param d 4n; m
   * @param f 4n; N; without what pins and surfaces take up
   * @param shift σ, N/m: it stands in for stiffness in directions that nothing resists
   * @param exact with the true K where that is positive definite along the way, not the clamped one
   * @param filter takes out what can't move; its `holds` say the same
   */
  solve(d: Float64Array, f: Float64Array, wish: Wish): void;
  /** The step of the last matrix once more, for other forces: P⁻¹ f alone. */
  again(d: Float64Array, f: Float64Array, wish: Wish): void;
}

interface Wish {
  still: State;
  shift: number;
  exact: boolean;
  /** ‖residual‖/‖f‖ that is enough. */
  tolerance: number;
  filter(y: Float64Array): void;
  holds: readonly Hold[];
}

/** Multiplications of a factorization that is made for every solve, and of one that is made at all: 0.1 s and 4 s. */
const CHEAP = 1e8;
const AFFORDABLE = 3e9;
/** Entries that it may keep. */
const MOST_ENTRIES = 5e7;
/** Iterations after which a factorization of an earlier place has served its time. */
const STALE = 40;
const MOST_ITERATIONS = 2000;
/** Of its diagonal: a pivot below this is rounding. */
const NO_PIVOT = 1e-13;
/** Of the stiffest particle: how a pressed surface resists in the preconditioner. */
const BAR = 1e6;

/** Conjugate gradients on the forces' own derivatives, preconditioned by a factorization of the clamped matrix, which
 *  leaves them one iteration where that is the matrix itself; by its 3×3 diagonal blocks where a factorization is too much. */
export function createNewtonDirection(world: World): NewtonDirection {
  const { particleCount: n, masses, inverseMasses } = world.model;
  const size = 4 * n;
  const layout = layOut(world);
  const cost = factorCost(layout.first);
  const entries = layout.first.reduce((sum, first, i) => sum + i - first + 1, 0);
  const direct = cost < AFFORDABLE && entries < MOST_ENTRIES;
  const gradients = createConjugateGradients((count) => new Float64Array(count), size);
  const blocks = new Float64Array(direct ? 0 : 9 * n);
  const packed = new Float64Array(direct ? 3 * layout.order.length : 0);
  const weights = new Float64Array(n);
  let mean = 0;
  for (let i = 0; i < n; i++) mean += masses[i] / n;
  for (let i = 0; i < n; i++) weights[i] = masses[i] / mean;
  let factors: Factors | null = null;
  const report: SolveReport = { converged: true, iterations: 0, residual: 0 };

  function prepare({ shift, holds }: Wish): void {
    if (direct) {
      factors = factorOf(world, layout, shift, weights, holds);
      return;
    }
    blocks.fill(0);
    world.addDiagonals(blocks, -1, 0);
    for (let i = 0; i < n; i++) for (let axis = 0; axis < 3; axis++) blocks[9 * i + 4 * axis] += shift * weights[i];
    invertBlocks(blocks, n);
  }

  function systemOf({ shift, filter }: Wish): LinearSystem {
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
    again(d, f, wish) {
      systemOf(wish).precondition(d, f);
    },
    solve(d, f, wish) {
      const system = systemOf(wish);
      const fresh = !factors || cost < CHEAP || report.iterations > STALE || !report.converged;
      const run = (clamp: boolean) => {
        world.linearize(wish.still, clamp);
        d.fill(0);
        gradients.solve(system, d, f, wish.tolerance, MOST_ITERATIONS, report);
      };
      world.linearize(wish.still, true);
      if (fresh) prepare(wish);
      if (wish.exact) run(false);
      // Where the true matrix isn't positive definite the clamped one shows the way.
      if (!wish.exact || (!report.converged && report.iterations < MOST_ITERATIONS)) run(true);
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
    if (layout.places[particle] >= 0) addToBlock(matrix, layout.places[particle], 0, BAR * most, normal);
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
