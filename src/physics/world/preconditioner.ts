import type { EquationsOfMotion } from './equations-of-motion';

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
