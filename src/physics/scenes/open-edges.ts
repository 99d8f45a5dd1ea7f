/** Opens edges of a surface: particles between open edges are split, and triangles and springs go to the part that they are at. */

import type { Environment, EnvironmentItem } from '../model/environment';
import { cornersOf, type Edge, fansAround, type SurfaceMesh } from '../model/surface-mesh';
import { attachSprings } from './attach-springs';
import type { MembraneData, SceneData } from './scene';

/** The smallest number that single precision holds with all its digits. */
const MIN_SINGLE = 2 ** -126;

/** A new particle, split from another one. */
export interface Twin {
  /** Index of the particle that it was a part of. */
  readonly origin: number;
  /** Its fraction of the triangles around that particle: it gets this fraction of the mass. */
  readonly share: number;
}

/**
 * A scene with open edges. Particles and springs keep their indices; new ones follow them.
 * @returns `crossing`: the springs that crossed an open edge, and now have to be cut; null if the edges divide no particle: a single edge
 * inside a surface has whole particles at both ends
 */
export function openEdges(scene: SceneData, mesh: SurfaceMesh, edges: readonly Edge[]) {
  const { corners, twins } = splitCorners(mesh, edges, scene.masses.length);
  if (twins.length === 0) return null;
  const first = scene.masses.length;
  const { crossing, ...springs } = attachSprings(scene, mesh, corners, new Set(twins.map(({ origin }) => origin)));
  const copies = (values: Float64Array) =>
    appended(
      values,
      twins.flatMap(({ origin: o }) => [...values.subarray(3 * o, 3 * o + 3)]),
    );
  return {
    scene: {
      ...scene,
      ...springs,
      positions: copies(scene.positions),
      velocities: copies(scene.velocities),
      masses: shareMasses(scene.masses, twins),
      pinned: withTwins(scene.pinned, twins, first),
      surface: corners,
      membrane: scene.membrane && splitMembrane(scene.membrane, mesh, corners, copies),
      environment: environmentWithTwins(scene.environment, twins, first),
      origins: originsOf(scene, twins),
    },
    twins,
    crossing,
  };
}

/** True if opening these edges would split a particle. */
export function splitsParticle(mesh: SurfaceMesh, edges: readonly Edge[]): boolean {
  const isOpen = openTest(edges);
  return endsOf(edges).some((particle) => partsAround(mesh, particle, isOpen).length > 1);
}

/** The corners of all triangles after the split, and the particles that it adds. */
function splitCorners(mesh: SurfaceMesh, edges: readonly Edge[], particleCount: number) {
  const corners = mesh.triangles.slice();
  const twins: Twin[] = [];
  const isOpen = openTest(edges);
  for (const origin of endsOf(edges)) {
    const parts = partsAround(mesh, origin, isOpen);
    for (const part of parts.slice(1)) {
      const twin = particleCount + twins.length;
      twins.push({ origin, share: part.length / mesh.around(origin).length });
      for (const t of part) corners[3 * t + cornersOf(mesh, t).indexOf(origin)] = twin;
    }
  }
  return { corners, twins };
}

/** The ends of all edges, ascending. */
function endsOf(edges: readonly Edge[]): number[] {
  return [...new Set(edges.flat())].sort((a, b) => a - b);
}

type EdgeTest = (a: number, b: number) => boolean;

function openTest(edges: readonly Edge[]): EdgeTest {
  const open = new Map<number, Set<number>>();
  for (const [a, b] of edges) {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    open.set(low, (open.get(low) ?? new Set()).add(high));
  }
  return (a, b) => open.get(Math.min(a, b))?.has(Math.max(a, b)) ?? false;
}

/** The fans around a particle between open edges. The largest one is first: it keeps the particle. */
function partsAround(mesh: SurfaceMesh, particle: number, isOpen: EdgeTest): number[][] {
  const parts = fansAround(mesh, particle, (other) => isOpen(particle, other));
  let largest = 0;
  for (let i = 1; i < parts.length; i++) if (parts[i].length > parts[largest].length) largest = i;
  if (largest > 0) parts.unshift(...parts.splice(largest, 1));
  return parts;
}

/**
 * Masses after the split, kg. The sum stays the same to the bit: the mass of a twin has few digits, so that the difference is
 * exact.
 */
export function shareMasses(masses: Float64Array, twins: readonly Twin[]): Float64Array {
  const shared = appended(
    masses,
    twins.map(({ origin, share }) => singleIfNormal(masses[origin] * share)),
  );
  twins.forEach(({ origin }, k) => {
    shared[origin] -= shared[masses.length + k];
  });
  return shared;
}

/** The nearest number of single precision, or the value itself where that would lose digits, or be 0. */
function singleIfNormal(value: number): number {
  return value < MIN_SINGLE ? value : Math.fround(value);
}

function appended(values: Float64Array, more: readonly number[]): Float64Array {
  const result = new Float64Array(values.length + more.length);
  result.set(values);
  result.set(more, values.length);
  return result;
}

/** A list of particles with the twins of all its members. @param first index of the first twin */
export function withTwins(particles: readonly number[], twins: readonly Twin[], first: number): number[] {
  const members = new Set(particles);
  return [...particles, ...twins.flatMap(({ origin }, k) => (members.has(origin) ? [first + k] : []))];
}

/** Forces and motions act on the twins of their particles too. The same object if they act on none. */
export function environmentWithTwins(environment: Environment, twins: readonly Twin[], first: number): Environment {
  return mapParticles(environment, (particles) => withTwins(particles, twins, first));
}

/** The environment of a scene with fewer twins: without particles from `particleCount` on. */
export function environmentWithout(environment: Environment, particleCount: number): Environment {
  return mapParticles(environment, (particles) => particles.filter((i) => i < particleCount));
}

/** The environment with other lists of particles. The same object if none changes. */
export function mapParticles(environment: Environment, map: (particles: readonly number[]) => number[]): Environment {
  const mapItem = (item: EnvironmentItem): EnvironmentItem => {
    if (!item.particles) return item;
    const particles = map(item.particles);
    const isSame = particles.length === item.particles.length && particles.every((i, k) => i === item.particles?.[k]);
    return isSame ? item : { ...item, particles };
  };
  const mapList = (items: readonly EnvironmentItem[]) => {
    const mapped = items.map(mapItem);
    return mapped.some((item, i) => item !== items[i]) ? mapped : items;
  };
  const lists = Object.entries(environment).map(([list, items]) => [list, items && mapList(items)] as const);
  if (lists.every(([list, items]) => items === environment[list])) return environment;
  return { ...environment, ...Object.fromEntries(lists) };
}

/** For each twin of the scene the particle of the whole surface that it is a part of. */
function originsOf({ masses, origins = new Uint32Array(0) }: SceneData, twins: readonly Twin[]): Uint32Array {
  const whole = masses.length - origins.length;
  return Uint32Array.from([...origins, ...twins.map(({ origin: o }) => (o < whole ? o : origins[o - whole]))]);
}

/** The membrane's triangles are triangles of the surface: they get the same new corners. */
function splitMembrane(
  { triangles, rest }: MembraneData,
  mesh: SurfaceMesh,
  corners: Uint32Array,
  copies: (values: Float64Array) => Float64Array,
): MembraneData {
  const split = triangles.slice();
  for (let o = 0; o < triangles.length; o += 3) {
    const [a, b, c] = triangles.subarray(o, o + 3);
    const same = mesh.beside(a, b).find((t) => cornersOf(mesh, t).includes(c));
    if (same === undefined) continue;
    for (let corner = o; corner < o + 3; corner++)
      split[corner] = corners[3 * same + cornersOf(mesh, same).indexOf(triangles[corner])];
  }
  return { triangles: split, rest: copies(rest) };
}
