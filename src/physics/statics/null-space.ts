import { TANGENT } from '../kernels/javascript/triangle-tangents';
import type { Floats } from '../model/arena';
import { dot } from '../model/deterministic-math';
import type { Model, State, Vec3 } from '../model/model';
import { largestEntry, springLength } from '../model/state';
import { cross, lengthOf } from '../model/vectors';
import { runToEnd } from '../slices';
import type { World } from '../world/world';
import { factorCost, factorInSlices, largestDiagonal, pivotVector } from './skyline-matrix';
import { addHolds, addToBlock, assembleStiffness, type Hold, type Layout, layOut, mismatch } from './stiffness-matrix';

/** Zero-stiffness motions of the free particles: the null space of the clamped −∂f/∂x. */
export interface NullSpace {
  /** Dimension; NaN if there are too many particles to compute it. Motions out of the plane of a flat scene are not counted. */
  count: number;
  /** A basis: 3n each, x, y, z of each particle; neither orthogonal nor normalized. */
  shapes(): Iterable<Float64Array>;
}

/** Largest number of multiplications: a few seconds. */
const MAX_WORK = 6e9;
/** Largest number of entries: half a gigabyte. */
const MAX_ENTRIES = 6e7;
/** Largest number of particles for a dense matrix. */
const MAX_DENSE = 256;
/** Relative error: an assembled matrix with a larger one misses couplings. */
const SAME = 1e-6;
/** Times a particle's own stiffness: a motion with less stiffness counts as zero-stiffness. */
const STIFFNESS_TOLERANCE = 1e-11;
/** The same for positions in single precision. */
const STIFFNESS_TOLERANCE_SINGLE = 3e-8;

/**
 * First-order motions with zero stiffness. Compressed springs count as if they had no transverse stiffness.
 * @param holds constrained directions
 * @param mostWork multiplications; absent: those of a few seconds
 */
export function findNullSpace(world: World, state: State, holds: readonly Hold[] = [], mostWork?: number): NullSpace {
  return runToEnd(nullSpaceInSlices(world, state, holds, mostWork));
}

/** `findNullSpace` in slices; yields the part of the work that is done. */
export function* nullSpaceInSlices(
  world: World,
  state: State,
  holds: readonly Hold[],
  mostWork = MAX_WORK,
): Generator<number, NullSpace> {
  const { model } = world;
  const n = model.particleCount;
  const f = new Float64Array(4 * n);
  const still: State = { positions: state.positions, velocities: new Float64Array(4 * n), time: state.time };
  for (const force of world.forces) force.addForce?.(f, still);
  const plane = planeOf(model, state.positions, f);
  linearizeAtRest(world, still, true);
  const layout = layoutThatFits(world, mostWork);
  if (!layout) return { count: Number.NaN, shapes: () => [] };

  const matrix = assembleStiffness(world, layout);
  const own = largestDiagonal(matrix);
  const tolerance = state.positions instanceof Float32Array ? STIFFNESS_TOLERANCE_SINGLE : STIFFNESS_TOLERANCE;
  // Constrained directions get stiffness. A particle without any force has a zero diagonal, whose pivots vanish anyway.
  const constraintStiffness = own > 0 ? own : 1;
  if (plane)
    for (let place = 0; place < layout.order.length; place++) addToBlock(matrix, place, 0, constraintStiffness, plane);
  addHolds(matrix, layout, holds, constraintStiffness);
  const factors = yield* factorInSlices(matrix, tolerance);
  return {
    count: factors.vanished.length,
    *shapes() {
      for (const row of factors.vanished) yield shapeOf(pivotVector(factors, row), layout, n);
    },
  };
}

/** A layout with every coupling at the point of the last `linearize`; null if its factorization is too expensive. */
export function layoutThatFits(world: World, mostWork = MAX_WORK): Layout | null {
  for (const allPairs of [false, true]) {
    if (allPairs && world.model.particleCount > MAX_DENSE) return null;
    const layout = layOut(world, allPairs);
    const { work, entries } = factorCost(layout.first);
    if (work > mostWork || entries > MAX_ENTRIES) return null;
    if (mismatch(world, layout, assembleStiffness(world, layout)) < SAME) return layout;
  }
  return null;
}

function shapeOf(z: Float64Array, { order }: Layout, n: number): Float64Array {
  const shape = new Float64Array(3 * n);
  order.forEach((i, place) => {
    for (let axis = 0; axis < 3; axis++) shape[3 * i + axis] = z[3 * place + axis];
  });
  return shape;
}

/** Times the scene's size: particles nearer to a plane than this lie in it. */
const FLAT = 1e-6;
/** Times the largest force: a smaller component out of the plane is rounding. */
const SIDEWAYS = 1e-9;

/**
 * Unit normal of the plane that contains all particles and all forces; null if there is no such plane, or more than one, as for
 * particles on a line.
 * @param f 4n; N
 */
export function planeOf(model: Model, x: ArrayLike<number>, f: ArrayLike<number>): Vec3 | null {
  const n = model.particleCount;
  const fromFirst = (i: number) => [0, 1, 2].map((axis) => x[4 * i + axis] - x[axis]);
  const u = new Float64Array(3);
  for (let i = 0; i < n; i++) if (lengthOf(fromFirst(i)) > lengthOf(u)) u.set(fromFirst(i));
  const size = lengthOf(u);
  if (n < 3 || size === 0) return null;
  for (let axis = 0; axis < 3; axis++) u[axis] /= size;
  const w = new Float64Array(3);
  let widest = 0;
  for (let i = 1; i < n; i++) {
    const d = fromFirst(i);
    const along = dot(d, u);
    const across = d.map((part, axis) => part - along * u[axis]);
    if (lengthOf(across) > widest) {
      widest = lengthOf(across);
      w.set(across);
    }
  }
  if (widest <= FLAT * size) return null;
  const N = cross(u, w);
  const length = lengthOf(N);
  for (let axis = 0; axis < 3; axis++) N[axis] /= length;

  let strongest = 0;
  let sideways = 0;
  for (let i = 0; i < n; i++) {
    const o = 4 * i;
    const off = (x[o] - x[0]) * N[0] + (x[o + 1] - x[1]) * N[1] + (x[o + 2] - x[2]) * N[2];
    if (Math.abs(off) > FLAT * size) return null;
    strongest = Math.max(strongest, Math.abs(f[o]), Math.abs(f[o + 1]), Math.abs(f[o + 2]));
    sideways = Math.max(sideways, Math.abs(f[o] * N[0] + f[o + 1] * N[1] + f[o + 2] * N[2]));
  }
  return sideways <= SIDEWAYS * strongest ? N : null;
}

/** Rounding errors by which a length may differ from that at rest and still count as unstretched. */
const ROUNDINGS = 4;

/**
 * Linearizes the world about a state, without stiffness that is rounding error: a spring or a triangle that is stretched or compressed by
 * rounding alone has a stiffness across it, k(1 − L₀/l) or σ, that is an artefact.
 * @param clamp false: the true ∂f/∂x, which compressed springs can make indefinite
 */
export function linearizeAtRest(world: World, state: State, clamp: boolean): void {
  world.linearize(state, clamp);
  const { model } = world;
  const { restLengths, springCount, membrane } = model;
  const { positions: x } = state;
  const ofPosition = unitOf(x) * largestEntry(x);
  for (let j = 0; j < springCount; j++) {
    const l = springLength(model, x, j);
    if (restLengths[j] > 0 && Math.abs(l - restLengths[j]) <= ROUNDINGS * (ofPosition + unitOf(restLengths) * l))
      world.tangents[4 * j + 3] = 0;
  }
  const { membraneLambda, membraneMu } = world.params;
  for (let t = 0; membrane && t < membrane.triangleCount; t++) {
    const stress = world.triangleTangents.subarray(TANGENT * t + 6, TANGENT * t + 9);
    const strain = (ROUNDINGS * ofPosition) / Math.sqrt(membrane.areas[t]);
    const least = 2 * (membraneLambda + membraneMu) * strain;
    if (stress.every((value) => Math.abs(value) <= least)) stress.fill(0);
  }
}

const unitOf = (array: Floats) => (array instanceof Float32Array ? 2 ** -24 : 2 ** -53);

/** Times the largest stiffness: a negative one below it is rounding, or that of a mechanism. */
const NEGATIVE = 1e-9;

/**
 * The number of negative eigenvalues of the true −∂f/∂x, which is that of negative pivots of its factorization LDLᵀ, by Sylvester's law of
 * inertia. With z = L⁻ᵀe_i, zᵀ(−∂f/∂x)z is the pivot d_i: along z the potential falls.
 * In slices; yields the part of the work that is done. Source: Golub and Van Loan, Matrix Computations, 4.2 and 8.1.
 * @param holds constrained directions @param mostWork multiplications
 * @returns how many motions of negative stiffness there are: 0 at a stable equilibrium, more at a saddle of the potential, NaN if it takes
 * too much work to count them; and one of them, 4n, in which no particle moves farther than 1
 */
export function* unstableMotionInSlices(world: World, still: State, holds: readonly Hold[], mostWork: number) {
  linearizeAtRest(world, still, false);
  const layout = layoutThatFits(world, mostWork);
  if (!layout) return { count: Number.NaN, motion: null };
  const { order, coordinates } = layout;
  const matrix = assembleStiffness(world, layout);
  const most = largestDiagonal(matrix);
  for (let place = 0; place < order.length; place++) addToBlock(matrix, place, NEGATIVE * most);
  addHolds(matrix, layout, holds, most);
  const factors = yield* factorInSlices(matrix, null);
  const negative = Array.from(factors.pivots.keys()).filter((i) => factors.pivots[i] < 0);
  if (negative.length === 0) return { count: 0, motion: null };
  const z = pivotVector(factors, negative[negative.length - 1]);
  const farthest = largestEntry(z);
  const motion = new Float64Array(4 * world.model.particleCount);
  coordinates.forEach((o, row) => {
    motion[o] = z[row] / farthest;
  });
  return { count: negative.length, motion };
}
