import { norm } from '../../kernels/javascript/solver-loops';
import { type Factors, factor, factorCost, solveFactored } from '../../statics/skyline-matrix';
import { assembleProducts, type Layout, layOut } from '../../statics/stiffness-matrix';
import type { World } from '../../world/world';

/** A factorization of a step's matrix. */
export interface DirectSolve {
  /** How many eigenvalues of A are negative. */
  readonly negative: number;
  /** x := A⁻¹ b; 4n each; b without what can't change. */
  solve(x: Float64Array, b: Float64Array): void;
}

type Product = (y: Float64Array, p: Float64Array) => void;

/** Multiplications that a factorization may take: about a fifth of a second. */
const MOST_WORK = 2e8;
const MOST_ENTRIES = 1e7;
/** Particles that may each feel each other one. */
const EVERYBODY = 100;
/** ‖b − A x‖ / ‖b‖ of what has been factored well, and with all its entries. */
const GOOD = 1e-6;
/** Solves for what an earlier one has left over. */
const REFINEMENTS = 2;

/**
 * Factors A = L D Lᵀ, A being known by its products. What the filter S takes out (a contact's normal, say) stands in the
 * matrix as μ(I − S), which parts it from the rest and leaves the number of negative eigenvalues as it is.
 * @param multiply y := S A p, for a p that S leaves as it is
 * @param probe a right side to try it on; 4n
 * @returns null where it would be too much work
 */
export function factorDirectly(world: World, multiply: Product, probe: Float64Array): DirectSolve | null {
  const n = world.model.particleCount;
  for (const everybody of [false, true]) {
    if (everybody && n > EVERYBODY) return null;
    const layout = layOut(world, everybody);
    const entries = layout.first.reduce((sum, first, i) => sum + i - first + 1, 0);
    if (factorCost(layout.first) > MOST_WORK || entries > MOST_ENTRIES) return null;
    const direct = factorIn(layout, world, multiply);
    if (residualOf(direct, multiply, probe) < GOOD) return direct;
  }
  return null;
}

function factorIn(layout: Layout, world: World, multiply: Product): DirectSolve {
  const { particleCount: n, masses } = world.model;
  const kept = new Float64Array(4 * n);
  const whole: Product = (y, p) => {
    kept.set(p);
    world.filter(kept);
    multiply(y, kept);
    for (let i = 0; i < 4 * n; i++) y[i] += masses[i >> 2] * (p[i] - kept[i]);
  };
  const factors = factor(assembleProducts(layout, n, whole), null);
  const packed = new Float64Array(factors.size);
  const rest = new Float64Array(4 * n);
  const product = new Float64Array(4 * n);
  return {
    negative: factors.pivots.reduce((count, d) => count + (d < 0 ? 1 : 0), 0),
    solve(x, b) {
      x.fill(0);
      rest.set(b);
      for (let turn = 0; turn <= REFINEMENTS; turn++) {
        addSolution(x, rest, factors, layout, packed);
        world.filter(x);
        multiply(product, x);
        for (let i = 0; i < 4 * n; i++) rest[i] = b[i] - product[i];
      }
    },
  };
}

/** x += A⁻¹ r, where x and r are 4n. */
function addSolution(
  x: Float64Array,
  r: Float64Array,
  factors: Factors,
  { order }: Layout,
  packed: Float64Array,
): void {
  for (let row = 0; row < packed.length; row++) packed[row] = r[4 * order[Math.floor(row / 3)] + (row % 3)];
  solveFactored(factors, packed);
  for (let row = 0; row < packed.length; row++) x[4 * order[Math.floor(row / 3)] + (row % 3)] += packed[row];
}

function residualOf({ solve }: DirectSolve, multiply: Product, b: Float64Array): number {
  const x = new Float64Array(b.length);
  const product = new Float64Array(b.length);
  solve(x, b);
  multiply(product, x);
  const size = norm(b);
  return size === 0 ? 0 : norm(product.map((value, i) => b[i] - value)) / size;
}
