/** A V-cycle on aggregates of a network, as a preconditioner. */

import { BLOCK, packBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
import { component, TANGENT } from '../../kernels/javascript/triangle-tangents';
import type { Floats } from '../../model/arena';
import { isMembraneActive } from '../../model/membrane';
import type { Membrane, Model } from '../../model/model';
import type { Params } from '../../model/params';
import { runToEnd } from '../../slices';
import type { Force } from '../../world/force';
import type { EquationsOfMotion, Preconditioner } from '../../world/world';
import { invertBlocks, replaceIndefinite, setMasses, springBlock } from '../diagonal-blocks';
import { aggregateLevels, createNetworkCycle } from './cycle';
import type { Aggregates, Network } from './network-level';
import { addFineEdge, addFineNode, clearBlocks, type NetworkLevel } from './network-level';

/** P⁻¹ = D⁻¹ + P V Pᵀ: the inverted 3×3 diagonal blocks of A, plus a V-cycle on aggregates of about eight particles that move
 * alike, coupled by the springs and triangles between them. Other forces contribute their diagonal blocks. The V-cycle is in
 * `network-cycle.ts`. The sum needs no product with A, and is positive definite since both terms are.
 * Sources: Bramble, Pasciak and Xu, Parallel Multilevel Preconditioners; Notay, An Aggregation-Based Algebraic Multigrid
 * Method. */
export function createAggregation(world: EquationsOfMotion): Preconditioner {
  const { kernel, model, arena } = world;
  const n = model.particleCount;
  const inverted = arena.doubles(9 * n);
  const diagonalBlocks = arena.doubles(9 * n);
  const scratch = arena.doubles(SCRATCH);
  const levels = prepared.get(model) ?? runToEnd(aggregateLevels(networkOf(model)));
  prepared.delete(model);
  const cycle = createNetworkCycle(levels, arena);

  return {
    assemble(a, b) {
      const { forces } = world;
      setMasses(model, diagonalBlocks);
      addDiagonals(forces, false, diagonalBlocks, -a, -b);
      inverted.set(diagonalBlocks);
      addDiagonals(forces, true, inverted, -a, -b);
      invertBlocks(inverted, n);
      replaceIndefinite(model, diagonalBlocks);
      setBlocks(cycle.first, world, diagonalBlocks, scratch, a, b);
      cycle.assemble();
    },
    apply(z, r) {
      kernel.multiplyBlocks(z, inverted, r);
      cycle.addCorrection(z, r);
    },
  };
}

/** Levels that wait for the next `createAggregation`. */
const prepared = new WeakMap<Model, readonly Aggregates[]>();

export function* prepareAggregation({ model }: EquationsOfMotion): Generator<void, void, void> {
  // This first read fills the arrays of the membrane.
  void model.membrane?.triangles;
  yield;
  const network = networkOf(model);
  yield;
  prepared.set(model, yield* aggregateLevels(network));
}

/** @param ofNetwork true: those of springs and triangles; false: those of the other forces */
function addDiagonals(
  forces: readonly Force[],
  ofNetwork: boolean,
  blocks: Float64Array,
  ofK: number,
  ofD: number,
): void {
  for (let i = 0; i < forces.length; i++) {
    const of = forces[i].derivatives?.of;
    if ((of === 'springs' || of === 'triangles') === ofNetwork) forces[i].addDiagonal?.(blocks, ofK, ofD);
  }
}

/** Relative strength of a spring by kind, in the order of SPRING_KINDS. Independent of the stiffness, which may change during a
 *  run: a fork must have the same aggregates. */
const STRENGTHS = [4, 2, 1];
/** Relative strength of a triangle's edge, even if the membrane is inactive. */
const STRENGTH = 4;

/** The particles, joined by the springs and then by the edges from each triangle corner to the next. Allocates. */
export function networkOf({ particleCount, springCount, springs, kinds, membrane }: Model): Network {
  const triangles = membrane?.triangles ?? [];
  const ends = new Uint32Array(2 * (springCount + triangles.length));
  const strengths = new Float64Array(springCount + triangles.length).fill(STRENGTH);
  ends.set(springs);
  for (let j = 0; j < springCount; j++) strengths[j] = STRENGTHS[kinds[j]];
  for (let corner = 0; corner < triangles.length; corner++) {
    ends[2 * (springCount + corner)] = triangles[corner];
    ends[2 * (springCount + corner) + 1] = triangles[nextCorner(corner)];
  }
  return { nodes: particleCount, ends, strengths };
}

/** The next corner of the same triangle. */
function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** Length of the scratch array of `setBlocks`. */
export const SCRATCH = 3 * BLOCK;

/**
 * Sets the blocks of the network's first level, of the particles that can move, about the state where the world was linearized.
 * @param diagonalBlocks 9n; those of everything else than springs and triangles
 */
export function setBlocks(
  to: NetworkLevel,
  world: EquationsOfMotion,
  diagonalBlocks: Float64Array,
  scratch: Float64Array,
  a: number,
  b: number,
): void {
  const { inverseMasses } = world.model;
  clearBlocks(to);
  for (let i = 0; i < inverseMasses.length; i++) {
    if (inverseMasses[i] === 0) continue;
    packBlock(scratch, 0, diagonalBlocks, 9 * i);
    addFineNode(to, i, scratch, 0);
  }
  addSprings(to, world, scratch, a, b);
  if (isMembraneActive(world.model, world.params)) addTriangles(to, world, scratch, a, b);
}

function addSprings(to: NetworkLevel, world: EquationsOfMotion, scratch: Float64Array, a: number, b: number): void {
  const { springs, springCount, inverseMasses } = world.model;
  for (let j = 0; j < springCount; j++) {
    springBlock(scratch, world, j, a, b);
    addEdge(to, inverseMasses, j, springs[2 * j], springs[2 * j + 1], scratch, 0);
  }
}

function addTriangles(to: NetworkLevel, world: EquationsOfMotion, scratch: Float64Array, a: number, b: number): void {
  const { model, params, triangleTangents } = world;
  const { springCount, membrane, inverseMasses } = model;
  if (!membrane) return;
  const { triangles, triangleCount, areas } = membrane;
  for (let t = 0; t < triangleCount; t++) {
    if (areas[t] === 0) continue;
    setTriangleEdges(scratch, membrane, params, triangleTangents, t, a, b);
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const other = triangles[nextCorner(corner)];
      addEdge(to, inverseMasses, springCount + corner, triangles[corner], other, scratch, BLOCK * (corner - 3 * t));
    }
  }
}

/** Adds an edge. If one end cannot move, its block belongs to the other end alone; if neither can, it is ignored. */
function addEdge(
  to: NetworkLevel,
  inverseMasses: Floats,
  edge: number,
  one: number,
  other: number,
  from: Float64Array,
  f: number,
): void {
  const isFree = inverseMasses[one] > 0;
  if (isFree && inverseMasses[other] > 0) addFineEdge(to, edge, from, f);
  else if (isFree) addFineNode(to, one, from, f);
  else if (inverseMasses[other] > 0) addFineNode(to, other, from, f);
}

/*  The block of a triangle's matrix between corners i and j, with λ, μ for a λ + b φ, a μ + b ψ, and w_i = F g_i:
 *
 *    K_ij = −A₀ t [ λ w_i w_jᵀ + μ w_j w_iᵀ + μ (g_i·g_j) F Fᵀ + a (g_iᵀ σ g_j) I ].
 *
 *  Its rows sum to 0, so it is the matrix of a network of three edges with blocks B_ij = K_ij; but these are neither symmetric
 *  nor always positive. Their symmetric part is F S Fᵀ + c I, with S in the plane of the triangle at rest,
 *
 *    S = −A₀ t [ ½(λ + μ)(g_i g_jᵀ + g_j g_iᵀ) + μ (g_i·g_j) I₂ ],   c = −A₀ t a (g_iᵀ σ g_j).
 *
 *  The network uses the isotropic part of S, ½ tr(S) = −½ A₀ t (λ + 3μ)(g_i·g_j), and sets it and c to 0 if negative. That needs
 *  hardly more iterations than the whole positive part of S. −A₀ g_i·g_j is half the cotangent of the opposite angle.
 *  Source: Pinkall and Polthier, Computing Discrete Minimal Surfaces and Their Conjugates, for the cotangents. */

/** blocks := those of the edges from each corner of triangle t to the next, for a·∂f/∂x + b·∂f/∂v; 6 numbers each. */
export function setTriangleEdges(
  blocks: Float64Array,
  { inverseRest, areas }: Membrane,
  params: Params,
  tangents: Float64Array,
  t: number,
  a: number,
  b: number,
): void {
  const lambda = a * params.membraneLambda + b * params.membranePhi;
  const mu = a * params.membraneMu + b * params.membranePsi;
  const size = areas[t] * params.membraneThickness;
  const o = TANGENT * t;
  const x = tangents[o];
  const y = tangents[o + 1];
  const z = tangents[o + 2];
  const X = tangents[o + 3];
  const Y = tangents[o + 4];
  const Z = tangents[o + 5];
  for (let edge = 0; edge < 3; edge++) {
    const next = (edge + 1) % 3;
    const g = component(inverseRest, 4 * t, edge);
    const h = component(inverseRest, 4 * t + 1, edge);
    const G = component(inverseRest, 4 * t, next);
    const H = component(inverseRest, 4 * t + 1, next);
    const inPlane = Math.max(0, -0.5 * size * (lambda + 3 * mu) * (g * G + h * H));
    const stress = g * G * tangents[o + 6] + h * H * tangents[o + 7] + (g * H + h * G) * tangents[o + 8];
    const isotropic = Math.max(0, -size * a * stress);
    const block = BLOCK * edge;
    blocks[block] = inPlane * (x * x + X * X) + isotropic;
    blocks[block + 1] = inPlane * (x * y + X * Y);
    blocks[block + 2] = inPlane * (x * z + X * Z);
    blocks[block + 3] = inPlane * (y * y + Y * Y) + isotropic;
    blocks[block + 4] = inPlane * (y * z + Y * Z);
    blocks[block + 5] = inPlane * (z * z + Z * Z) + isotropic;
  }
}
