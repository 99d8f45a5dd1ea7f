/** Scales the vertices of a file to metres, and finds those that are to become one. */
import type { Vec3 } from '../../model/model';
import { sidesOf } from '../../model/state';
import { DENSITY, type MeshNotes, type MeshOptions, type MeshUnit, UNITS } from './mesh-report';
import type { PolygonMesh } from './parse-obj';

/** A size up to the first number is taken for one in m, up to the second for one in cm, and above it for one in mm. */
const MAX_SIZE = { m: 10, cm: 300 };

/** The report says how. */
export function placeVertices(mesh: PolygonMesh, { report }: MeshNotes, options: MeshOptions) {
  const used = usedVertices(mesh);
  const { unit = mesh.unit ?? unitOf(mesh.vertices, used), weld = mesh.own ? null : 0, density = DENSITY } = options;
  report.options = { unit, weld, density };
  const vertices = mesh.vertices.map(([x, y, z]): Vec3 => [x * UNITS[unit], y * UNITS[unit], z * UNITS[unit]]);
  const equal = firstAtPlace(vertices, used, 0);
  const firsts = weld === null ? equal.map((_, i) => i) : weld > 0 ? firstAtPlace(vertices, used, weld) : equal;
  report.doubled = equal.reduce((sum, first, i) => sum + Number(first !== i), 0);
  report.welded = firsts.reduce((sum, first, i) => sum + Number(first !== i), 0);
  return {
    /** With vertices in metres. */
    scaled: { ...mesh, vertices },
    /** For each vertex the one that stands for it: itself, unless it is welded to one before it. */
    firsts,
  };
}

/** 1 for each vertex that a face or a line has. */
function usedVertices({ vertices, faces, lines }: PolygonMesh): Uint8Array {
  const used = new Uint8Array(vertices.length);
  for (const { corners } of faces) for (const corner of corners) used[corner] = 1;
  for (const { ends } of lines) for (const end of ends) used[end] = 1;
  return used;
}

/** The unit in which a thing of this size is likely to be given. */
function unitOf(vertices: readonly Vec3[], used: Uint8Array): MeshUnit {
  const some = vertices.filter((_, i) => used[i]);
  const size = Math.max(...sidesOf(some.flat(), some.length, 3).map(({ length }) => length));
  if (size <= MAX_SIZE.m) return 'm';
  return size <= MAX_SIZE.cm ? 'cm' : 'mm';
}

// Vertices at one place become one, and what hangs together is a piece.

/** Points by the cube that they lie in. @param width of a cube, m; 0: points are together only where their places are equal */
export function createCubes(width: number) {
  const cubes = new Map<string, number[]>();
  const around = width > 0 ? [-1, 0, 1] : [0];
  const cubeOf = (point: Vec3) => point.map((value) => (width > 0 ? Math.floor(value / width) : value));
  return {
    add(point: Vec3, i: number) {
      const cube = cubeOf(point).join();
      const inside = cubes.get(cube);
      if (inside) inside.push(i);
      else cubes.set(cube, [i]);
    },
    /** Those in the 27 cubes about a point. */
    *near(point: Vec3) {
      const [u, v, w] = cubeOf(point);
      for (const du of around) {
        for (const dv of around) {
          for (const dw of around) yield* cubes.get(`${u + du},${v + dv},${w + dw}`) ?? [];
        }
      }
    },
  };
}

/**
 * For each vertex the first one at its place: itself, if there is none before it.
 * @param used 1 for each vertex that counts
 * @param distance m; largest between two vertices that become one; 0: only equal places
 */
export function firstAtPlace(vertices: readonly Vec3[], used: Uint8Array, distance: number): Uint32Array {
  const firsts = Uint32Array.from(vertices.keys());
  const cubes = createCubes(distance);
  for (let i = 0; i < vertices.length; i++) {
    if (!used[i]) continue;
    const [x, y, z] = vertices[i];
    for (const other of cubes.near(vertices[i])) {
      const [a, b, c] = vertices[other];
      const squared = (a - x) * (a - x) + (b - y) * (b - y) + (c - z) * (c - z);
      if (squared <= distance * distance) firsts[i] = Math.min(firsts[i], other);
    }
    if (firsts[i] === i) cubes.add(vertices[i], i);
  }
  return firsts;
}

/** For each particle the first one of its piece. @param pairs what joins two of them */
export function firstOfPiece(count: number, pairs: readonly (readonly [number, number])[]): Uint32Array {
  const firsts = Uint32Array.from({ length: count }, (_, i) => i);
  const find = (i: number) => {
    while (firsts[i] !== i) {
      firsts[i] = firsts[firsts[i]];
      i = firsts[i];
    }
    return i;
  };
  for (const [a, b] of pairs) {
    const [one, other] = [find(a), find(b)];
    if (one < other) firsts[other] = one;
    else firsts[one] = other;
  }
  for (let i = 0; i < count; i++) firsts[i] = find(i);
  return firsts;
}
