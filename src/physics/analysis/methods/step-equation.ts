import { norm } from '../../kernels/javascript/solver-loops';
import { createArena } from '../../model/arena';
import type { State } from '../../model/model';
import { createImplicitSystem } from '../../solvers/implicit-system';
import { factor, factorCost } from '../../statics/skyline-matrix';
import { assembleProducts, type Layout, layOut, solveLaidOut } from '../../statics/stiffness-matrix';
import type { IntegratorDefinition } from '../../world/integrator';
import type { PreconditionerDefinition, World } from '../../world/world';

/** The linear equation that an integrator solves. */
export interface Scheme {
  /** Weight of the forces at the end of its first stage: 1 for backward Euler, ½ for the trapezoidal rule. */
  readonly theta: number;
  /** Weight of the forces at the start. */
  readonly known: number;
  /** True: K, D and forces at x + (known + θ)h v, the initial guess of Newton's method; false: at x. */
  readonly predicted: boolean;
}

/** The first equation of an implicit integrator's step; for an explicit integrator that of linearly implicit Euler. */
export function schemeOf({ newton }: IntegratorDefinition): Scheme {
  return { theta: newton?.end ?? 1, known: newton?.start ?? 0, predicted: newton !== undefined };
}

/** A Δv = b on the free components; valid until the world is linearized again. */
export type StepEquation = ReturnType<typeof stepEquation>;

/**
 * The equation of the first solve of a step, with the integrators' own matrix.
 *
 *    linearly implicit:  (M − hD − h²K) Δv = S h(f + h K v),  all at x, v
 *    Newton's method:    (M − θhD − θ²h²K) δ = S h[κ f(x, v) + θ f(x + (κ + θ)h v, v)],  K and D there, κ = `known`
 */
export function stepEquation(
  world: World,
  state: State,
  h: number,
  { theta, known, predicted }: Scheme,
  clamp: boolean,
) {
  const size = 4 * world.model.particleCount;
  const velocities = Float64Array.from(state.velocities);
  const b = new Float64Array(size);
  const f = new Float64Array(size);
  const ahead = predicted ? (known + theta) * h : 0;
  const at: State = {
    positions: Float64Array.from(state.positions, (x, i) => x + ahead * velocities[i]),
    velocities,
    time: state.time + ahead,
  };
  if (predicted) {
    world.computeForces(at, f);
    for (let i = 0; i < size; i++) b[i] = h * theta * f[i];
  }
  // Last, because contacts belong to the state of the last force evaluation.
  world.computeForces(state, f);
  for (let i = 0; i < size; i++) b[i] += h * (predicted ? known : 1) * f[i];
  world.linearize(at, clamp);
  if (!predicted) world.addDerivatives(b, velocities, h * h, 0);
  world.filter(b);
  const separateWorld = { ...world, arena: createArena('double') };
  /** A with another preconditioner, which must support the world. */
  const preconditionedBy = (definition: PreconditionerDefinition) => {
    const system = createImplicitSystem(separateWorld, definition);
    system.assemble(theta * theta * h * h, theta * h);
    return system;
  };
  return {
    /** A = S(M − θhD − θ²h²K)S, kg, with the run's preconditioner. */
    system: preconditionedBy(world.preconditioner),
    preconditionedBy,
    /** 4n; N·s. */
    b,
    /** The state of K and D. */
    at,
  };
}

/** Direct solver for a step's matrix. */
export type DirectSolve = ReturnType<typeof factorIn>;

type Product = (y: Float64Array, p: Float64Array) => void;

/** Largest number of multiplications of a factorization: about 0.2 s. */
const MAX_WORK = 2e8;
const MAX_ENTRIES = 1e7;
/** Largest number of particles for a dense factorization. */
const MAX_DENSE = 100;
/** ‖b − A x‖ / ‖b‖ of a correct factorization; a larger residual shows that the layout lacks entries of A. */
const TOLERANCE = 1e-6;
/** Steps of iterative refinement. */
const REFINEMENTS = 2;

/**
 * Factors A = L D Lᵀ, where A is given by its products. The matrix contains m(I − S) for the directions that the filter S removes,
 * such as the normal of a contact. This decouples them and keeps the number of negative eigenvalues.
 * @param multiply y := S A p, for p = S p
 * @param probe right side of a test solve; 4n
 * @returns null if it would take too much work
 */
export function factorDirectly(world: World, multiply: Product, probe: Float64Array): DirectSolve | null {
  const n = world.model.particleCount;
  for (const allPairs of [false, true]) {
    if (allPairs && n > MAX_DENSE) return null;
    const layout = layOut(world, allPairs);
    const { work, entries } = factorCost(layout.first);
    if (work > MAX_WORK || entries > MAX_ENTRIES) return null;
    const direct = factorIn(layout, world, multiply);
    if (residualOf(direct, multiply, probe) < TOLERANCE) return direct;
  }
  return null;
}

function factorIn(layout: Layout, world: World, multiply: Product) {
  const { particleCount: n, masses } = world.model;
  const filtered = new Float64Array(4 * n);
  const filteredProduct: Product = (y, p) => {
    filtered.set(p);
    world.filter(filtered);
    multiply(y, filtered);
    for (let i = 0; i < 4 * n; i++) y[i] += masses[i >> 2] * (p[i] - filtered[i]);
  };
  const factors = factor(assembleProducts(layout, n, filteredProduct), null);
  const packed = new Float64Array(factors.size);
  const residual = new Float64Array(4 * n);
  const product = new Float64Array(4 * n);
  return {
    /** Number of negative eigenvalues of A. */
    negative: factors.pivots.reduce((count, d) => count + (d < 0 ? 1 : 0), 0),
    /** x := A⁻¹ b; 4n each; b must be filtered. */
    solve(x: Float64Array, b: Float64Array) {
      x.fill(0);
      residual.set(b);
      for (let pass = 0; pass <= REFINEMENTS; pass++) {
        solveLaidOut(product, residual, factors, layout, packed);
        for (let i = 0; i < 4 * n; i++) x[i] += product[i];
        world.filter(x);
        multiply(product, x);
        for (let i = 0; i < 4 * n; i++) residual[i] = b[i] - product[i];
      }
    },
  };
}

function residualOf({ solve }: DirectSolve, multiply: Product, b: Float64Array): number {
  const x = new Float64Array(b.length);
  const product = new Float64Array(b.length);
  solve(x, b);
  multiply(product, x);
  const size = norm(b);
  return size === 0 ? 0 : norm(product.map((value, i) => b[i] - value)) / size;
}
