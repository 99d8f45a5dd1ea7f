import type { World } from '../contracts';
import type { State } from '../model';
import { largestEigenvalue, noise } from './lanczos';

/** How long a step of symplectic Euler may be for small motion about a state: not a bound, but the limit itself. */
export interface StepLimit {
  /** s; Infinity where nothing limits it. */
  dt: number;
  /** rad/s; of the fastest mode without damping, √λ_max(M^(−½)(−K)M^(−½)). */
  omega: number;
  /** Products with K and D that it took. */
  products: number;
}

const TURNS = 40;
/** Of dt, from one turn to the next, against the tolerance of a mode. */
const SETTLED = 1e-2;

/**
 * Symplectic Euler with velocities that shrink by e = e^(−h·r) ahead of the step is stable exactly while
 *
 *    λ_max(h²K̂ + 2h e D̂) ≤ 2(1 + e),  K̂ = M^(−½)(−∂f/∂x)M^(−½),  D̂ = M^(−½)(−∂f/∂v)M^(−½)
 *
 * (its matrix polynomial z² − z[1 + e(1 − hD̂) − h²K̂] + e(1 − hD̂) at z = −1), whether K̂ and D̂ commute or not. ∂f/∂x is
 * the true one, not clamped: the method knows nothing of the clamp. Every vector q gives an h that is too long, the root
 * of h²qᵀK̂q + 2h e qᵀD̂q = 2(1 + e); with the top mode of the matrix at that h it comes down to the limit, as Newton's
 * method does.
 * @param tolerance of ‖A q − θ q‖ against |θ| for each top mode: dt is right to about its square over the gap between modes
 */
export function stepLimit(world: World, state: State, tolerance = 1e-8): StepLimit {
  const { particleCount: n, inverseMasses } = world.model;
  const size = 4 * n;
  world.linearize(state, false);
  const roots = new Float64Array(size);
  for (let i = 0; i < size; i++) roots[i] = i % 4 === 3 ? 0 : Math.sqrt(inverseMasses[i >> 2]);
  const scaled = new Float64Array(size);
  let ofK = 1;
  let ofD = 0;
  const multiply = (y: Float64Array, x: Float64Array) => {
    for (let i = 0; i < size; i++) scaled[i] = roots[i] * x[i];
    y.fill(0);
    world.addDerivatives(y, scaled, -ofK, -ofD);
    for (let i = 0; i < size; i++) y[i] *= roots[i];
  };
  const along = (q: Float64Array, a: number, b: number) => {
    ofK = a;
    ofD = b;
    const y = new Float64Array(size);
    multiply(y, q);
    return y.reduce((sum, value, i) => sum + value * q[i], 0);
  };

  const start = noise(size).map((value, i) => (roots[i] === 0 ? 0 : value));
  let top = largestEigenvalue(multiply, size, start, tolerance);
  const omega = Math.sqrt(Math.max(0, top.value));
  let { products } = top;
  const r = world.params.decay;
  let h = limitOf(along(top.vector, 1, 0), along(top.vector, 0, 1), r);
  if (h === Number.POSITIVE_INFINITY) {
    // No stiffness at all: whatever is damped the most.
    ofK = 0;
    ofD = 1;
    top = largestEigenvalue(multiply, size, start, tolerance);
    products += top.products;
    h = limitOf(along(top.vector, 1, 0), along(top.vector, 0, 1), r);
  }
  for (let turn = 0; turn < TURNS && h < Number.POSITIVE_INFINITY; turn++) {
    const damped = along(top.vector, 0, 1) !== 0 || r !== 0;
    if (!damped && !hasDamping(world)) break;
    ofK = h * h;
    ofD = 2 * h * Math.exp(-h * r);
    // The last mode, and a little of everything, lest it hide one that has overtaken it.
    const mixed = start.map((value, i) => top.vector[i] + (1e-3 * value) / Math.sqrt(size));
    top = largestEigenvalue(multiply, size, mixed, tolerance);
    products += top.products;
    const next = limitOf(along(top.vector, 1, 0), along(top.vector, 0, 1), r);
    const settled = Math.abs(next - h) <= SETTLED * tolerance * h;
    h = Math.min(h, next);
    if (settled) break;
  }
  return { dt: h, omega, products };
}

function hasDamping({ model, params, control }: World): boolean {
  return params.drag !== 0 || control.held >= 0 || model.damping.some((c) => c !== 0) || model.membrane !== null;
}

/** The h at which h²κ + 2h e δ = 2(1 + e), e = e^(−h·r): the first from 0 on. */
function limitOf(kappa: number, delta: number, r: number): number {
  const excess = (h: number) => {
    const e = Math.exp(-h * r);
    return h * h * kappa + 2 * h * e * delta - 2 * (1 + e);
  };
  // With e = 1, where both sides are the largest.
  const undecayed =
    kappa <= 0 && delta <= 0 ? Number.POSITIVE_INFINITY : 4 / (delta + Math.sqrt(delta * delta + 4 * kappa));
  if (r === 0 || !Number.isFinite(undecayed)) return undecayed;
  let high = undecayed;
  for (let i = 0; i < 200 && excess(high) < 0; i++) high *= 1.1;
  let low = 0;
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (excess(middle) < 0) low = middle;
    else high = middle;
  }
  return low;
}
