import type { Kernel } from './kernels/kernel';
import type { Arena, Floats } from './memory';
import type { Control, Model, State } from './model';
import type { Params, ParamTable } from './params';

/** What integrators, solvers and analysis see of a scene: M a = f(x, v), with the derivatives of f. */
export interface World {
  readonly model: Model;
  readonly params: Params;
  readonly control: Control;
  readonly arena: Arena;
  readonly kernel: Kernel;
  readonly forces: readonly Force[];
  /** f := the sum of all forces, N; 4n. */
  computeForces(state: State, f: Floats): void;
  /** a := M⁻¹ f, m/s²; 4n; zero where the motion is prescribed. */
  computeAccelerations(state: State, a: Floats): void;
  /** Fixes the point about which `addDerivatives` and `addDiagonals` are taken. */
  linearize(state: State): void;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p; 4n each. */
  addDerivatives(y: Floats, p: Floats, a: number, b: number): void;
  /** blocks += the 3×3 diagonal blocks of a·∂f/∂x + b·∂f/∂v; 9n, row by row. */
  addDiagonals(blocks: Floats, a: number, b: number): void;
  /** J. */
  energy(state: State): Energy;
}

export interface Energy {
  kinetic: number;
  elastic: number;
  gravity: number;
  total: number;
}

/** A force, bound to a world. All but what makes it a force is optional. */
export interface Force {
  /** An operator on the state ahead of a step of h seconds, whatever the method (the Taichi demo's decay). */
  beforeStep?(state: State, h: number): void;
  /** f += this force, N; 4n. */
  addForce?(f: Floats, state: State): void;
  /** Called once per linear solve, ahead of the next two. */
  linearize?(state: State): void;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p; 4n. */
  addDerivative?(y: Floats, p: Floats, a: number, b: number): void;
  /** The 3×3 diagonal blocks of the same matrix, for preconditioners; 9n. */
  addDiagonal?(blocks: Floats, a: number, b: number): void;
  /** J. */
  energy?(state: State): number;
}

export interface ForceDefinition {
  id: string;
  label: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /**
   * Which account its energy is booked under: the hand's is outside `energy()`, and what only takes energy makes heat.
   * Absent: it does work and has no energy to take it from, as wind does.
   */
  account?: 'elastic' | 'gravity' | 'hand' | 'heat';
  /** Numbers that the force brings along; they join PARAMS. */
  params?: ParamTable;
  /** Allocates; the force's methods allocate nothing. */
  create(world: World): Force;
}

export interface IntegratorDefinition {
  id: string;
  label: string;
  /** Of the global error in h. */
  order: number;
  /** One sentence, shown on the panel. */
  summary: string;
  /** True where a step solves a linear system: the panel then shows the solver's numbers. */
  implicit?: boolean;
  /** Allocates; `step` allocates nothing. */
  create(world: World): Integrator;
}

export interface Integrator {
  /** Advances the state by h seconds and returns the same report object each time. */
  step(state: State, h: number): StepReport;
}

export interface StepReport {
  /** False only at a blow-up. */
  ok: boolean;
  /** False where a solve ended above its tolerance; true where nothing is solved. */
  converged: boolean;
  /** Of the last step's solve. */
  iterations: number;
  /** ‖residual‖ / ‖right-hand side‖ of the last step's solve. */
  residual: number;
}
