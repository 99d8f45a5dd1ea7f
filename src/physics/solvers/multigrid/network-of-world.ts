import { BLOCK, packBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { Floats } from '../../model/arena';
import { isMembraneActive } from '../../model/membrane';
import type { Model } from '../../model/model';
import type { EquationsOfMotion } from '../../world/equations-of-motion';
import { springBlock } from '../diagonal-blocks';
import type { Network } from './aggregates';
import { addFineEdge, addFineNode, clearBlocks, type NetworkLevel } from './network-level';
import { setTriangleEdges } from './triangle-edges';

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
