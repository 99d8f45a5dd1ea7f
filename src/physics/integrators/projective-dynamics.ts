import { hasNoDirection } from '../kernels/javascript/spring-loops';
import { createElimination } from '../solvers/elimination';
import type { Integrator, IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';
import { createChebyshev, createFirstGuess, createRestoreMomentum } from './springs/iteration';
import { ACCELERATION, createSplitStep, OTHER_FORCES, SPRING_PARAMS } from './springs/split-step';
import { createBlockSweep } from './vertex-block-descent';

/** Projective dynamics, order 1: backward Euler for the springs, in `iterations` of a local and a global step. Local: each spring keeps its
 *  direction n at x + h w. Global: with all these n held, a linear system that is the same in each iteration, so that it is factored
 *  once for many steps:
 *
 *    r = A(w̃ − w) − h Σ [k(l − L₀) + k_d u] n
 *    (A + Σ (h²k + h k_d) L_j) δ = r,   L_j = (e_a − e_b)(e_a − e_b)ᵀ ⊗ I
 *    w += δ
 *
 *  This is the paper's global step M(x⁺ − x̃) + h² Σ k (L_j x⁺ − L₀ S_jᵀn) = 0, written for the change from one iteration to the next. The
 *  paper has no dashpots: their k_d u n is here a part of r, and k_d/h is added to k in the matrix. At r = 0 it is the equation of
 *  backward Euler. The matrix is never softer than the springs, so that the iterations do not overshoot; across a spring it is stiffer
 *  by l/(l − L₀), which makes them many for what bends and folds. The first guess is that of `springs/iteration.ts`. `acceleration`
 *  over-relaxes the iterations. Few of them keep momentum, but not its moment, as the matrix does not turn with the springs:
 *  `springs/iteration.ts` gives it back.
 *
 *  The matrix cannot hold what an obstacle holds, as that changes from step to step; and a global step would spread an impulse of a
 *  contact over the net. So where particles may hit something, their impulses come after the global steps, then as many sweeps of vertex block
 *  descent, with contacts. These begin at the first guess instead, if that has the lower Φ: what rests is not to fall and be lifted.
 *  Sources: Bouaziz, Martin, Liu, Kavan, Pauly, Projective Dynamics, 2014, 3; Liu, Bouaziz, Kavan, Quasi-Newton Methods for Real-Time
 *  Simulation of Hyperelastic Materials, 2017 (the form with r). */
export const projectiveDynamics: IntegratorDefinition = {
  id: 'projective-dynamics',
  label: 'Projective dynamics',
  order: 1,
  summary: `Implicit Euler for springs by a matrix that is factored once. With few iterations folds form too slowly. Near an obstacle, sweeps of vertex block descent follow, and contact is part of them; layers are not, and stacked they do not come to rest. ${OTHER_FORCES}`,
  solvesSprings: true,
  params: { ...SPRING_PARAMS, acceleration: ACCELERATION },
  create: createProjectiveDynamics,
};

function createProjectiveDynamics(world: World): Integrator {
  const { model, arena } = world;
  const { particleCount, springCount } = model;
  const size = 4 * particleCount;
  const target = arena.doubles(size);
  const residual = arena.doubles(size);
  const loads = arena.doubles(springCount);
  const matrix = createSpringCholesky(world);
  const guess = createFirstGuess(world);
  const first = arena.doubles(size);
  const sweep = createBlockSweep(world);
  const chebyshev = createChebyshev(world);
  const restoreMomentum = createRestoreMomentum(world);

  /** residual := r; 0 for what does not move. */
  function measure(x: ArrayLike<number>, w: Float64Array, h: number, weights: Float64Array): void {
    const { springs, restLengths, stiffness, damping, shortest } = model;
    for (let o = 0; o < size; o++) {
      const weight = weights[o >> 2];
      residual[o] = weight === 0 ? 0 : (target[o] - w[o]) / weight;
    }
    for (let j = 0; j < springCount; j++) {
      if (loads[j] === 0) continue;
      const a = 4 * springs[2 * j];
      const b = 4 * springs[2 * j + 1];
      const ux = w[a] - w[b];
      const uy = w[a + 1] - w[b + 1];
      const uz = w[a + 2] - w[b + 2];
      const dx = x[a] - x[b] + h * ux;
      const dy = x[a + 1] - x[b + 1] + h * uy;
      const dz = x[a + 2] - x[b + 2] + h * uz;
      const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
      let nx = dx / l;
      let ny = dy / l;
      let nz = dz / l;
      if (l <= shortest && hasNoDirection(model, j, l)) {
        nx = j % 3 === 0 ? 1 : 0;
        ny = j % 3 === 1 ? 1 : 0;
        nz = j % 3 === 2 ? 1 : 0;
      }
      const pull = h * (stiffness[j] * (l - restLengths[j]) + damping[j] * (ux * nx + uy * ny + uz * nz));
      const fromA = weights[springs[2 * j]] === 0 ? 0 : pull;
      const fromB = weights[springs[2 * j + 1]] === 0 ? 0 : pull;
      residual[a] -= fromA * nx;
      residual[a + 1] -= fromA * ny;
      residual[a + 2] -= fromA * nz;
      residual[b] += fromB * nx;
      residual[b + 1] += fromB * ny;
      residual[b + 2] += fromB * nz;
    }
  }

  return createSplitStep(world, (state, w, h, weights, contacts) => {
    const { positions: x } = state;
    const { stiffness, damping } = model;
    const { iterations } = world.params;
    for (let j = 0; j < springCount; j++) loads[j] = h * (h * stiffness[j] + damping[j]);
    matrix.setMatrix(weights, loads);
    target.set(w);
    guess.set(state, w, target, h, weights);
    first.set(w);
    chebyshev.begin(w);
    for (let k = 0; k < iterations; k++) {
      measure(x, w, h, weights);
      matrix.solve(residual);
      for (let o = 0; o < size; o++) w[o] += residual[o];
      chebyshev.overRelax(w, k);
    }
    if (!contacts) {
      restoreMomentum(x, w, target, h, weights);
      return;
    }
    contacts.sweep(w, weights);
    if (guess.potential(state, first, target, h, weights) < guess.potential(state, w, target, h, weights)) {
      w.set(first);
      contacts.begin(state, target, h);
    }
    for (let k = 0; k < iterations; k++) sweep(state, w, target, h, weights, contacts);
  });
}

/** Solves (diag(A) + Σ c_j (e_a − e_b)(e_a − e_b)ᵀ) x = b, where spring j joins a and b: one matrix A for all three axes.
 *  P A Pᵀ = L D Lᵀ, with an order P that leaves few nonzeros. Row k of L follows from the rows above it. Allocates from the world's
 *  arena; its methods allocate nothing. */
export function createSpringCholesky(world: World) {
  const { arena, model } = world;
  const { particleCount: n, springCount } = model;
  const elimination = createElimination(world);
  const { starts, springs: at, neighbours, order, places, columns, nonzeros } = elimination;
  /** How many nonzeros each column of L has so far. */
  const lengths = arena.indices(n);
  const rows = arena.indices(nonzeros);
  const factors = arena.doubles(nonzeros);
  const pivots = arena.doubles(n);
  /** The row in the making, and its columns. */
  const row = arena.doubles(n);
  const path = arena.indices(n);
  const right = arena.doubles(3 * n);
  /** Those of the present factors. */
  const lastWeights = arena.doubles(n).fill(-1);
  const lastLoads = arena.doubles(springCount);

  function factor(weights: Float64Array, loads: Float64Array): void {
    lengths.fill(0);
    for (let k = 0; k < n; k++) {
      const particle = order[k];
      const moves = weights[particle] > 0;
      let pivot = moves ? 1 / weights[particle] : 1;
      for (let s = starts[particle]; s < starts[particle + 1]; s++) {
        const load = loads[at[s]];
        if (moves) pivot += load;
        const i = places[neighbours[s]];
        if (i < k && moves && weights[neighbours[s]] > 0) row[i] -= load;
      }
      for (let top = elimination.rowOf(k, path); top < n; top++) {
        const i = path[top];
        const value = row[i];
        row[i] = 0;
        const end = columns[i] + lengths[i]++;
        for (let p = columns[i]; p < end; p++) row[rows[p]] -= factors[p] * value;
        rows[end] = k;
        factors[end] = value / pivots[i];
        pivot -= factors[end] * value;
      }
      pivots[k] = pivot;
    }
  }

  return {
    /** Number of nonzeros below the diagonal of L. */
    nonzeros,
    /**
     * Sets the matrix, and factors it if a number in it has changed. A particle of weight 0 does not move: its x is its b.
     * @param weights n; 1/A_i @param loads m; c_j
     */
    setMatrix(weights: Float64Array, loads: Float64Array) {
      let same = true;
      for (let i = 0; i < n; i++) same &&= weights[i] === lastWeights[i];
      for (let j = 0; j < springCount; j++) same &&= loads[j] === lastLoads[j];
      if (same) return;
      lastWeights.set(weights);
      lastLoads.set(loads);
      factor(weights, loads);
    },
    /** x := the solution for b = x; 4n. */
    solve(x: Float64Array) {
      for (let k = 0, o = 0; k < n; k++, o += 3) {
        for (let axis = 0; axis < 3; axis++) right[o + axis] = x[4 * order[k] + axis];
      }
      for (let k = 0, o = 0; k < n; k++, o += 3) {
        const bx = right[o];
        const by = right[o + 1];
        const bz = right[o + 2];
        for (let p = columns[k]; p < columns[k + 1]; p++) {
          const q = 3 * rows[p];
          right[q] -= factors[p] * bx;
          right[q + 1] -= factors[p] * by;
          right[q + 2] -= factors[p] * bz;
        }
      }
      for (let k = n - 1, o = 3 * n - 3; k >= 0; k--, o -= 3) {
        let bx = right[o] / pivots[k];
        let by = right[o + 1] / pivots[k];
        let bz = right[o + 2] / pivots[k];
        for (let p = columns[k]; p < columns[k + 1]; p++) {
          const q = 3 * rows[p];
          bx -= factors[p] * right[q];
          by -= factors[p] * right[q + 1];
          bz -= factors[p] * right[q + 2];
        }
        right[o] = bx;
        right[o + 1] = by;
        right[o + 2] = bz;
      }
      for (let k = 0, o = 0; k < n; k++, o += 3) {
        for (let axis = 0; axis < 3; axis++) x[4 * order[k] + axis] = right[o + axis];
      }
    },
  };
}
