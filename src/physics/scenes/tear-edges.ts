/** Finds the edges that tear next to springs which are stretched too far. */
import { cornersOf, type Edge, neighboursOf, type SurfaceMesh, surfaceMesh } from '../model/surface-mesh';
import { openEdges, type Twin } from './open-edges';
import type { SceneData } from './scene';

/** A spring that is stretched too far. */
export interface Overstretched {
  readonly ends: Edge;
  /** l/L₀ − 1. */
  readonly strain: number;
}

/**
 * A tear opens at one end of a spring, at right angles to it: between the triangles on its side of that particle and those on the
 * other side. Most strained springs first; in one step no tear touches another, because a tear relieves what is around it.
 *  Source: O'Brien and Hodgins, Graphical Modeling and Animation of Brittle Fracture, on splitting a particle by a plane.
 * @param spared particles to split only if nothing else can be, as those that are held or pinned
 * @param positions stride 4, m
 */
export function findTears(
  mesh: SurfaceMesh,
  springs: readonly Overstretched[],
  spared: (particle: number) => boolean,
  positions: ArrayLike<number>,
): Edge[] {
  const edges: Edge[] = [];
  const touched = new Set<number>();
  for (const { ends } of [...springs].sort((a, b) => b.strain - a.strain)) {
    if (ends.some((end) => touched.has(end))) continue;
    // A tear runs on from its tip: an end at a border comes before one inside.
    const rank = (end: number) => (spared(end) ? 2 : 0) + (isAtBorder(mesh, end) ? 0 : 1);
    const [a, b] = ends;
    const order = rank(b) < rank(a) ? [b, a] : [a, b];
    for (const end of order) {
      const opened = edgesAcross(mesh, end, end === a ? b : a, positions);
      if (opened.length === 0) continue;
      edges.push(...opened);
      for (const particle of opened.flat()) touched.add(particle);
      for (const neighbour of neighboursOf(mesh, end)) touched.add(neighbour);
      break;
    }
  }
  return edges;
}

/** True if only one triangle is beside an edge of the particle. */
export function isAtBorder(mesh: SurfaceMesh, particle: number): boolean {
  return [...neighboursOf(mesh, particle)].some((neighbour) => mesh.beside(particle, neighbour).length === 1);
}

/** The edges at a particle between the triangles on the side of `towards` and the others. */
function edgesAcross(mesh: SurfaceMesh, particle: number, towards: number, x: ArrayLike<number>): Edge[] {
  /** The component of x_i − x_particle along the spring, times its length. */
  const along = (i: number) => {
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) {
      const origin = x[4 * particle + axis];
      sum += (x[4 * i + axis] - origin) * (x[4 * towards + axis] - origin);
    }
    return sum;
  };
  const isAhead = (t: number) => {
    let sum = 0;
    for (const corner of cornersOf(mesh, t)) if (corner !== particle) sum += along(corner);
    return sum > 0;
  };
  return [...neighboursOf(mesh, particle)].flatMap((neighbour): Edge[] => {
    const [one, other] = mesh.beside(particle, neighbour);
    return other !== undefined && isAhead(one) !== isAhead(other) ? [[particle, neighbour]] : [];
  });
}

// The slits of a cloth, in the order in which they were made.

/** The newest slit of a cloth, and those before it. Immutable: checkpoints refer to it. */
export interface Slits {
  readonly previous: Slits | null;
  /** The edges that it opened, in the surface as it was before. */
  readonly edges: readonly Edge[];
  /** Its ends, where the same stroke goes on. */
  readonly tips: readonly number[];
  readonly twins: readonly Twin[];
}

/** All slits, oldest first. */
function listOf(slits: Slits | null): Slits[] {
  const all: Slits[] = [];
  for (let one = slits; one; one = one.previous) all.push(one);
  return all.reverse();
}

/** The ends of all slits, oldest first. */
export function tipsOf(slits: Slits | null): number[] {
  return listOf(slits).flatMap(({ tips }) => tips);
}

/** A scene without slits, with these slits made in it. */
export function sceneWithSlits(whole: SceneData, slits: Slits | null): SceneData {
  return listOf(slits).reduce((scene, { edges }) => {
    const mesh = surfaceMesh(scene.surface, scene.masses.length);
    // These edges split particles when the slit was made, so they do again.
    return (openEdges(scene, mesh, edges) as NonNullable<ReturnType<typeof openEdges>>).scene;
  }, whole);
}
