import type { NetBending } from '../kernels/curvature-rows';
import type { ContactRows } from '../kernels/kernel';
import type { Floats } from '../model/arena';
import type { Fields, ValuesOf } from '../model/environment';
import type { State } from '../model/model';
import type { ParamTable } from '../model/param-spec';
import type { WorldContext } from './world-context';

/** A force in a world. Every method is optional; none of them allocates. */
export interface Force {
  /** The form of its derivatives at present; absent: any. Preconditioners choose by it how they represent the force. */
  readonly derivatives?: Derivatives;
  /** Set where ∂f/∂x is 0 and −∂f/∂v is at most so many times its 3×3 diagonal blocks: the particles that it damps together. */
  readonly dampsTogether?: number;
  /** True if it acts where a step solves for forces together: methods that solve springs one by one have impacts instead. */
  readonly implicitOnly?: boolean;
  /** True if its derivatives are differences of the force, made for a force that has none of its own. */
  readonly isDifferenced?: boolean;
  /** Changes the state before a step of h seconds, whatever the method (the Taichi demo's decay). */
  beforeStep?(state: State, h: number): void;
  /** False while `addForce` adds nothing; absent: it may always add something. */
  acts?(): boolean;
  /**
   * Of a force that only acts where particles are near each other: the longest part of their ways from x to y in an implicit step, m, 4n,
   * on which it holds them apart, 0–1. After one of less than 1, it is found anew wherever it is evaluated in the step. Absent: 1.
   */
  freePart?(x: Floats, y: Floats): number;
  /** f += this force, N; 4n. */
  addForce?(f: Floats, state: State): void;
  /** Called once per linear solve, before the next two. @param clamp as in `World.linearize` */
  linearize?(state: State, clamp: boolean): void;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p; 4n. */
  addDerivative?(y: Floats, p: Floats, a: number, b: number): void;
  /** The 3×3 diagonal blocks of the same matrix, for preconditioners; 9n. */
  addDiagonal?(blocks: Floats, a: number, b: number): void;
  /** Its potential energy, J; absent: none. */
  energy?(state: State): number;
  /** The power that it turns into heat in this state, W, never negative; absent: none. */
  heat?(state: State): number;
  /**
   * Adds to k and c, N/m and N·s/m, n each, numbers with pᵀ(−∂f/∂x)p ≤ Σ k_i|p_i|² and pᵀ(−∂f/∂v)p ≤ Σ c_i|p_i|² for all p
   * in any state. Returns false if no such bound exists. Absent if the force has no derivative.
   * @param least N·s/m; a drag adds what it has at least on each particle: pᵀ(−∂f/∂v)p ≥ Σ least_i|p_i|²
   */
  addBounds?(k: Float64Array, c: Float64Array, least?: Float64Array): boolean;
}

/** The longest part of the ways from x to y, 0–1, on which all forces hold apart what they keep apart; see `Force.freePart`. */
export function freePartOf(forces: readonly Force[], x: Floats, y: Floats): number {
  let part = 1;
  for (let i = 0; i < forces.length; i++) part = Math.min(part, forces[i].freePart?.(x, y) ?? 1);
  return part;
}

/** The particles that the derivatives of a force couple, and how. */
export type Derivatives = NetworkDerivatives | ContactDerivatives | CurvatureDerivatives;

/** Derivatives that the world's tangents determine, or each particle's own state. */
export interface NetworkDerivatives {
  /**
   * The particles that they couple: none, so that they are their 3×3 diagonal blocks; the ends of the model's springs, about `tangents`
   * of the world; or the corners of the model's membrane, about `triangleTangents` of the world.
   */
  readonly of: 'particles' | 'springs' | 'triangles';
}

/** The derivatives of layers that touch; ∂f/∂v = 0. */
export interface ContactDerivatives {
  /** They couple the particles of edges and triangles that touch. */
  readonly of: 'contacts';
  /** −∂f/∂x, about where the force was linearized last. */
  readonly rows: ContactRows;
}

/** Of a force without derivatives, too: all their blocks are 0. */
export const OF_PARTICLES: Derivatives = { of: 'particles' };

/** The factor by which its 3×3 diagonal blocks bound the derivatives of a force, and hold all of its ∂f/∂x; 0: there is none. */
export function diagonalBound({ derivatives, dampsTogether = 0 }: Force): number {
  return derivatives?.of === 'particles' ? 1 : dampsTogether;
}

/** Of the layers that touch where the forces were linearized last; null: none. */
export function contactsOf(forces: readonly Force[]): ContactRows | null {
  for (let i = 0; i < forces.length; i++) {
    const { derivatives } = forces[i];
    if (derivatives?.of === 'contacts') return derivatives.rows;
  }
  return null;
}

/** The derivatives of a force that depends on linear combinations of several positions, as bending does. */
export interface CurvatureDerivatives {
  /** They couple the particles of a curvature. */
  readonly of: 'curvatures';
  /** The groups of particles that are combined. */
  groups(): Iterable<ArrayLike<number>>;
  /** −a·∂f/∂x − b·∂f/∂v as differences on the model's net, about where the force was linearized last; null if it is none. */
  onNet(a: number, b: number): NetBending | null;
  /** −∂f/∂x as factor·Σ wᵀw on each axis, in every state; null if it is not of this form. */
  squares(): SquaredRows | null;
  /**
   * −a·∂f/∂x − b·∂f/∂v nearly, as factor·Σ wᵀw on each axis. Returns the same object at each call; its weights are the same array while
   * the rows are the same.
   */
  likeSquares(a: number, b: number): SquaredRows;
}

/** factor·Σ wᵀw over sparse rows w. */
export interface SquaredRows {
  /** N·m, where the weights are in 1/m. */
  readonly factor: number;
  /** Number of rows. */
  readonly count: number;
  /** count + 1; where the entries of each row begin. */
  readonly starts: Uint32Array;
  /** 4i of each entry's particle i. */
  readonly places: Uint32Array;
  /** w of each entry. */
  readonly weights: Float64Array;
}

/** A kind of force: it acts on all particles of every world (`create`), on those that a scene's list names (`listed`), or both. */
export interface ForceDefinition<F extends Fields = Fields> {
  /** Its `type` in a scene's list of forces. */
  id: string;
  /** Name on the panel. */
  label: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /**
   * The account of its energy: the grab's is not part of `energy()`, and what it loses in a step is work of the hand; a force
   * that only removes energy makes heat.
   * Absent: it does work that no stored energy pays for, as wind does.
   */
  account?: 'elastic' | 'gravity' | 'hand' | 'heat';
  /**
   * True if it depends on where particles are relative to each other, not on where they are in the world: then steps far from the
   * origin keep the accuracy of single precision. Of the grab, while nothing is held.
   */
  isRelative?: boolean;
  /** The parameters of the force; they join PARAMS. */
  params?: ParamTable;
  /** Creates the force on all particles, which follows the parameters. Allocates; the force's methods allocate nothing. */
  create?(world: WorldContext): Force;
  /** A force of a scene's list: added, edited and removed while the scene runs. */
  listed?: ListedForce<F>;
}

/** How a force acts on the particles that a scene's list names. */
export interface ListedForce<F extends Fields = Fields> {
  /** Name on the panel; absent: as in the definition. */
  label?: string;
  /** One sentence, shown on the panel; absent: as in the definition. */
  summary?: string;
  /** How many particles it acts on: any selection (none selected: all), or exactly two. */
  particles: 'any' | 'two';
  /** The values of one force of the list, by key; the panel shows a control for each. */
  fields: F;
  /** Allocates; the force's methods allocate nothing. @param particles on which it acts, ascending */
  create(world: WorldContext, values: ValuesOf<F>, particles: Uint32Array): Force;
}
