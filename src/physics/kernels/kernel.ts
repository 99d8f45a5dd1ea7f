import type { Arena, Floats, Precision } from '../model/arena';
import type { Grid, Membrane, Model, State } from '../model/model';
import type { Params } from '../model/params';
import type { CurvatureLoops, CurvatureRows, NetBending } from './curvature-rows';
import type { SurfaceLoops } from './surface';

/**
 * The hot loops. Every kernel implements this interface and is tested against the JavaScript one.
 * n particles, m springs; vectors are 4n, stride 4.
 */
export interface Kernel extends SpringLoops, BendingLoops, TriangleLoops, StateLoops, StateSums, SolverLoops {
  /** As in its definition. */
  readonly id: KernelId;
  /** Called once, when the model's springs are complete and before the first step; allocates what the loops need. */
  prepare?(model: Model, arena: Arena): void;
  /** Loops over these rows of curvature of n particles. Allocates. @internal */
  createCurvatureLoops(rows: CurvatureRows, n: number): CurvatureLoops;
  /** Loops over levels of multigrid on a surface, whose arrays take so many bytes. Allocates. @internal */
  createSurfaceLoops(bytes: number): SurfaceLoops;
  /** The levels of multigrid for a matrix on a net. Allocates; the result allocates nothing. @internal */
  createGridLevels(model: Model, matrix: GridMatrix, arena: Arena): GridLevels;
}

/** The kernels: JavaScript, and SIMD in WebAssembly. */
export type KernelId = 'js' | 'simd';

/** Spring j joins a and b: d = x_a − x_b, l = |d|, n = d/l, u = (v_a − v_b)·n. */
export interface SpringLoops {
  /** f_a −= [k(l − L₀) + k_d u] n, f_b += the same; N. */
  addSpringForces(model: Model, state: State, f: Floats): void;
  /** Σ ½k(l − L₀)², J. */
  springEnergy(model: Model, state: State): number;
  /** Σ k_d u², W: the heat of the dashpots. */
  springHeat(model: Model, state: State): number;
  /**
   * Stores n and c = 1 − L₀/l of every spring in `tangents` (4m: n_x, n_y, n_z, c), for the next two.
   * @param clamp true sets c < 0, of a compressed spring, to 0: the matrix then stays positive definite
   */
  linearizeSprings(model: Model, state: State, clamp: boolean, tangents: Float64Array): void;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p, with ∂f_a/∂x_a = −k[n nᵀ + c(I − n nᵀ)] and ∂f_a/∂v_a = −k_d n nᵀ. */
  addSpringDerivatives(model: Model, tangents: Float64Array, y: Floats, p: Floats, a: number, b: number): void;
  /** The 3×3 diagonal blocks of the same matrix, 9n, row by row. */
  addSpringDiagonals(model: Model, tangents: Float64Array, blocks: Floats, a: number, b: number): void;
}

/**
 * The triangles of a membrane; the material constants and the thickness are parameters. F, ε, ν and σ are defined in
 * `javascript/triangle-loops.ts`, the derivative in `javascript/triangle-tangents.ts`. A torn triangle has no force.
 */
export interface TriangleLoops {
  /** f_i −= A₀ t F σ g_i, N. */
  addTriangleForces(membrane: Membrane, params: Params, state: State, f: Floats): void;
  /**
   * Stores F and σ of every triangle in `tangents` (9 per triangle), for the next two.
   * @param clamp true sets negative principal stresses to 0: the matrix then stays positive definite
   */
  linearizeTriangles(membrane: Membrane, params: Params, state: State, clamp: boolean, tangents: Float64Array): void;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p. */
  addTriangleDerivatives(
    membrane: Membrane,
    params: Params,
    tangents: Float64Array,
    y: Floats,
    p: Floats,
    a: number,
    b: number,
  ): void;
  /** The 3×3 diagonal blocks of the same matrix, 9n, row by row. */
  addTriangleDiagonals(
    membrane: Membrane,
    params: Params,
    tangents: Float64Array,
    blocks: Floats,
    a: number,
    b: number,
  ): void;
}

/** The bending of a net. */
export interface BendingLoops {
  /** y −= the factor times ∂²E/∂x² p, for D = 1: the force at the positions p, and its derivative; vectors in any precision. */
  addNetBending(bending: NetBending, y: Floats, p: Floats): void;
  /** y −= the damping factor times Σ β(β·p), where β is the derivative at x of a difference along the normal of the surface. */
  addNetDamping(bending: NetBending, y: Floats, x: Floats, p: Floats): void;
}

/** Loops over vectors in the precision of the state; `w` has n weights, one per particle. */
export interface StateLoops {
  /** y += a x. */
  addScaled(y: Floats, a: number, x: Floats): void;
  /** v_i += h w_i f_i, then x += h v; w = M⁻¹. */
  kickAndDrift(x: Floats, v: Floats, h: number, w: Floats, f: Floats): void;
  /** y := a y. */
  scale(y: Floats, a: number): void;
  /** y_i := w_i y_i. */
  scaleRows(y: Floats, w: Floats): void;
  /** f_i −= w_i g e_y, N; w = the masses. */
  addGravity(f: Floats, w: Floats, g: number): void;
  /** f_i += (x, y, z), N. */
  addEverywhere(f: Floats, x: number, y: number, z: number): void;
  /** out := y + w0 k0; here and in the next two `out` may be `y`. */
  combineOne(out: Floats, y: Floats, w0: number, k0: Floats): void;
  /** out := y + (w0 k0 + w1 k1); the sum in brackets is computed first. */
  combineTwo(out: Floats, y: Floats, w0: number, k0: Floats, w1: number, k1: Floats): void;
  /** out := y + (w0 k0 + w1 k1 + w2 k2 + w3 k3); the sum in brackets is computed first. */
  combine(
    out: Floats,
    y: Floats,
    w0: number,
    k0: Floats,
    w1: number,
    k1: Floats,
    w2: number,
    k2: Floats,
    w3: number,
    k3: Floats,
  ): void;
}

/** Sums over vectors in the precision of the state, computed in double precision. */
export interface StateSums {
  /** True if every entry is finite. */
  areFinite(x: Floats): boolean;
  /** True if y > height for every x_i = (x, y, z), m. */
  areAbove(x: Floats, height: number): boolean;
  /** xᵀy; for forces and velocities the power, W. */
  product(x: Floats, y: Floats): number;
  /** Σ w_i |x_i|²; for masses and velocities twice the kinetic energy, J. */
  weightedSquares(w: Floats, x: Floats): number;
  /** Σ w_i y_i with x_i = (x, y, z); for masses and positions the potential energy divided by g, kg·m. */
  weightedHeights(w: Floats, x: Floats): number;
}

/** The vector operations of conjugate gradients, for one type of vector. */
export interface VectorLoops<Vector> {
  /** xᵀy. */
  dot(x: Vector, y: Vector): number;
  /** y += a x. */
  axpy(y: Vector, a: number, x: Vector): void;
  /** y := x + a y. */
  aypx(y: Vector, a: number, x: Vector): void;
}

/** Loops over vectors of the linear solver, always in double precision. */
export interface SolverLoops extends VectorLoops<Float64Array> {
  /** y += a x, in any precision; optimized for double. */
  axpy(y: Floats, a: number, x: Floats): void;
  /** y := a x; x in the precision of the state. */
  setScaled(y: Float64Array, a: number, x: Floats): void;
  /** y += x; y in the precision of the state. */
  addTo(y: Floats, x: Float64Array): void;
  /** y_i := w_i x_i; w has n weights in the precision of the state. */
  multiplyByWeights(y: Float64Array, w: Floats, x: Float64Array): void;
  /** y_i := 0 where w_i = 0; w as above. */
  clearUnweighted(y: Float64Array, w: Floats): void;
  /** z := blockdiag(blocks) r; blocks are 9n, row by row. */
  multiplyBlocks(z: Float64Array, blocks: Float64Array, r: Float64Array): void;
}

/** The matrix of an implicit step on a rectangular net: S(G − a·∂f/∂x − b·∂f/∂v + bending + a Σ r rᵀ)S, of the net's springs with
 *  c < 0 set to 0, and of its contacts. */
export interface GridMatrix extends ContactMatrix {
  /** Of the net: its springs are at the places that `gridNet` gives. */
  readonly net: Grid;
  /** 4m; as `linearizeSprings` stores them. */
  readonly tangents: Float64Array;
  /** 9n; G, the diagonal blocks without springs and contacts: masses, drag, grab …; symmetric, positive semidefinite. */
  readonly diagonalBlocks: Float64Array;
  /** Of the net, with a and b in its factor; null: none. */
  bending: NetBending | null;
  /** 9n; S, the symmetric projection of each particle onto what can change: I, or 0 where the motion is prescribed. */
  readonly filter: Float64Array;
  /** False: nothing but pins restricts the motion. S follows from the inverse masses then, and `filter` is not read. */
  isFiltered: boolean;
  /** s² and s. */
  a: number;
  b: number;
}

/** The operations of one level of multigrid on its own vectors: solution x, right side b, residual r; D = blockdiag(A). */
export interface MultigridLevel {
  /** x := ωD⁻¹b, r := b − A x. */
  preSmooth(): void;
  /** r := b − A x. */
  residual(): void;
  /** b of the next coarser level := Pᵀr; never called on the coarsest level. */
  restrict(): void;
  /** x += s P x of the next coarser level; never called on the coarsest level. */
  prolong(s: number): void;
  /** x += ωD⁻¹(b − A x). */
  postSmooth(): void;
}

/** A net and ever coarser ones, for the cycle that the solver composes from their operations. */
export interface GridLevels {
  /** The net itself first. */
  readonly levels: readonly MultigridLevel[];
  /** Rebuilds every level from the matrix that they were created for. */
  assemble(): void;
  /** b of the net := r; 4n. S leaves r as it is. */
  setRightSide(r: Float64Array): void;
  /** z := x of the net; 4n. S leaves z as it is. */
  getSolution(z: Float64Array): void;
  /** Vectors on the net in the kernel's own layout; null if it has none. */
  readonly vectors: SimdVectors | null;
}

/** Where the numbers of particles are in a vector. */
export interface Places {
  /** Index of x of each particle; n. */
  readonly of: Uint32Array;
  /** From x to y, and from y to z. */
  readonly stride: number;
}

/** Vectors on a net in single precision, laid out for SIMD, and the operations on them. Others are arrays of 4n. */
export interface SimdVectors {
  readonly places: Places;
  readonly loops: VectorLoops<Float32Array>;
  /** A vector of zeros. Allocates. */
  create(): Float32Array;
  /** True if all vectors created so far lie where the loops can access them: otherwise none may be used. */
  readonly fit: boolean;
  /** x := array. */
  load(x: Float32Array, array: Float64Array): void;
  /** array := x. */
  store(array: Float64Array, x: Float32Array): void;
  /** y := A p with the matrix as assembled last. S leaves p as it is. */
  multiply(y: Float32Array, p: Float32Array): void;
  /** Uses these vectors as x and b of the net until the next `multiply`, `use` or `setRightSide`. */
  use(x: Float32Array, b: Float32Array): void;
}

/** A kernel that a simulation can use. */
export interface KernelDefinition {
  /** Key in the options of `createSimulation`. */
  readonly id: KernelId;
  /** Name on the panel. */
  readonly label: string;
  /** One sentence, shown on the panel. */
  readonly summary: string;
  /** Why it cannot run here in this precision, or null. */
  unsupportedReason(precision: Precision): string | null;
  /**
   * Creates an instance, with an arena in memory that its loops can access.
   * @param bytes capacity for the arrays of the scene and of its methods
   * @internal
   */
  open(precision: Precision, bytes: number): { kernel: Kernel; arena: Arena };
}

/** The matrix Σ r rᵀ over contacts between four particles each: r has √K w_k N at particle k, and 0 elsewhere. */
export interface ContactRows {
  /** Of contacts. */
  count: number;
  /** 4 per contact; one particle may be there more than once. */
  particles: Uint32Array;
  /** 7 per contact: √K N, √(N/m), and w_k, which sum to 0. */
  numbers: Float64Array;
}

/** Numbers of a contact. */
export const ROW = 7;

/** A part of the matrix of an implicit step: a Σ r rᵀ. */
export interface ContactMatrix {
  /** Null: there are no contacts. */
  contacts: ContactRows | null;
  a: number;
}
