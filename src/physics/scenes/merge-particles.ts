/** Merges neighbours: the edge between two particles, and the triangles beside it, collapse to one particle. */
import { dot } from '../model/deterministic-math';
import { cornersOf, type Edge, neighboursOf, type SurfaceMesh, surfaceMesh } from '../model/surface-mesh';
import { between, cross, lengthOf, minus } from '../model/vectors';
import { mapParticles } from './open-edges';
import type { SceneData } from './scene';
import { isAtBorder } from './tear-edges';

/** Merges pairs of particles of a scene one after the other. Particles keep their indices until all are merged. */
export type Merger = ReturnType<typeof createMerger>;

/** Changes no array of the scene. */
export function createMerger(scene: SceneData) {
  const { grid, origins, masses, kinds, springs, environment } = scene;
  const { mesh, removeEdge } = shrinkingMesh(scene.surface, masses.length);
  const pairs = createPairs(scene);
  const { find } = pairs;
  const rest = (scene.membrane?.rest ?? scene.positions).slice();
  return {
    /** The surface as it is so far. */
    mesh,
    /** 3n; m; the places at rest so far. */
    rest,
    /** The particle that one has become so far: the smallest index of all that were merged. */
    find,
    /** The particles that have become no other one so far, ascending. */
    left: () => [...masses.keys()].filter((i) => find(i) === i),
    /**
     * What two particles must be to be merged, if they are not; null if they can be. The surface must stay one, and no triangle may
     * turn over. Source: Hoppe, DeRose, Duchamp, McDonald and Stuetzle, Mesh Optimization, on legal edge collapses.
     */
    error(ends: Edge): string | null {
      const [a, b] = ends.map(find);
      const areEnds = (p: number, q: number) => (find(p) === a && find(q) === b) || (find(p) === b && find(q) === a);
      const beside = mesh.beside(a, b);
      const isSide =
        a !== b && (beside.length > 0 || kinds.some((_, j) => areEnds(springs[2 * j], springs[2 * j + 1])));
      if (grid || origins?.length || !isSide) return 'two neighbours in a mesh without rows and without slits';
      const [around, others] = [neighboursOf(mesh, a), neighboursOf(mesh, b)];
      const common = [...around].filter((i) => others.has(i));
      const isLast = beside.length > 0 && around.size === others.size && around.size === beside.length + 1;
      const pinches = beside.length !== 1 && isAtBorder(mesh, a) && isAtBorder(mesh, b);
      const isListed = environment.forces?.some(
        ({ type, particles: [p, q, ...more] = [] }) => type === 'spring' && more.length === 0 && areEnds(p, q),
      );
      const isNeeded = common.length !== beside.length || isLast || pinches || isListed;
      const order: Edge = [Math.min(a, b), Math.max(a, b)];
      return isNeeded || turnsOver(mesh, rest, order, pairs.share(...order))
        ? 'the ends of an edge that the surface can do without'
        : null;
    },
    /** @param ends that `error` has no objection to */
    merge(ends: Edge) {
      const [a, b] = ends.map(find);
      pairs.merge(Math.min(a, b), Math.max(a, b), [rest]);
      removeEdge(Math.min(a, b), Math.max(a, b));
    },
    /** The same pairs merged in the scene, or in another state of it. */
    merged: (other: SceneData) => mergeParticles(other, pairs.merged),
  };
}

/**
 * A particle has the mass and the momentum of all that became it, at their center of mass, or at the pinned one. Of springs between the
 * same particles the first one stays; rest lengths change as distances at rest do. The particle has the smallest index, and later ones
 * move up.
 * @param merged pairs, each with the particle that stays first
 */
function mergeParticles(scene: SceneData, merged: readonly Edge[]) {
  const { springs: ends, restLengths, membrane } = scene;
  const before = membrane?.rest ?? scene.positions;
  const [positions, velocities, rest] = [scene.positions, scene.velocities, before].map((values) => values.slice());
  const pairs = createPairs(scene);
  for (const [kept, gone] of merged) pairs.merge(kept, gone, [positions, velocities, rest]);
  const isMerged = new Uint8Array(scene.masses.length);
  for (const pair of merged) for (const i of pair) isMerged[i] = 1;
  const indices = new Uint32Array(scene.masses.length);
  const left: number[] = [];
  for (let i = 0; i < indices.length; i++) {
    const kept = pairs.find(i);
    indices[i] = kept < i ? indices[kept] : left.push(i) - 1;
  }
  const become = (i: number) => indices[i];
  const mapped = (particles: readonly number[]) => [...new Set(particles.map(become))];

  const lengths = restLengths.slice();
  const found = new Set<number>();
  const springs: number[] = [];
  for (let j = 0; j < lengths.length; j++) {
    const [a, b] = [ends[2 * j], ends[2 * j + 1]];
    if (isMerged[a] || isMerged[b]) {
      const [p, q] = [indices[a], indices[b]];
      const pair = Math.min(p, q) * left.length + Math.max(p, q);
      if (p === q || found.has(pair)) continue;
      found.add(pair);
      const was = lengthOf(between(before, a, b));
      if (was > 0) lengths[j] *= lengthOf(between(rest, left[p], left[q])) / was;
    }
    springs.push(j);
  }
  return {
    /** The index that each spring had. */
    springs,
    /** The index that a particle has now. */
    become,
    scene: {
      ...scene,
      positions: pick(positions, left, 3),
      velocities: pick(velocities, left, 3),
      masses: pick(pairs.masses, left, 1),
      pinned: mapped(scene.pinned),
      springs: pick(ends, springs, 2).map(become),
      kinds: pick(scene.kinds, springs, 1),
      restLengths: pick(lengths, springs, 1),
      stiffness: pick(scene.stiffness, springs, 1),
      damping: pick(scene.damping, springs, 1),
      surface: withoutFlat(scene.surface.map(become)),
      membrane: membrane && { triangles: withoutFlat(membrane.triangles.map(become)), rest: pick(rest, left, 3) },
      environment: mapParticles(scene.environment, mapped),
    },
  };
}

/** The entries of these items in a list with some for each. */
function pick<T extends Float64Array | Uint32Array | Uint8Array>(values: T, items: readonly number[], size: number): T {
  const picked = values.slice(0, size * items.length) as T;
  for (const [k, i] of items.entries())
    for (let part = 0; part < size; part++) picked[size * k + part] = values[size * i + part];
  return picked;
}

/** Which particles have become one, with their masses and pins. */
function createPairs(scene: SceneData) {
  const masses = scene.masses.slice();
  const pinned = new Set(scene.pinned);
  /** The particle with which each was merged. */
  const next = Uint32Array.from(masses.keys());
  const merged: Edge[] = [];
  const pairs = {
    masses,
    /** In order, each with the particle that stays first. */
    merged,
    find(i: number): number {
      while (next[i] !== i) i = next[i];
      return i;
    },
    /** How far the one that stays moves towards the other, as a part of their distance. */
    share: (kept: number, gone: number): number =>
      pinned.has(kept) ? 0 : pinned.has(gone) ? 1 : masses[gone] / (masses[kept] + masses[gone]),
    /** @param all lists with three values for each particle */
    merge(kept: number, gone: number, all: readonly Float64Array[]): void {
      const share = pairs.share(kept, gone);
      for (const values of all) {
        for (let k = 0; k < 3; k++) values[3 * kept + k] += share * (values[3 * gone + k] - values[3 * kept + k]);
      }
      masses[kept] += masses[gone];
      if (pinned.has(gone)) pinned.add(kept);
      next[gone] = kept;
      merged.push([kept, gone]);
    },
  };
  return pairs;
}

/** A surface of which edges can be removed: their ends become the first one. */
function shrinkingMesh(triangles: Uint32Array, particleCount: number) {
  const whole = surfaceMesh(triangles.slice(), particleCount);
  /** The triangles around particles where edges were removed. */
  const changed = new Map<number, Uint32Array>();
  const around = (i: number) => changed.get(i) ?? whole.around(i);
  const mesh: SurfaceMesh = { ...whole, around };
  mesh.beside = (a, b) => Array.from(around(a)).filter((t) => cornersOf(mesh, t).includes(b));
  return {
    mesh,
    removeEdge(kept: number, gone: number): void {
      const beside = mesh.beside(kept, gone);
      const left = (i: number) => around(i).filter((t) => !beside.includes(t));
      const moved = left(gone);
      for (const i of new Set(beside.flatMap((t) => [...cornersOf(mesh, t)]))) changed.set(i, left(i));
      for (const t of moved) cornersOf(mesh, t).set([kept], cornersOf(mesh, t).indexOf(gone));
      changed.set(kept, Uint32Array.from([...left(kept), ...moved]).sort());
      changed.set(gone, new Uint32Array(0));
    },
  };
}

/** Triangles without those of which two corners are the same. */
function withoutFlat(triangles: Uint32Array): Uint32Array {
  const left: number[] = [];
  for (let t = 0; 3 * t < triangles.length; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    if (a !== b && b !== c && c !== a) left.push(t);
  }
  return pick(triangles, left, 3);
}

/** True if a triangle that is left would turn by a right angle or more. @param share how far the first end moves to the other */
function turnsOver(mesh: SurfaceMesh, rest: Float64Array, ends: Edge, share: number): boolean {
  const at = (i: number) => rest.subarray(3 * i, 3 * i + 3);
  const [from, to] = ends.map(at);
  const place = from.map((x, axis) => x + share * (to[axis] - x));
  const normal = (t: number, moves: boolean) => {
    const [p, q, r] = Array.from(cornersOf(mesh, t), (i) => (moves && ends.includes(i) ? place : at(i)));
    return cross(minus(q, p), minus(r, p));
  };
  const beside = mesh.beside(...ends);
  return ends.some((end) =>
    Array.from(mesh.around(end)).some((t) => {
      if (beside.includes(t)) return false;
      return !(dot(normal(t, false), normal(t, true)) > 0);
    }),
  );
}
