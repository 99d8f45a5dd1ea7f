import { norm } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import type { LinearSystem } from '../../solvers/conjugate-gradients';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import type { World } from '../../world/world';
import { largestEigenvalue, noise } from '../eigen/lanczos';
import { type DirectSolve, factorDirectly } from './direct-solve';
import { type MatrixPattern, matrixPattern } from './matrix-pattern';
import { type Scheme, type StepEquation, stepEquation } from './step-equation';
import { type SpectrumEnds, spectrumEndsOf, type TracedSolve, traceSolve } from './traced-solve';

/** The linear solve of an implicit step about a state, looked through. */
export interface CgXRay extends Scheme {
  /** s. */
  h: number;
  /** Springs that are there, and those of them that are shorter than at rest where K is taken. */
  springs: number;
  compressed: number;
  /** The matrix with the clamp and without, whichever the run has. */
  clamped: Definiteness;
  unclamped: Definiteness;
  /** Of the run's matrix, by each preconditioner that was asked for, from 0. */
  solves: PreconditionedSolve[];
  /** As the run does it: by its own preconditioner, and from its last Δv where the method keeps one. */
  own: Curve;
  /** Whether Δv is compared with a factorization; else with the same iteration driven to 1e-12. */
  exact: boolean;
  pattern: MatrixPattern;
}

/** Of A = S(M − θhD − θ²h²K)S. */
export interface Definiteness {
  /** False where a direction with pᵀA p ≤ 0 is known. */
  definite: boolean;
  /** Negative eigenvalues; null where A is too large to be factored. */
  negative: number | null;
}

export interface PreconditionedSolve {
  /** Of the preconditioner. */
  id: string;
  label: string;
  /** Of P⁻¹A; where P = I that of A itself, kg. Null where nothing moves freely, and with another P where A is indefinite. */
  spectrum: SpectrumEnds | null;
  curve: Curve;
}

export interface Curve {
  /** ‖b − A Δv‖ / ‖b‖ ahead of the first iteration and after each. */
  residuals: number[];
  /** ‖Δv − exact‖ / ‖exact‖ likewise. */
  errors: number[];
  /** Whether it ended at a direction with pᵀA p ≤ 0. */
  brokeDown: boolean;
}

/** How the run solves. */
export interface SolveSettings {
  scheme: Scheme;
  clamp: boolean;
  /** ‖residual‖ / ‖b‖ that is enough. */
  tolerance: number;
  /** Iterations at most. */
  iterations: number;
  /** 4n; the last Δv, where the method starts from it. */
  warm: Readonly<Float64Array> | null;
  /** Those to compare; each can serve the world. */
  preconditioners: readonly PreconditionerDefinition[];
}

/** Id of P = I. */
const PLAIN = 'none';
/** Products of springs that a curve may take, and iterations, at least and at most. */
const WORK = 6e6;
const FEWEST = 150;
const MOST = 1500;
/** Curves go as far as this, or to the run's own tolerance. */
const FAR = 1e-8;
/** What counts as exact where no factorization is to be had. */
const EXACT = 1e-12;
/** Of an eigenvalue: ‖A q − θ q‖/θ; θ itself is right to about its square. */
const EIGEN = 1e-3;
/** Of the largest eigenvalue: how far below a first guess of the smallest one it is looked for. */
const BELOW = 1e-2;

/** Solves the step's equation about a state again and again, and changes nothing. */
export function cgXRay(world: World, state: State, h: number, settings: SolveSettings): CgXRay {
  const { springCount, particleCount } = world.model;
  const most = Math.round(Math.max(FEWEST, Math.min(MOST, WORK / (springCount + particleCount))));
  const { scheme, clamp } = settings;
  const start = startOf(world);
  const other = definiteness(stepEquation(world, state, h, scheme, !clamp), world, start, most);
  // The run's own last: the world stays linearized as it was.
  const equation = stepEquation(world, state, h, scheme, clamp);
  const own = definiteness(equation, world, start, most);
  const tell = ({ definite, negative }: Definiteness): Definiteness => ({ definite, negative });
  return {
    ...scheme,
    h,
    ...countSprings(world, equation.at),
    clamped: tell(clamp ? own : other),
    unclamped: tell(clamp ? other : own),
    ...solveAll(world, equation, own, start, settings, most),
    pattern: matrixPattern(world),
  };
}

/** Noise on what can move: it has a part of every eigenvector, where a step's right side may be as symmetric as its cloth. */
function startOf(world: World): Float64Array {
  const start = noise(4 * world.model.particleCount);
  for (let i = 3; i < start.length; i += 4) start[i] = 0;
  world.filter(start);
  return start;
}

/** By a factorization, or where that is too much by a solve that would have met a direction with pᵀA p ≤ 0. */
function definiteness(
  { system }: StepEquation,
  world: World,
  start: Float64Array,
  most: number,
): Definiteness & { direct: DirectSolve | null } {
  const direct = factorDirectly(world, system.multiply, start);
  if (direct) return { direct, negative: direct.negative, definite: direct.negative === 0 };
  const limits = { tolerance: EXACT, most };
  const { brokeDown } = traceSolve(system, new Float64Array(start.length), start, limits);
  return { direct, negative: null, definite: !brokeDown };
}

/** The ends of the spectrum of A. */
function spectrumOf(
  multiply: LinearSystem['multiply'],
  { direct, definite }: Definiteness & { direct: DirectSolve | null },
  world: World,
  start: Float64Array,
  most: number,
): SpectrumEnds | null {
  const size = start.length;
  const largest = (of: LinearSystem['multiply']) => largestEigenvalue(of, size, start.slice(), EIGEN).value;
  /** y := ±(A − σ)p on what can move. */
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
    return spectrumSeen(plain, start, most)?.low ?? high;
  };
  /** Roughly first, then by inverse iteration from below: A is definite about a shift that is lower than all of it. */
  const lowOfIndefinite = () => {
    const rough = high - largest(shifted(high, -1));
    const sigma = rough - BELOW * high;
    const inverse = direct && factorDirectly(world, shifted(sigma, 1), start);
    return inverse?.negative === 0 ? sigma + 1 / largest(inverse.solve) : rough;
  };
  return { low: definite ? lowOfDefinite() : lowOfIndefinite(), high };
}

/** Of P⁻¹A, as a solve comes to see it. */
function spectrumSeen(system: LinearSystem, start: Float64Array, most: number): SpectrumEnds | null {
  return spectrumEndsOf(traceSolve(system, new Float64Array(start.length), start, { tolerance: EXACT, most }));
}

function solveAll(
  world: World,
  equation: StepEquation,
  matrix: Definiteness & { direct: DirectSolve | null },
  start: Float64Array,
  { tolerance, iterations, warm, preconditioners }: SolveSettings,
  most: number,
): Pick<CgXRay, 'solves' | 'own' | 'exact'> {
  const { system, b } = equation;
  const { direct, definite } = matrix;
  const size = b.length;
  const solution = new Float64Array(size);
  if (direct) direct.solve(solution, b);
  else traceSolve(system, solution, b, { tolerance: EXACT, most: 4 * most });
  const length = norm(solution);
  const curve = (of: LinearSystem, limits: { tolerance: number; most: number }, x = new Float64Array(size)): Curve => {
    const errors: number[] = [];
    const look = (at: Float64Array) => {
      let squared = 0;
      for (let i = 0; i < size; i++) squared += (at[i] - solution[i]) * (at[i] - solution[i]);
      errors.push(length > 0 ? Math.sqrt(squared) / length : 0);
    };
    const { residuals, brokeDown }: TracedSolve = traceSolve(of, x, b, limits, look);
    return { residuals, errors, brokeDown };
  };
  const far = { tolerance: Math.min(FAR, tolerance), most };
  const last = Float64Array.from(warm ?? new Float64Array(size));
  world.filter(last);
  const plain = spectrumOf(system.multiply, matrix, world, start, most);
  return {
    solves: preconditioners.map((definition) => {
      const { id, label } = definition;
      const by = equation.preconditionedBy(definition);
      const spectrum = id === PLAIN ? plain : plain && definite ? spectrumSeen(by, start, most) : null;
      return { id, label, spectrum, curve: curve(by, far) };
    }),
    own: curve(system, { tolerance, most: iterations }, last),
    exact: direct !== null,
  };
}

function countSprings({ model }: World, { positions: x }: State): Pick<CgXRay, 'springs' | 'compressed'> {
  let springs = 0;
  let compressed = 0;
  for (let j = 0; j < model.springCount; j++) {
    if (model.stiffness[j] === 0) continue;
    const a = 4 * model.springs[2 * j];
    const b = 4 * model.springs[2 * j + 1];
    springs++;
    if (Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]) < model.restLengths[j]) compressed++;
  }
  return { springs, compressed };
}
