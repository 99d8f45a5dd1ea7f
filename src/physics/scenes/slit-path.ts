/** Finds the edges to open for a stroke of the knife: the path of edges nearest to the stroke, through the triangles that it crosses. */
import { squaredDistance } from '../model/state';
import { type Edge, type SurfaceMesh, thirdCorner } from '../model/surface-mesh';
import { splitsParticle } from './open-edges';

/** A spring along an edge of the surface that the stroke crosses. */
export interface Crossing {
  /** The ends of the spring. */
  readonly ends: Edge;
  /** Where the stroke crosses it: 0 at the first end, 1 at the second. */
  readonly at: number;
}

/** A slit to be made. */
export interface SlitPath {
  readonly edges: readonly Edge[];
  /** Its ends inside the surface or at its border: a stroke continues from one of them. */
  readonly tips: readonly number[];
}

/** Crossings of neighbouring triangles, in the order of the stroke. */
interface Strip {
  readonly crossings: Crossing[];
  /** The tip of an earlier slit of the same stroke that this one continues; null: it begins here. */
  readonly from: number | null;
}

/**
 * A stroke may cross several layers of a folded cloth: each strip of neighbouring triangles gets a path of its own.
 * @param earlier springs that the same stroke crossed before
 * @param tips of the slits that the stroke has made so far
 * @param positions stride 4, m
 */
export function findSlit(
  mesh: SurfaceMesh,
  crossings: readonly Crossing[],
  earlier: readonly Edge[],
  tips: readonly number[],
  positions: ArrayLike<number>,
): SlitPath {
  const strips: Strip[] = [];
  for (const crossing of crossings) {
    if (mesh.beside(...crossing.ends).length === 0) continue;
    const strip = strips.find(({ crossings }) =>
      areNeighbours(mesh, crossings[crossings.length - 1].ends, crossing.ends),
    );
    if (strip) strip.crossings.push(crossing);
    else strips.push({ crossings: [crossing], from: tipAt(mesh, crossing.ends, earlier, tips) });
  }
  const paths = strips.map((strip) => pathThrough(mesh, strip, positions));
  return { edges: paths.flatMap(({ edges }) => edges), tips: paths.flatMap(({ tips }) => tips) };
}

/** True for two sides of one triangle. */
function areNeighbours(mesh: SurfaceMesh, [a, b]: Edge, [c, d]: Edge): boolean {
  const triangles = mesh.beside(c, d);
  return mesh.beside(a, b).some((t) => triangles.includes(t));
}

/** The newest tip at a triangle beside an earlier crossing next to this edge; null if there is none. */
function tipAt(mesh: SurfaceMesh, edge: Edge, earlier: readonly Edge[], tips: readonly number[]): number | null {
  const before = earlier.findLast((one) => areNeighbours(mesh, one, edge));
  if (!before) return null;
  const corners = new Set([...before, ...mesh.beside(...before).map((t) => thirdCorner(mesh, t, ...before))]);
  return tips.findLast((tip) => corners.has(tip)) ?? null;
}

function pathThrough(mesh: SurfaceMesh, { crossings, from }: Strip, positions: ArrayLike<number>): SlitPath {
  const particles = nearestPath(crossings, from, positions);
  const edges = edgesAlong(particles);
  const tips = [particles[particles.length - 1]];
  if (from !== null) return { edges, tips };
  if (splitsParticle(mesh, edges)) return { edges, tips: [particles[0], ...tips] };
  return extended(mesh, crossings, particles);
}

/**
 * One end of each crossed edge: the path with the least sum of its length and of its distances from the crossings. The ends of
 * neighbouring crossings are joined by an edge, or the same.
 */
function nearestPath(crossings: readonly Crossing[], from: number | null, positions: ArrayLike<number>): number[] {
  const length = (a: number, b: number) => Math.sqrt(squaredDistance(positions, a, b));
  /** For both ends of the present crossing: the cost of the best path that leads there, and that path. */
  let best: { cost: number; path: number[] }[] = [{ cost: 0, path: from === null ? [] : [from] }];
  for (const { ends, at } of crossings) {
    const [a, b] = ends;
    const side = length(a, b);
    const previous = best;
    best = ends.map((end, i) => {
      const distance = side * (i === 0 ? at : 1 - at);
      const candidates = previous.map(({ cost, path }) => {
        const last = path[path.length - 1];
        const isSame = last === undefined || last === end;
        return { cost: cost + distance + (isSame ? 0 : length(last, end)), path: last === end ? path : [...path, end] };
      });
      return candidates.reduce((least, one) => (one.cost < least.cost ? one : least));
    });
  }
  return best.reduce((least, one) => (one.cost < least.cost ? one : least)).path;
}

function edgesAlong(particles: readonly number[]): Edge[] {
  return particles.slice(1).map((particle, i): Edge => [particles[i], particle]);
}

/** A path that is too short to split a particle: it goes on to the far corners of the triangles at both ends of the stroke. */
function extended(mesh: SurfaceMesh, crossings: readonly Crossing[], particles: readonly number[]): SlitPath {
  const [first, last] = [crossings[0].ends, crossings[crossings.length - 1].ends];
  const beyond = (edge: Edge, not: Edge | undefined) =>
    mesh.beside(...edge).flatMap((t) => {
      const corner = thirdCorner(mesh, t, ...edge);
      return not?.includes(corner) ? [] : [corner];
    });
  const start = beyond(first, crossings[1]?.ends);
  const end = crossings.length === 1 ? start.splice(1) : beyond(last, crossings[crossings.length - 2].ends);
  // A path of one particle may use the other end of its only edge, as at the corner of a sheet.
  const choices = crossings.length === 1 ? [particles, first.filter((one) => one !== particles[0])] : [particles];
  for (const choice of choices) {
    const path = [...start.slice(0, 1), ...choice, ...end.slice(0, 1)];
    const edges = edgesAlong(path);
    if (splitsParticle(mesh, edges)) return { edges, tips: [path[0], path[path.length - 1]] };
  }
  return { edges: [], tips: [] };
}
