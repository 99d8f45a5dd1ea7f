import { takeTriangleEdges } from '../../kernels/javascript/triangle-edges';
import type { Floats } from '../../model/arena';
import type { Model } from '../../model/model';
import type { EquationsOfMotion } from '../../world/equations-of-motion';
import type { Network } from '../multigrid/aggregates';
import { clearBlocks, type NetworkLevel, spreadEdge, spreadGround } from '../multigrid/network-level';
import { BLOCK, packBlock } from '../multigrid/symmetric-blocks';
import { hasMembraneAtWork } from './multigrid';

/** How much stronger than a bend spring a structural and a shear one join their ends, as a rule; the order of SPRING_KINDS.
 *  Not by the stiffness, so that nothing that changes in a run changes the aggregates: a fork has the same. */
const STRENGTHS = [4, 2, 1];
/** Of an edge of a triangle, at work or not. */
const STRENGTH = 4;

/** The particles, joined by the springs, and after those by the edges from each corner of each triangle to the next one. Allocates. */
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

/** Of the same triangle. */
function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** Numbers that `takeBlocks` asks room for. */
export const ROOM = 3 * BLOCK;

/**
 * Fills the first level of the network of a world, about what has been linearized: of the particles that can move.
 * @param ground 9n; what else holds each particle in its place
 * @param room where blocks are reckoned
 */
export function takeBlocks(
  to: NetworkLevel,
  world: EquationsOfMotion,
  ground: Float64Array,
  room: Float64Array,
  a: number,
  b: number,
): void {
  const { inverseMasses } = world.model;
  clearBlocks(to);
  for (let i = 0; i < inverseMasses.length; i++) {
    if (inverseMasses[i] === 0) continue;
    packBlock(room, 0, ground, 9 * i);
    spreadGround(to, i, room, 0);
  }
  takeSprings(to, world, room, a, b);
  if (hasMembraneAtWork(world)) takeTriangles(to, world, room, a, b);
}

function takeSprings(
  to: NetworkLevel,
  { model, tangents }: EquationsOfMotion,
  room: Float64Array,
  a: number,
  b: number,
): void {
  const { springs, springCount, inverseMasses } = model;
  for (let j = 0; j < springCount; j++) {
    springBlock(room, model, tangents, j, a, b);
    spread(to, inverseMasses, j, springs[2 * j], springs[2 * j + 1], room, 0);
  }
}

/** B = (a k(1 − c) + b k_d) n nᵀ + a k c I, with c < 0 taken as 0. */
function springBlock(
  block: Float64Array,
  { stiffness, damping }: Model,
  tangents: Float64Array,
  j: number,
  a: number,
  b: number,
): void {
  const x = tangents[4 * j];
  const y = tangents[4 * j + 1];
  const z = tangents[4 * j + 2];
  const across = a * stiffness[j] * Math.max(0, tangents[4 * j + 3]);
  const along = a * stiffness[j] - across + b * damping[j];
  block[0] = along * x * x + across;
  block[1] = along * x * y;
  block[2] = along * x * z;
  block[3] = along * y * y + across;
  block[4] = along * y * z;
  block[5] = along * z * z + across;
}

function takeTriangles(to: NetworkLevel, world: EquationsOfMotion, room: Float64Array, a: number, b: number): void {
  const { model, params, triangleTangents } = world;
  const { springCount, membrane, inverseMasses } = model;
  if (!membrane) return;
  const { triangles, triangleCount, areas } = membrane;
  for (let t = 0; t < triangleCount; t++) {
    if (areas[t] === 0) continue;
    takeTriangleEdges(room, membrane, params, triangleTangents, t, a, b);
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const other = triangles[nextCorner(corner)];
      spread(to, inverseMasses, springCount + corner, triangles[corner], other, room, BLOCK * (corner - 3 * t));
    }
  }
}

/** Takes up an edge: one to a particle that can't move is to the ground, and one between two such is nothing. */
function spread(
  to: NetworkLevel,
  inverseMasses: Floats,
  edge: number,
  one: number,
  other: number,
  from: Float64Array,
  f: number,
): void {
  const isFree = inverseMasses[one] > 0;
  if (isFree && inverseMasses[other] > 0) spreadEdge(to, edge, from, f);
  else if (isFree) spreadGround(to, one, from, f);
  else if (inverseMasses[other] > 0) spreadGround(to, other, from, f);
}
