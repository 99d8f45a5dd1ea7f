/** Merges two neighbours: the edge between them, and the triangles beside it, collapse to one particle. */
import { cornersOf, neighboursOf, type SurfaceMesh, surfaceMesh } from '../model/surface-mesh';
import { mapParticles } from './open-edges';
import type { SceneData } from './scene';
import { isAtBorder } from './tear-edges';

/** A scene in which two particles are one. */
export interface Merged {
  readonly scene: SceneData;
  /** The index that each spring had. */
  readonly springs: readonly number[];
  /** The index that a particle has now. */
  become(particle: number): number;
}

/**
 * The particle has the mass and the momentum of both, at their center of mass, or at the pinned one. Of springs between the same
 * particles the first one stays; rest lengths change as distances at rest do. The particle has the smaller index, and later ones move up.
 * @param ends two particles that `mergeError` has no objection to
 */
export function mergeParticles(scene: SceneData, ends: readonly [number, number]): Merged {
  const [kept, gone] = [Math.min(...ends), Math.max(...ends)];
  const become = (i: number) => (i === gone ? kept : i > gone ? i - 1 : i);
  const merge = merger(scene, kept, gone);
  const { springs: pairs, restLengths, membrane } = scene;
  const masses = scene.masses.filter((_, i) => i !== gone);
  masses[kept] += scene.masses[gone];

  const before = membrane?.rest ?? scene.positions;
  const rest = merge(before);
  const lengths = restLengths.slice();
  const found = new Set<number>();
  const springs = [...lengths.keys()].filter((j) => {
    const [a, b] = [pairs[2 * j], pairs[2 * j + 1]];
    const [p, q] = [become(a), become(b)];
    if (p !== kept && q !== kept) return true;
    const other = p === kept ? q : p;
    if (p === q || found.has(other)) return false;
    found.add(other);
    const was = distanceAt(before, a, b);
    if (was > 0) lengths[j] *= distanceAt(rest, p, q) / was;
    return true;
  });
  const ofSprings = (values: Float64Array) => Float64Array.from(springs, (j) => values[j]);
  return {
    springs,
    become,
    scene: {
      ...scene,
      positions: merge(scene.positions),
      velocities: merge(scene.velocities),
      masses,
      pinned: mapped(scene.pinned, become),
      springs: Uint32Array.from(springs.flatMap((j) => [become(pairs[2 * j]), become(pairs[2 * j + 1])])),
      kinds: Uint8Array.from(springs, (j) => scene.kinds[j]),
      restLengths: ofSprings(lengths),
      stiffness: ofSprings(scene.stiffness),
      damping: ofSprings(scene.damping),
      surface: withoutFlat(scene.surface.map(become)),
      membrane: membrane && { triangles: withoutFlat(membrane.triangles.map(become)), rest },
      environment: mapParticles(scene.environment, (particles) => mapped(particles, become)),
    },
  };
}

const mapped = (particles: readonly number[], become: (i: number) => number) => [...new Set(particles.map(become))];

/** Merges the values of two particles, of three for each. */
function merger({ masses, pinned }: SceneData, kept: number, gone: number) {
  const [first, second] = [kept, gone].map((i) => pinned.includes(i));
  const share = first ? 0 : second ? 1 : masses[gone] / (masses[kept] + masses[gone]);
  return (values: Float64Array): Float64Array => {
    const all = values.filter((_, k) => Math.floor(k / 3) !== gone);
    for (let k = 3 * kept; k < 3 * kept + 3; k++) all[k] += share * (values[k + 3 * (gone - kept)] - all[k]);
    return all;
  };
}

/** Triangles without those of which two corners are the same. */
function withoutFlat(triangles: Uint32Array): Uint32Array {
  return triangles.filter((_, k) => {
    const [a, b, c] = triangles.subarray(k - (k % 3), k - (k % 3) + 3);
    return a !== b && b !== c && c !== a;
  });
}

function distanceAt(x: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const d = x[3 * a + axis] - x[3 * b + axis];
    sum += d * d;
  }
  return Math.sqrt(sum);
}

/**
 * What two particles must be to be merged, if they are not; null if they can be. The surface must stay one, and no triangle may turn over.
 * Source: Hoppe, DeRose, Duchamp, McDonald and Stuetzle, Mesh Optimization, on legal edge collapses.
 */
export function mergeError(scene: SceneData, ends: readonly [number, number]): string | null {
  const { grid, origins, surface, masses, kinds, springs, environment } = scene;
  const [a, b] = ends;
  const areEnds = (pair: ArrayLike<number> = []) =>
    pair.length === 2 && a !== b && Array.from(pair).every((end) => ends.includes(end));
  const mesh = surfaceMesh(surface, masses.length);
  const beside = mesh.beside(a, b);
  const isSide = a !== b && (beside.length > 0 || kinds.some((_, j) => areEnds(springs.subarray(2 * j, 2 * j + 2))));
  if (grid || origins?.length || !isSide) return 'two neighbours in a mesh without rows and without slits';
  const [around, others] = [neighboursOf(mesh, a), neighboursOf(mesh, b)];
  const common = [...around].filter((i) => others.has(i));
  const isLast = beside.length > 0 && around.size === others.size && around.size === beside.length + 1;
  const pinches = beside.length !== 1 && isAtBorder(mesh, a) && isAtBorder(mesh, b);
  const isListed = environment.forces?.some(({ type, particles }) => type === 'spring' && areEnds(particles));
  const isNeeded = common.length !== beside.length || isLast || pinches || isListed;
  if (isNeeded || turnsOver(scene, mesh, Math.min(a, b), Math.max(a, b)))
    return 'the ends of an edge that the surface can do without';
  return null;
}

/** True if a triangle that is left would turn by a right angle or more. */
function turnsOver(scene: SceneData, mesh: SurfaceMesh, kept: number, gone: number): boolean {
  const before = scene.membrane?.rest ?? scene.positions;
  const place = merger(scene, kept, gone)(before).subarray(3 * kept, 3 * kept + 3);
  const normal = (t: number, moves: boolean) => {
    const [p, q, r] = Array.from(cornersOf(mesh, t), (i) =>
      moves && (i === kept || i === gone) ? place : before.subarray(3 * i, 3 * i + 3),
    );
    const [u, v] = [q, r].map((end) => end.map((x, axis) => x - p[axis]));
    return [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
  };
  const beside = mesh.beside(kept, gone);
  return [kept, gone].some((end) =>
    Array.from(mesh.around(end)).some((t) => {
      if (beside.includes(t)) return false;
      const [n, m] = [normal(t, false), normal(t, true)];
      return !(n[0] * m[0] + n[1] * m[1] + n[2] * m[2] > 0);
    }),
  );
}
