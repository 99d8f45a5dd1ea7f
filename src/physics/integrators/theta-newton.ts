import { dot, norm } from '../kernels/javascript/solver-loops';
import type { State } from '../model/model';
import { createImplicitSolver } from '../solvers/implicit-system';
import { type Line, searchLine } from '../solvers/line-search';
import { blockJacobi } from '../solvers/preconditioners/block-jacobi';
import { createStepReport, type Integrator } from '../world/integrator';
import type { SolveReport } from '../world/preconditioner';
import type { World } from '../world/world';

/** Machine epsilon. */
const EPSILON = { single: 2 / (1 << 24), double: Number.EPSILON };
/** An iteration that moves no coordinate by more than this changes only rounding errors; in ulps of the largest coordinate. */
const ROUNDING = 2;
/** Below this change, in the same unit, rounding errors may prevent the residual from falling further. */
const NEAR_ROUNDING = 1000;
/** A residual that falls to no less than this fraction has stalled. */
const STALLED = 0.5;
/** A residual that falls to no less than this fraction is slow, possibly because of the clamp. */
const SLOW = 0.1;

/** The θ-method, solved by Newton's method to its true residual; θ = 1 is backward Euler, θ = ½ the trapezoidal rule.
 *
 *    x⁺(v⁺) = x + h[(1 − θ)v + θ v⁺]
 *    r(v⁺) = S{ M(v⁺ − v) − h[(1 − θ) f(x, v, t) + θ f(x⁺, v⁺, t + h)] } = 0
 *    (M − θhD − θ²h²K) δ = −r,   K = ∂f/∂x and D = ∂f/∂v at x⁺, v⁺
 *    v⁺ ← v⁺ + αδ
 *
 *  starting from v⁺ = v. Conjugate gradients compute δ, a line search α. It stops at ‖r‖ ≤ tolerance · ‖r(v)‖, or when an
 *  iteration changes only rounding errors, which happens first for stiff springs in single precision. S removes what cannot
 *  change within the step; where motion is prescribed v⁺ = v. With the true K the residual falls quadratically. With a clamped K
 *  it falls linearly, and slowly where a cloth buckles. A slow iteration is therefore followed by one with the true K, which uses
 *  the δ that conjugate gradients have at the first direction without positive curvature; the iteration after that is clamped
 *  again. The ∂f/∂x of dashpots is omitted throughout. No state is kept between steps.
 *
 *  `iterations` in the report is the total of all conjugate-gradient iterations.
 *  Sources: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3 and IV.8; Nocedal and Wright, Numerical
 *  Optimization, 7.1 (truncated Newton). */
export function newtonStep(world: World, theta: number): Integrator {
  const { particleCount, masses } = world.model;
  const { floats, doubles, precision } = world.arena;
  const size = 4 * particleCount;
  const f = floats(size);
  const end: State = { positions: floats(size), velocities: floats(size), time: 0 };
  /** v⁺, m/s; −r, N·s; h(1 − θ)f(x, v), N·s; δ, m/s. */
  const w = doubles(size);
  const minusResidual = doubles(size);
  const known = doubles(size);
  const delta = doubles(size);
  const system = createImplicitSolver(world, blockJacobi);
  const solve: SolveReport = { converged: true, iterations: 0, residual: 0 };
  const report = createStepReport();
  /** The state before the step. */
  let start = end;
  let h = 0;
  /** The α of the current v⁺. */
  let currentAlpha = 0;

  /** −r at v⁺ = w. */
  function evaluate(): void {
    const { positions: x, velocities: v } = start;
    for (let i = 0; i < size; i++) {
      end.velocities[i] = w[i];
      end.positions[i] = x[i] + h * ((1 - theta) * v[i] + theta * w[i]);
    }
    world.computeForces(end, f);
    for (let i = 0; i < size; i++) minusResidual[i] = known[i] + h * theta * f[i] - masses[i >> 2] * (w[i] - v[i]);
    world.filter(minusResidual);
  }

  const line: Line = {
    slopeAt(alpha) {
      for (let i = 0; i < size; i++) w[i] += (alpha - currentAlpha) * delta[i];
      currentAlpha = alpha;
      evaluate();
      return -dot(minusResidual, delta);
    },
  };

  /** Sets v⁺ = v. Computes the forces at the start first, even if θ = 1, because contacts are determined by them. */
  function begin(): void {
    w.set(start.velocities);
    end.time = start.time + h;
    world.computeForces(start, f);
    for (let i = 0; i < size; i++) known[i] = h * (1 - theta) * f[i];
    evaluate();
  }

  /** Computes δ from −r with the clamped or the true K. @returns false if the matrix turned out to be indefinite */
  function findDirection(clamp: boolean): boolean {
    const { cgTolerance, cgIterations } = world.params;
    world.linearize(end, clamp);
    system.assemble(theta * theta * h * h, theta * h);
    delta.fill(0);
    system.solve(delta, minusResidual, cgTolerance, cgIterations, solve);
    report.iterations += solve.iterations;
    return solve.converged || solve.iterations === cgIterations;
  }

  return {
    step(state, seconds) {
      h = seconds;
      const { newtonIterations, newtonTolerance } = world.params;
      const clamp = world.params.clamp === 1;
      report.iterations = 0;
      start = state;
      begin();
      world.audit?.(state, (1 - theta) * h);
      const initial = norm(minusResidual);
      let residual = initial;
      let exact = !clamp;
      report.converged = initial === 0;
      for (let k = 0; k < newtonIterations && !report.converged; k++) {
        const definite = findDirection(!exact);
        if (!definite && clamp && solve.iterations === 0) findDirection(true);
        const slope = -dot(minusResidual, delta);
        if (!(slope < 0)) break;
        const before = residual;
        const ulps = (theta * h * largest(delta)) / (EPSILON[precision] * largest(end.positions));
        currentAlpha = 0;
        if (ulps <= ROUNDING) line.slopeAt(1);
        else searchLine(line, slope);
        residual = norm(minusResidual);
        exact = !clamp || (definite && residual > SLOW * before);
        const stalled = ulps <= NEAR_ROUNDING && residual > STALLED * before;
        report.converged = residual <= newtonTolerance * initial || ulps <= ROUNDING || stalled;
      }
      report.residual = initial > 0 ? residual / initial : 0;
      state.positions.set(end.positions);
      state.velocities.set(end.velocities);
      world.audit?.(end, theta * h);
      return report;
    },
  };
}

function largest(a: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]));
  return most;
}
