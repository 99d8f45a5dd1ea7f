import { hasNoDirection } from '../kernels/javascript/spring-loops';
import type { Integrator, IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';
import { createBlockSweep } from './springs/block-sweep';
import { createChebyshev } from './springs/chebyshev';
import { createFirstGuess } from './springs/first-guess';
import { ACCELERATION, OTHER_FORCES, SPRING_PARAMS } from './springs/params';
import { createRestoreMomentum } from './springs/restore-momentum';
import { createSplitStep } from './springs/split-step';
import { createSpringCholesky } from './springs/spring-cholesky';

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
 *  by l/(l − L₀), which makes them many for what bends and folds. The first guess is that of `first-guess.ts`. `acceleration`
 *  over-relaxes the iterations. Few of them keep momentum, but not its moment, as the matrix does not turn with the springs:
 *  `restore-momentum.ts` gives it back.
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
  summary: `Implicit Euler for springs by a matrix that is factored once. With few iterations folds form too slowly. Near an obstacle, sweeps of vertex block descent follow, and contact is part of them; layers of cloth are not. ${OTHER_FORCES}`,
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
