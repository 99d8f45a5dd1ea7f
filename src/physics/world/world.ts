import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { Constraint, ConstraintDefinition } from './constraint';
import type { Force, ForceDefinition } from './force';
import type { WorldContext } from './world-context';

/** What integrators, solvers and analysis see of a scene. */
export interface World extends EquationsOfMotion {
  /** The preconditioner of implicit methods that are created from now on. */
  readonly preconditioner: PreconditionerDefinition;
  /**
   * Adds the work from outside and the dampers' heat over a time, at their power in this state, to the energy ledger.
   * Call after each force evaluation with that stage's weight, so that the audit has the method's order. Null: no ledger.
   */
  readonly audit: ((state: State, seconds: number) => void) | null;
}

/** The equations of motion of a scene: M a = f(x, v), with the derivatives of f. */
export interface EquationsOfMotion extends WorldContext {
  /** All forces, in the order in which they are added. */
  readonly forces: readonly Force[];
  /** The definition of each force. */
  readonly forceDefinitions: readonly ForceDefinition[];
  /** All constraints, in the order in which they are applied. */
  readonly constraints: readonly Constraint[];
  /** The definition of each constraint. */
  readonly constraintDefinitions: readonly ConstraintDefinition[];
  /**
   * Moves pins with a prescribed motion to their place at the state's time, within a step. Otherwise a pin crosses the step
   * at its mean velocity, which is accurate to order 2: a method of higher order calls this before each stage.
   */
  prescribe(state: State): void;
  /** a := M⁻¹ f, m/s²; 4n; zero where the motion is prescribed. */
  computeAccelerations(state: State, a: Floats): void;
  /**
   * Sets the state about which `addDerivatives` and `addDiagonals` are computed.
   * @param clamp true drops the terms that can make the matrix indefinite; absent: the parameter `clamp` decides
   */
  linearize(state: State, clamp?: boolean): void;
  /** True if the last `linearize` dropped them: the matrix of an implicit step is then positive definite. */
  readonly clamped: boolean;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p; 4n each. */
  addDerivatives(y: Floats, p: Floats, a: number, b: number): void;
  /** blocks += the 3×3 diagonal blocks of a·∂f/∂x + b·∂f/∂v; 9n, row by row. */
  addDiagonals(blocks: Floats, a: number, b: number): void;
  /** Removes from y what cannot change within the step: entries of pins, and what contacts hold; 4n. */
  filter(y: Float64Array): void;
  /** The same without what joins particles: a projection of each by itself. */
  filterEach(y: Float64Array): void;
}

/** The result of a linear solve. */
export interface SolveReport {
  /** False if the solve ended above its tolerance. */
  converged: boolean;
  /** Iterations of the solver, of all solves if there was more than one. */
  iterations: number;
  /** ‖residual‖ / ‖right-hand side‖, of the last solve. */
  residual: number;
  /** True if the preconditioner failed and block Jacobi replaced it. */
  fellBack?: boolean;
}

/** An approximate inverse of the matrix of an implicit step, A = S(M − a·∂f/∂x − b·∂f/∂v)S. */
export interface PreconditionerDefinition {
  /** Key in the command `preconditioner` and in the options of `createSimulation`. */
  id: string;
  /** Name on the panel. */
  label: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /**
   * True if scaling the last Δv to fit the new solve improves the first guess: this is so if the remaining error is smooth.
   * Conjugate gradients that converge slowly on smooth errors do better with the whole of it.
   */
  scalesGuess?: true;
  /** 'auto' chooses the highest rank among those that support the world and are recommended for it. */
  rank: number;
  /** Why it cannot be used in this world as it is now, or null. */
  unsupportedReason(world: EquationsOfMotion): string | null;
  /** True if 'auto' may choose it: it is faster in this world than the others; absent: always. */
  recommendedFor?(world: EquationsOfMotion): boolean;
  /** Does work of the next `create` for this world in slices, and keeps it until then; absent: `create` is short. */
  prepare?(world: EquationsOfMotion): Generator<void, void, void>;
  /** Allocates; the methods of the result allocate nothing. */
  create(world: EquationsOfMotion): Preconditioner;
}

/** A preconditioner for one world. */
export interface Preconditioner {
  /** Sets the matrix: a and b, s² and s, about the state where the world was linearized last. */
  assemble(a: number, b: number): void;
  /** z := P⁻¹ r, symmetric and positive definite whatever A is; 4n each. S leaves r as it is; it need not leave z so. */
  apply(z: Float64Array, r: Float64Array): void;
  /**
   * Solves A x = b by itself if it has a faster way than conjugate gradients; x holds the first guess.
   * @returns true if it converged; otherwise x is unchanged
   */
  solve?(x: Float64Array, b: Float64Array, tolerance: number, maxIterations: number, report: SolveReport): boolean;
}
