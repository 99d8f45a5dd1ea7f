import { dot, norm } from '../kernels/javascript/vector-loops';
import type { State } from '../model/model';
import { createImplicitSolver } from '../solvers/implicit-system';
import { type Line, searchLine } from '../solvers/line-search';
import { blockJacobi } from '../solvers/preconditioners/block-jacobi';
import { createStepReport, type Integrator } from '../world/integrator';
import type { SolveReport } from '../world/preconditioner';
import type { World } from '../world/world';

/** Distance from 1 to the next number. */
const EPSILON = { single: 2 / (1 << 24), double: Number.EPSILON };
/** In units of the last digit of the largest coordinate: what an iteration changes at most once rounding is all there is
 *  left to find, … */
const NOTHING = 2;
/** … and below what it may be rounding, where the residual falls no more. */
const LITTLE = 1000;
/** A residual that rounding doesn't hold up falls at least to this part of itself. */
const FALLS = 0.5;
/** Where it falls to no less than this part, the clamp may be what holds it up. */
const SLOW = 0.1;

/** The θ-method, solved by Newton's method to its true residual; θ = 1 is backward Euler, θ = ½ the trapezoidal rule.
 *
 *    x⁺(v⁺) = x + h[(1 − θ)v + θ v⁺]
 *    r(v⁺) = S{ M(v⁺ − v) − h[(1 − θ) f(x, v, t) + θ f(x⁺, v⁺, t + h)] } = 0
 *    (M − θhD − θ²h²K) δ = −r,   K = ∂f/∂x and D = ∂f/∂v at x⁺, v⁺
 *    v⁺ ← v⁺ + αδ
 *
 *  from v⁺ = v, with δ by conjugate gradients and α by a line search, to ‖r‖ ≤ tolerance · ‖r(v)‖, or until an iteration
 *  moves nothing by more than rounding: in single precision that comes first where springs are stiff. S leaves out what
 *  can't change within the step; where motion is prescribed v⁺ = v. With true derivatives r falls quadratically; a clamped
 *  K makes it fall linearly, and crawl where a cloth buckles: a slow iteration is therefore followed by one with the true
 *  K, which goes as far as the gradients have come when they meet a direction without positive curvature, and that again
 *  by a clamped one. The ∂f/∂x of dashpots is left out throughout.
 *  Nothing is remembered from step to step.
 *
 *  `iterations` in the report are those of all its conjugate gradients.
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
  /** The state that is stepped, as it is until the step is found. */
  let start = end;
  let h = 0;
  /** Where on the line v⁺ is. */
  let along = 0;

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
      for (let i = 0; i < size; i++) w[i] += (alpha - along) * delta[i];
      along = alpha;
      evaluate();
      return -dot(minusResidual, delta);
    },
  };

  /** v⁺ = v. The forces at the start are asked for first, whatever θ: by them contacts settle for the step. */
  function setOut(): void {
    w.set(start.velocities);
    end.time = start.time + h;
    world.computeForces(start, f);
    for (let i = 0; i < size; i++) known[i] = h * (1 - theta) * f[i];
    evaluate();
  }

  /** δ from −r, by the clamped K or the true one; false where the matrix has proved indefinite. */
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
      setOut();
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
        const digits = (theta * h * largest(delta)) / (EPSILON[precision] * largest(end.positions));
        along = 0;
        if (digits <= NOTHING) line.slopeAt(1);
        else searchLine(line, slope);
        residual = norm(minusResidual);
        exact = !clamp || (definite && residual > SLOW * before);
        const stalled = digits <= LITTLE && residual > FALLS * before;
        report.converged = residual <= newtonTolerance * initial || digits <= NOTHING || stalled;
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
