import type { Kernel } from '../kernels/kernel';
import type { Arena, Floats } from '../model/arena';
import type { Environment, Fields, ValuesOf } from '../model/environment';
import type { Control, Model, State } from '../model/model';
import type { Params, ParamTable } from '../model/params';

/** What integrators, solvers and analysis see of a scene: M a = f(x, v), with the derivatives of f. */
export interface World {
  readonly model: Model;
  readonly params: Params;
  readonly control: Control;
  readonly arena: Arena;
  /** For what may come to a world that is at work: constraints, whose arrays must not lie above an integrator's. */
  readonly persistentArena: Arena;
  readonly kernel: Kernel;
  /** 4m; n and c of every spring where the world was linearized last; see `linearizeSprings`. */
  readonly tangents: Float64Array;
  /** 9s; F and σ of every triangle of the membrane likewise; see `linearizeTriangles`. */
  readonly triangleTangents: Float64Array;
  /** What implicit methods that are created now precondition their solves by. */
  readonly preconditioner: PreconditionerDefinition;
  /** What stands around: replaced as a whole, never changed in place. */
  readonly environment: Environment;
  readonly forces: readonly Force[];
  /** Of each force: where its energy is booked. */
  readonly accounts: readonly ForceDefinition['account'][];
  readonly constraints: readonly Constraint[];
  /**
   * Books the work of the hand and the heat of dampers at the power that they have in this state, for so many seconds:
   * methods call it with the states and the weights by which they take the forces themselves, and after they have done
   * so, so that the books are as exact as they are. Null while nobody keeps books.
   */
  readonly audit: ((state: State, seconds: number) => void) | null;
  /**
   * Puts moving pins to their place at the state's time, within a step. By itself a pin crosses the step at its mean
   * velocity, which is right to order 2: methods of higher order call this ahead of the evaluation of each stage.
   */
  prescribe(state: State): void;
  /** f := the sum of all forces, less what constraints take up, N; 4n. */
  computeForces(state: State, f: Floats): void;
  /** a := M⁻¹ f, m/s²; 4n; zero where the motion is prescribed. */
  computeAccelerations(state: State, a: Floats): void;
  /**
   * Fixes the point about which `addDerivatives` and `addDiagonals` are taken.
   * @param clamp whether what can make the matrix indefinite is dropped; absent: as the parameter `clamp` says
   */
  linearize(state: State, clamp?: boolean): void;
  /** Whether it was dropped the last time: then the matrix of an implicit step is positive definite. */
  readonly clamped: boolean;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p; 4n each. */
  addDerivatives(y: Floats, p: Floats, a: number, b: number): void;
  /** blocks += the 3×3 diagonal blocks of a·∂f/∂x + b·∂f/∂v; 9n, row by row. */
  addDiagonals(blocks: Floats, a: number, b: number): void;
  /** y loses what can't change within the step: entries of pins, and components into a contact; 4n. */
  filter(y: Float64Array): void;
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
  /** Whether its derivatives are those of the model's springs, about `tangents` of the world; absent: no. */
  readonly isOfSprings?: boolean;
  /** Whether they are those of the model's membrane, about `triangleTangents` of the world; absent: no. */
  readonly isOfTriangles?: boolean;
  /** Whether its derivatives are their 3×3 diagonal blocks and nothing else; absent: no. */
  readonly isLocal?: boolean;
  /** An operator on the state ahead of a step of h seconds, whatever the method (the Taichi demo's decay). */
  beforeStep?(state: State, h: number): void;
  /** f += this force, N; 4n. */
  addForce?(f: Floats, state: State): void;
  /** Called once per linear solve, ahead of the next two. */
  linearize?(state: State, clamp: boolean): void;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p; 4n. */
  addDerivative?(y: Floats, p: Floats, a: number, b: number): void;
  /** The 3×3 diagonal blocks of the same matrix, for preconditioners; 9n. */
  addDiagonal?(blocks: Floats, a: number, b: number): void;
  /** J. */
  energy?(state: State): number;
  /** What it turns into heat at this moment, W, never negative; absent where it turns nothing into heat. */
  heat?(state: State): number;
  /**
   * Adds to k and c, N/m and N·s/m, n each, what keeps pᵀ(−∂f/∂x)p ≤ Σ k_i|p_i|² and pᵀ(−∂f/∂v)p ≤ Σ c_i|p_i|² for all p
   * in any state; false where there is nothing that does. Absent where it has no derivative.
   */
  addBounds?(k: Float64Array, c: Float64Array): boolean;
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

/** One of the forces in a scene's list, as pushes, winds and attractions are: added, edited and removed while it runs. */
export interface ForceObjectDefinition<F extends Fields = Fields> {
  type: string;
  label: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /** The particles that it acts on: any that are chosen (none chosen: all), or exactly two. */
  particles: 'any' | 'two';
  fields: F;
  /** As in `ForceDefinition`; absent: it does work and has no energy to take it from. */
  account?: ForceDefinition['account'];
  /** Allocates; the force's methods allocate nothing. @param particles on which it acts, ascending */
  create(world: World, values: ValuesOf<F>, particles: Uint32Array): Force;
}

/** How chosen pins move: their velocity is prescribed, and reaches the prescribed place within the step. */
export interface MotionDefinition<F extends Fields = Fields> {
  /** Its key in a scene file. */
  type: string;
  label: string;
  /** One sentence, shown on the panel. */
  summary: string;
  fields: F;
  /**
   * The ways of k particles from t to t + h, 3k, written into `out`, m; `x` is where they are. Stateless, so that a run
   * saved and loaded goes on alike. Allocates nothing.
   */
  displacement(values: ValuesOf<F>, x: Float64Array, t: number, h: number, out: Float64Array): void;
  /** How fast they move at time t where they are, m/s: the rate of `displacement`. */
  velocity(values: ValuesOf<F>, x: Float64Array, t: number, out: Float64Array): void;
}

/** A body that particles can't enter. */
export interface ObstacleDefinition<F extends Fields = Fields> {
  /** Its list in a scene file. */
  list: 'planes' | 'spheres';
  label: string;
  summary: string;
  fields: F;
  /** Prepares the values (a unit normal, say); its methods allocate nothing. */
  create(values: ValuesOf<F>): Obstacle;
}

export interface Obstacle {
  /** 0 … 1: the part of the normal velocity that is given back. */
  readonly restitution: number;
  /** Coulomb's μ. */
  readonly friction: number;
  /** Of the surface, 1/m: 0 where it is plane, 1/r of a ball. */
  readonly curvature: number;
  /** φ of particles 0 … n − 1, m; negative inside. */
  distances(positions: Floats, phi: Float64Array, n: number): void;
  /** The outward unit normal N at a point, and φ: N goes into out[at] …, φ into out[at + 3]. */
  measure(point: Float64Array, out: Float64Array, at: number): void;
}

/** What limits the motion instead of pushing it. All parts are optional. */
export interface Constraint {
  /** What it remembers from step to step in the present environment, as in `Integrator`. */
  readonly memory?: Float64Array;
  /** Ahead of a step of h seconds: finds what holds in it. */
  beforeStep?(state: State, h: number): void;
  /** Puts what moves by prescription to its place at the state's time, with the velocity that it has there. */
  prescribe?(state: State): void;
  /** f loses what the constraint takes up, N; 4n; at every evaluation. */
  react?(f: Floats, state: State): void;
  /**
   * Takes out of y what can't change within the step; the same linear symmetric projection from `beforeStep` to `afterStep`.
   * Absent where nothing can be taken out.
   */
  readonly filter?: ((y: Float64Array) => void) | undefined;
  /**
   * What it turns into heat at this moment, W, never negative, by what the last evaluation of the forces found; absent where
   * it turns nothing into heat but in `afterStep`.
   */
  heat?(state: State): number;
  /** Ends the step: what crossed a limit is put right. The work that this did on the scene, J. */
  afterStep?(state: State, h: number): number;
}

export interface ConstraintDefinition {
  id: string;
  label: string;
  /** One sentence. */
  summary: string;
  /** Where it is booked that energy changes by what it does between steps; absent: nowhere, as it changes none. */
  account?: 'hand' | 'damping' | 'parameters';
  /** Its parameters are a table in `constraint-params`: at their defaults it does nothing. Allocates, from the annex; its methods allocate nothing, but when `world.environment` has been replaced. */
  create(world: World): Constraint;
}

/** A number of each particle that the picture can be coloured by. */
export interface FieldDefinition {
  id: string;
  label: string;
  unit: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /** Whether it has a sign that matters: then its colours diverge from a neutral zero. */
  diverging: boolean;
  /** Whether it speaks of the membrane, and there must be one. */
  membrane?: boolean;
  /** Allocates; the function writes n numbers and allocates nothing. */
  create(world: World): (state: State, out: Float32Array) => void;
}

export interface IntegratorDefinition {
  id: string;
  label: string;
  /** Of the global error in h. */
  order: number;
  /** One sentence, shown on the panel. */
  summary: string;
  /** True where a step solves linear systems: the panel then shows the solver's numbers. */
  implicit?: boolean;
  /** True where those are steps of Newton's method, whose numbers then apply as well. */
  newton?: boolean;
  /** Allocates; `step` allocates nothing. */
  create(world: World): Integrator;
}

export interface Integrator {
  /** What it remembers from step to step, so that a copy of a run can go on to the same bits; absent: nothing. */
  readonly memory?: Float64Array;
  /** Advances the state by h seconds and returns the same report object each time. */
  step(state: State, h: number): StepReport;
}

/** An approximate inverse of the matrix of an implicit step, A = S(M − a·∂f/∂x − b·∂f/∂v)S. */
export interface PreconditionerDefinition {
  id: string;
  label: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /**
   * Whether the last Δv is a better first guess when it is taken as long as suits the new solve: so it is where what is left
   * to find is smooth. Conjugate gradients that are slow with smooth errors do better from all of it.
   */
  scalesGuess?: true;
  /** Why it can't serve this world as things are, or null. */
  unsupportedReason(world: World): string | null;
  /** Whether 'auto' may take it where it can serve: it is faster there than what else can; absent: always. */
  pays?(world: World): boolean;
  /** Allocates; what it makes allocates nothing. */
  create(world: World): Preconditioner;
}

export interface Preconditioner {
  /** Takes up the matrix at a and b, s² and s, where the world was linearized last. */
  assemble(a: number, b: number): void;
  /** z := P⁻¹ r, symmetric and positive definite whatever A is; 4n each. r has nothing in it that S would take; z may have. */
  apply(z: Float64Array, r: Float64Array): void;
  /**
   * Solves A x = b by itself, as conjugate gradients would with it, where it has a faster way to; x holds the first guess.
   * @returns whether it has come to an end; if not, x is as it was
   */
  solve?(x: Float64Array, b: Float64Array, tolerance: number, most: number, report: Omit<StepReport, 'ok'>): boolean;
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
  /** True where the preconditioner failed in the last step's solve, and block Jacobi took over. */
  fellBack?: boolean;
}
