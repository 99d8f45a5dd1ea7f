import { dot, norm } from '../kernels/javascript/solver-loops';
import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import { freePartOf } from '../world/force';
import type { PreconditionerDefinition, SolveReport, World } from '../world/world';
import { createImplicitSolver } from './implicit-system';

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

/** The arrays of a stage's equation; 4n each. A stage reads them until the next `begin`, and changes none. */
export interface StageEquation {
  /** X, m. */
  readonly origin: Floats;
  /** a, m/s. */
  readonly velocity: Floats;
  /** p, N·s; null: 0. */
  readonly impulse: Float64Array | null;
}

/** The equation of one stage of an implicit method, for the velocity w at its end, and how it is solved. */
export type ImplicitStage = ReturnType<typeof createImplicitStage>;

/** Newton's method for one stage of an implicit method, for the velocity w at the end of the stage.
 *
 *    r(w) = S{ M(w − a) − s f(X + s w, w) − p } = 0
 *    (M − sD − s²K) δ = −r,   K = ∂f/∂x and D = ∂f/∂v at X + s w, w
 *    w ← w + αδ
 *
 *  Conjugate gradients compute δ, a line search α. Without dashpots r is the gradient of the step's own objective,
 *  ½(w − a)ᵀM(w − a) − pᵀw + V(X + s w), and rᵀδ its slope. Newton's method has converged at ‖r‖ ≤ tolerance · ‖r‖ of the first
 *  guess, or when an iteration changes only rounding errors, which happens first for stiff springs in single precision. S removes
 *  what cannot change within the step; where motion is prescribed w keeps its first guess. With the true K the residual falls
 *  quadratically. With a clamped K it falls linearly, and slowly where a cloth buckles. A slow iteration is therefore followed by
 *  one with the true K, which uses the δ that conjugate gradients have at the first direction without positive curvature; the
 *  iteration after that is clamped again. The ∂f/∂x of dashpots is omitted throughout. No state is kept between steps.
 *  Sources: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8; Nocedal and Wright, Numerical Optimization,
 *  7.1 (truncated Newton).
 *  @param fallback the preconditioner that replaces the world's if a solve fails */
export function createImplicitStage(world: World, fallback: PreconditionerDefinition) {
  const { particleCount, masses, inverseMasses } = world.model;
  const { floats, doubles, precision } = world.arena;
  const size = 4 * particleCount;
  const forces = floats(size);
  const end: State = { positions: floats(size), velocities: floats(size), time: 0 };
  const w = doubles(size);
  const minusResidual = doubles(size);
  const delta = doubles(size);
  const solver = createImplicitSolver(world, fallback);
  const solve: SolveReport = { converged: true, iterations: 0, residual: 0 };
  let equation: StageEquation = { origin: forces, velocity: forces, impulse: null };
  /** ∂x/∂w, s. */
  let s = 0;
  /** ‖r‖ at the start of the stage, and at w. */
  let initial = 0;
  let residual = 0;
  let converged = false;
  let freePart = 1;
  /** True if the next iteration uses the true K. */
  let exact = false;
  /** The direction of the search, and the α of the present w on it. */
  let direction = delta;
  let alpha = 0;
  /** 4n; scratch, m; allocated when first needed. */
  let way: Floats | null = null;

  /** −r at w. */
  function evaluate(): void {
    const { positions: x, velocities: v } = end;
    const { origin, velocity: a, impulse: p } = equation;
    for (let i = 0; i < size; i++) {
      v[i] = w[i];
      x[i] = origin[i] + s * w[i];
    }
    world.computeForces(end, forces);
    for (let i = 0; i < size; i++) minusResidual[i] = s * forces[i] - masses[i >> 2] * (w[i] - a[i]);
    if (p) for (let i = 0; i < size; i++) minusResidual[i] += p[i];
    world.filter(minusResidual);
  }

  const line: Line = {
    slopeAt(next) {
      for (let i = 0; i < size; i++) w[i] += (next - alpha) * direction[i];
      alpha = next;
      evaluate();
      return -dot(minusResidual, direction);
    },
  };

  /** Computes δ from −r with the clamped or the true K. @returns false if the matrix turned out to be indefinite */
  function findDirection(
    clamp: boolean,
    report: Pick<SolveReport, 'iterations' | 'fellBack'>,
    guess?: Float64Array | null,
  ): boolean {
    const { cgTolerance, cgIterations } = world.params;
    world.linearize(end, clamp);
    solver.assemble(s * s, s);
    delta.fill(0);
    if (guess) {
      for (let i = 0; i < size; i++) delta[i] = guess[i] - w[i];
      world.filter(delta);
    }
    const definite = solver.solve(delta, minusResidual, cgTolerance, cgIterations, solve);
    report.iterations += solve.iterations;
    // The true matrix may be indefinite: that is no failure of the preconditioner.
    if (clamp && solve.fellBack) report.fellBack = true;
    return definite;
  }

  /** Shortens δ to what keeps layers apart. @returns the part that is left */
  function shorten(): number {
    way ??= floats(size);
    for (let i = 0; i < size; i++) way[i] = end.positions[i] + s * delta[i];
    const free = freePartOf(world.forces, end.positions, way);
    if (free < 1) for (let i = 0; i < size; i++) delta[i] *= free;
    return free;
  }

  function start(along: Float64Array): number {
    direction = along;
    alpha = 0;
    return -dot(minusResidual, along);
  }

  return {
    /** w, m/s; 4n; the caller sets the first guess. */
    w,
    /** −r at w, N·s; 4n; free for the caller's use before `begin`. */
    minusResidual,
    /** X + s w and w in the precision of the run, where forces were evaluated last. */
    end,
    /** The forces there, N; 4n. */
    forces,
    solver,
    /** Of the last linear solve. */
    lastSolve: solve,
    /** ‖r‖ at w over its value at the first guess. */
    get relativeResidual() {
      return initial > 0 ? residual / initial : 0;
    },
    /** True if the last iteration ended at the tolerance or at rounding errors. */
    get converged() {
      return converged;
    },
    /** The part of its step, 0–1, that the last iteration took to keep layers apart, before its line search. */
    get freePart() {
      return freePart;
    },
    /** Sets the equation with s in seconds, and the time of its forces; evaluates the residual at the first guess. */
    begin(next: StageEquation, seconds: number, time: number) {
      equation = next;
      s = seconds;
      end.time = time;
      exact = world.params.clamp === 0;
      evaluate();
      initial = residual = norm(minusResidual);
      converged = initial === 0;
    },
    /** Moves w along a direction by a line search. @returns the final α, or 0 if the direction is not one of descent */
    search(along: Float64Array): number {
      const slope = start(along);
      if (!(slope < 0)) return 0;
      const found = searchLine(line, slope);
      residual = norm(minusResidual);
      return found;
    },
    /**
     * One iteration of Newton's method; adds what it solved to the report.
     * @param guess the w that the solve begins with, 4n; absent: the present one
     * @param keepsApart true: ends where forces no longer hold apart what they keep apart; see `Force.freePart`
     * @param usesTrueK false: the next iteration has the clamped K, also after a slow one
     * @returns false if it found no direction
     */
    iterate(
      report: Pick<SolveReport, 'iterations' | 'fellBack'>,
      guess?: Float64Array | null,
      keepsApart = false,
      usesTrueK = true,
    ): boolean {
      const { newtonTolerance } = world.params;
      const clamp = world.params.clamp === 1;
      const definite = findDirection(!exact, report, guess);
      let slope = start(delta);
      if (!definite && clamp && slope === 0) {
        findDirection(true, report);
        slope = start(delta);
      }
      if (!(slope < 0)) return false;
      freePart = keepsApart ? shorten() : 1;
      slope *= freePart;
      const before = residual;
      let change = 0;
      let position = 0;
      for (let i = 0; i < size; i++) {
        change = Math.max(change, Math.abs(delta[i]));
        position = Math.max(position, Math.abs(end.positions[i]));
      }
      const ulps = (s * change) / (EPSILON[precision] * position);
      if (ulps <= ROUNDING) line.slopeAt(1);
      else searchLine(line, slope);
      residual = norm(minusResidual);
      exact = !clamp || (usesTrueK && definite && residual > SLOW * before);
      const stalled = ulps <= NEAR_ROUNDING && residual > STALLED * before;
      converged = residual <= newtonTolerance * initial || ulps <= ROUNDING || stalled;
      return true;
    },
    /** Multiplies the free entries of w by a factor. */
    scale(factor: number) {
      for (let i = 0; i < size; i++) if (inverseMasses[i >> 2] !== 0) w[i] *= factor;
      evaluate();
    },
  };
}

/** The line x + αδ from the current iterate x along a Newton direction δ. */
interface Line {
  /** Moves to α and returns g(α) = R·δ there: the slope along the line if the residual R is a gradient. */
  slopeAt(alpha: number): number;
}

/** A step is accepted at |g(α)| ≤ this fraction of |g(0)|. */
const ACCEPTED = 0.5;
/** Minimum distance of a trial from the ends of the bracket, as a fraction of it. */
const MARGIN = 0.1;
/** Maximum number of trials after the full step. */
const TRIALS = 8;

/** True if the full Newton step α = 1 does not overshoot, g(1) ≤ ½|g(0)|, along a descent direction, g(0) < 0. */
export function acceptsFullStep(slopeAtStart: number, slopeAtEnd: number): boolean {
  return slopeAtEnd <= -ACCEPTED * slopeAtStart;
}

/** A line search on the slope, after a full step that overshoots: shrinks the bracket from 0 to 1 by secants until |g(α)| ≤ ½|g(0)|.
 *
 *  It uses the slope instead of an energy because dashpots have no energy, and because the slope is accurate to more digits near
 *  the solution. A slope of NaN counts as overshooting.
 *  Source: Nocedal and Wright, Numerical Optimization, 3.5 (the curvature condition).
 *  Yields each α that it asks for, and is given the slope there. @returns the final α, which it has asked for last */
export function* lineSearch(slopeAtStart: number, slopeAtEnd: number): Generator<number, number, number> {
  const accepted = -ACCEPTED * slopeAtStart;
  let low = 0;
  let slopeAtLow = slopeAtStart;
  let high = 1;
  let slopeAtHigh = slopeAtEnd;
  let slope = slopeAtEnd;
  for (let trial = 0; trial < TRIALS; trial++) {
    const secant = slopeAtLow / (slopeAtLow - slopeAtHigh);
    const fraction = secant > MARGIN ? Math.min(secant, 1 - MARGIN) : MARGIN;
    const alpha = low + fraction * (high - low);
    slope = yield alpha;
    if (Math.abs(slope) <= accepted) return alpha;
    if (slope < 0) {
      low = alpha;
      slopeAtLow = slope;
    } else {
      high = alpha;
      slopeAtHigh = slope;
    }
  }
  if (!(slope < 0)) yield low;
  return low;
}

/** Takes the full step, or less of it if that overshoots. @returns the final α, to which the line has been moved */
function searchLine(line: Line, slopeAtStart: number): number {
  const slopeAtEnd = line.slopeAt(1);
  if (acceptsFullStep(slopeAtStart, slopeAtEnd)) return 1;
  const search = lineSearch(slopeAtStart, slopeAtEnd);
  let next = search.next();
  while (!next.done) next = search.next(line.slopeAt(next.value));
  return next.value;
}
