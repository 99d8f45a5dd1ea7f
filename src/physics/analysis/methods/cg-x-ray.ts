import { norm } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import { springLength } from '../../model/state';
import type { LinearSystem } from '../../solvers/conjugate-gradients';
import type { PreconditionerDefinition, World } from '../../world/world';
import { largestEigenvalue, noise } from '../eigen/lanczos';
import { factorDirectly, type Scheme, type StepEquation, stepEquation } from './step-equation';
import { matrixPattern } from './step-matrices';
import { type SpectrumEnds, spectrumEndsOf, traceSolve } from './traced-solve';

/** Definiteness of A = S(M − θhD − θ²h²K)S. */
type Definiteness = ReturnType<typeof definiteness>;

/** Settings of the run's solver. */
interface SolveSettings {
  scheme: Scheme;
  clamp: boolean;
  /** ‖residual‖ / ‖b‖ at which a solve ends. */
  tolerance: number;
  /** Largest number of iterations. */
  iterations: number;
  /** 4n; the last Δv, if the integrator starts from it; else null. */
  warm: Readonly<Float64Array> | null;
  /** Preconditioners to compare; the world must support each of them. */
  preconditioners: readonly PreconditionerDefinition[];
}

/** Id of P = I. */
const NO_PRECONDITIONER = 'none';
/** Largest work for a curve, in products with one spring or particle. */
const MAX_WORK = 6e6;
const MIN_ITERATIONS = 150;
const MAX_ITERATIONS = 1500;
/** Curves end at this relative residual, or at the run's own tolerance if that is smaller. */
const CURVE_TOLERANCE = 1e-8;
/** Relative residual of the reference solution if A is too large to factor. */
const EXACT_TOLERANCE = 1e-12;
/** ‖A q − θ q‖/θ of an eigenvalue; the relative error of θ is about its square. */
const EIGEN_TOLERANCE = 1e-3;
/** Times the largest eigenvalue: distance of the shift below the first estimate of the smallest eigenvalue. */
const SHIFT = 1e-2;

/** Analyzes the linear solve of an implicit step about a state, with each preconditioner. Leaves the state unchanged. */
export function cgXRay(world: World, state: State, h: number, settings: SolveSettings) {
  const { springCount, particleCount } = world.model;
  const maxIterations = Math.round(
    Math.max(MIN_ITERATIONS, Math.min(MAX_ITERATIONS, MAX_WORK / (springCount + particleCount))),
  );
  const { scheme, clamp } = settings;
  const start = noiseOf(world);
  const other = definiteness(stepEquation(world, state, h, scheme, !clamp), world, start, maxIterations);
  // The run's own matrix last, so that the world stays linearized with the run's clamp.
  const equation = stepEquation(world, state, h, scheme, clamp);
  const own = definiteness(equation, world, start, maxIterations);
  const withoutSolver = ({ definite, negative }: Definiteness) => ({ definite, negative });
  return {
    ...scheme,
    /** s. */
    h,
    ...countSprings(world, equation.at),
    /** The matrix with and without the clamp. */
    clamped: withoutSolver(clamp ? own : other),
    unclamped: withoutSolver(clamp ? other : own),
    ...solveAll(world, equation, own, start, settings, maxIterations),
    pattern: matrixPattern(world),
  };
}

/** Noise on the free components: it contains every eigenvector, while the right side of a symmetric scene may not. */
function noiseOf(world: World): Float64Array {
  const start = noise(4 * world.model.particleCount);
  for (let i = 3; i < start.length; i += 4) start[i] = 0;
  world.filter(start);
  return start;
}

/**
 * By a factorization; if A is too large, by a solve that would find a direction with pᵀA p ≤ 0.
 * @returns `negative`: number of negative eigenvalues; null if A is too large to factor
 */
function definiteness({ system }: StepEquation, world: World, start: Float64Array, maxIterations: number) {
  const direct = factorDirectly(world, system.multiply, start);
  if (direct) return { direct, negative: direct.negative, definite: direct.negative === 0 };
  const limits = { tolerance: EXACT_TOLERANCE, iterations: maxIterations };
  const { brokeDown } = traceSolve(system, new Float64Array(start.length), start, limits);
  return { direct, negative: null, definite: !brokeDown };
}

/** The extreme eigenvalues of A. */
function spectrumOf(
  multiply: LinearSystem['multiply'],
  { direct, definite }: Definiteness,
  world: World,
  start: Float64Array,
  maxIterations: number,
): SpectrumEnds | null {
  const size = start.length;
  const largest = (of: LinearSystem['multiply']) => largestEigenvalue(of, size, start.slice(), EIGEN_TOLERANCE).value;
  /** y := ±(A − σ)p on the free components. */
  const shifted =
    (sigma: number, sign: number): LinearSystem['multiply'] =>
    (y, p) => {
      multiply(y, p);
      for (let i = 0; i < size; i++) y[i] = sign * (y[i] - sigma * p[i]);
    };
  const high = largest(multiply);
  if (high === 0) return null;

  const lowOfDefinite = () => {
    if (direct) return 1 / largest(direct.solve);
    const plain: LinearSystem = { multiply, precondition: (z, r) => z.set(r) };
    return spectrumBySolve(plain, start, maxIterations)?.low ?? high;
  };
  /** A first estimate, then inverse iteration with a shift σ below all eigenvalues, where A − σ is positive definite. */
  const lowOfIndefinite = () => {
    const rough = high - largest(shifted(high, -1));
    const sigma = rough - SHIFT * high;
    const inverse = direct && factorDirectly(world, shifted(sigma, 1), start);
    return inverse?.negative === 0 ? sigma + 1 / largest(inverse.solve) : rough;
  };
  return { low: definite ? lowOfDefinite() : lowOfIndefinite(), high };
}

/** Extreme eigenvalues of P⁻¹A, estimated by a solve. */
function spectrumBySolve(system: LinearSystem, start: Float64Array, maxIterations: number): SpectrumEnds | null {
  return spectrumEndsOf(
    traceSolve(system, new Float64Array(start.length), start, {
      tolerance: EXACT_TOLERANCE,
      iterations: maxIterations,
    }),
  );
}

function solveAll(
  world: World,
  equation: StepEquation,
  matrix: Definiteness,
  start: Float64Array,
  { tolerance, iterations, warm, preconditioners }: SolveSettings,
  maxIterations: number,
) {
  const { system, b } = equation;
  const { direct, definite } = matrix;
  const size = b.length;
  const solution = new Float64Array(size);
  if (direct) direct.solve(solution, b);
  else traceSolve(system, solution, b, { tolerance: EXACT_TOLERANCE, iterations: 4 * maxIterations });
  const length = norm(solution);
  const curve = (of: LinearSystem, limits: { tolerance: number; iterations: number }, x = new Float64Array(size)) => {
    /** ‖Δv − exact‖ / ‖exact‖ before the first iteration and after each one. */
    const errors: number[] = [];
    const addError = (at: Float64Array) => {
      let squared = 0;
      for (let i = 0; i < size; i++) squared += (at[i] - solution[i]) * (at[i] - solution[i]);
      errors.push(length > 0 ? Math.sqrt(squared) / length : 0);
    };
    const { residuals, brokeDown } = traceSolve(of, x, b, limits, addError);
    return { residuals, errors, brokeDown };
  };
  const far = { tolerance: Math.min(CURVE_TOLERANCE, tolerance), iterations: maxIterations };
  const last = Float64Array.from(warm ?? new Float64Array(size));
  world.filter(last);
  const plain = spectrumOf(system.multiply, matrix, world, start, maxIterations);
  return {
    /** Solves with the run's matrix from 0, one for each requested preconditioner. */
    solves: preconditioners.map((definition) => {
      const { id, label } = definition;
      const by = equation.preconditionedBy(definition);
      /** Of P⁻¹A; for P = I in kg. Null without free particles, and for P ≠ I if A is indefinite. */
      const spectrum =
        id === NO_PRECONDITIONER ? plain : plain && definite ? spectrumBySolve(by, start, maxIterations) : null;
      return { id, label, spectrum, curve: curve(by, far) };
    }),
    /** The run's own solve: its preconditioner, and a warm start if the integrator uses one. */
    own: curve(system, { tolerance, iterations }, last),
    /** True if errors refer to a direct solve; otherwise to an iterative solution with tolerance 1e-12. */
    exact: direct !== null,
  };
}

/** The number of uncut springs, and of those shorter than their rest length. */
function countSprings({ model }: World, { positions: x }: State): { springs: number; compressed: number } {
  let springs = 0;
  let compressed = 0;
  for (let j = 0; j < model.springCount; j++) {
    if (model.stiffness[j] === 0) continue;
    springs++;
    if (springLength(model, x, j) < model.restLengths[j]) compressed++;
  }
  return { springs, compressed };
}
