/** Attaches the springs of a surface to the particles of a split: each spring follows the triangles that it runs along. */

import { cornersOf, hasCorner, neighboursOf, type SurfaceMesh, thirdCorner } from '../model/surface-mesh';
import type { SceneData } from './scene';

/** The springs after a split. Each keeps its index; the second halves of divided ones follow. */
type Attached = Pick<SceneData, 'springs' | 'kinds' | 'restLengths' | 'stiffness' | 'damping'> & {
  /** Springs that crossed an open edge: they keep their ends, and have to be cut. */
  readonly crossing: readonly number[];
};

/** Triangles, each beside the next one, from one end of a spring to the other. */
type Strip = readonly number[];

/**
 * A spring runs along strips of triangles: beside an edge one on each side, across a diagonal the two triangles that share the
 * other diagonal, and over two edges in line the triangles around the particle in the middle, on both sides. Each strip that the
 * split leaves whole carries an equal part of stiffness and damping, between its own ends. A spring without one is cut.
 * @param corners 3t; of the triangles after the split
 * @param split the particles that the split divides
 */
export function attachSprings(
  scene: SceneData,
  mesh: SurfaceMesh,
  corners: Uint32Array,
  split: ReadonlySet<number>,
): Attached {
  // A scene may compute its arrays when they are read.
  const { springs: pairs, kinds: kindOf, restLengths: lengths, stiffness: loaded, damping: damped } = scene;
  const springs = Array.from(pairs);
  const kinds = Array.from(kindOf);
  const restLengths = Array.from(lengths);
  const stiffness = Array.from(loaded);
  const damping = Array.from(damped);
  const crossing: number[] = [];
  const near = new Set(split);
  for (const particle of split) for (const neighbour of neighboursOf(mesh, particle)) near.add(neighbour);

  for (let j = 0; j < kindOf.length; j++) {
    const [a, b] = [pairs[2 * j], pairs[2 * j + 1]];
    if (!split.has(a) && !split.has(b) && !(near.has(a) && near.has(b))) continue;
    const strips = stripsBetween(mesh, a, b);
    if (strips.length === 0) continue;
    const whole = strips.filter((strip) => isWhole(mesh, corners, strip));
    if (whole.length === 0) {
      crossing.push(j);
      continue;
    }
    const ends = whole.map((strip): [number, number] => [
      cornerAfter(mesh, corners, strip[0], a),
      cornerAfter(mesh, corners, strip[strip.length - 1], b),
    ]);
    const isFirst = (end: readonly number[]) => end[0] === ends[0][0] && end[1] === ends[0][1];
    const others = ends.filter((end) => !isFirst(end));
    [springs[2 * j], springs[2 * j + 1]] = ends[0];
    const fraction = (ends.length - others.length) / ends.length;
    for (const end of others) {
      springs.push(...end);
      kinds.push(kindOf[j]);
      restLengths.push(lengths[j]);
      stiffness.push(loaded[j] / ends.length);
      damping.push(damped[j] / ends.length);
    }
    stiffness[j] *= fraction;
    damping[j] *= fraction;
  }
  return {
    springs: Uint32Array.from(springs),
    kinds: Uint8Array.from(kinds),
    restLengths: Float64Array.from(restLengths),
    stiffness: Float64Array.from(stiffness),
    damping: Float64Array.from(damping),
    crossing,
  };
}

/** The corner of triangle t after the split that was this particle before. */
function cornerAfter(mesh: SurfaceMesh, corners: Uint32Array, t: number, particle: number): number {
  return corners[3 * t + cornersOf(mesh, t).indexOf(particle)];
}

/** True if triangles that follow each other still share two corners. */
function isWhole(mesh: SurfaceMesh, corners: Uint32Array, strip: Strip): boolean {
  return strip.slice(1).every((t, i) => {
    const before = strip[i];
    const shared = Array.from(cornersOf(mesh, t)).filter((corner) => hasCorner(mesh.triangles, before, corner));
    return shared.every(
      (corner) => cornerAfter(mesh, corners, t, corner) === cornerAfter(mesh, corners, before, corner),
    );
  });
}

/** All strips of triangles that a spring between a and b runs along; none for a spring that is not of the surface. */
function stripsBetween(mesh: SurfaceMesh, a: number, b: number): Strip[] {
  const beside = mesh.beside(a, b);
  if (beside.length > 0) return beside.map((t) => [t]);
  const across = stripsAcross(mesh, a, b);
  return across.length > 0 ? across : stripsAround(mesh, a, b);
}

/** Two triangles that share an edge, with a and b on its two sides. */
function stripsAcross(mesh: SurfaceMesh, a: number, b: number): Strip[] {
  return Array.from(mesh.around(a)).flatMap((t) => {
    const [p, q] = Array.from(cornersOf(mesh, t)).filter((corner) => corner !== a);
    return mesh.beside(p, q).flatMap((other) => (hasCorner(mesh.triangles, other, b) ? [[t, other]] : []));
  });
}

/** The triangles from a to b around a common neighbour, on both sides. */
function stripsAround(mesh: SurfaceMesh, a: number, b: number): Strip[] {
  const neighbours = neighboursOf(mesh, b);
  return [...neighboursOf(mesh, a)].flatMap((middle) => {
    if (!neighbours.has(middle)) return [];
    return mesh.beside(middle, a).flatMap((start) => stripAround(mesh, middle, a, b, start) ?? []);
  });
}

/** The triangles from a to b around `middle`, from triangle `start` on, as a list of one strip; null if a border ends them. */
function stripAround(mesh: SurfaceMesh, middle: number, a: number, b: number, start: number): Strip[] | null {
  const strip = [start];
  let t = start;
  let corner = thirdCorner(mesh, start, middle, a);
  while (corner !== b) {
    const next = mesh.beside(middle, corner).find((other) => other !== t);
    if (next === undefined || strip.includes(next)) return null;
    strip.push(next);
    corner = thirdCorner(mesh, next, middle, corner);
    t = next;
  }
  return [strip];
}
