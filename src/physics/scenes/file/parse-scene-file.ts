import { type Grid, SPRING_KINDS, type SpringKind } from '../../model/model';
import type { Params } from '../../model/params';
import { isGrid } from '../builders/grid';
import type { SceneData } from '../scene';
import { SceneError } from './scene-error';
import { membraneParams, readMembrane } from './scene-file-membrane';
import { checkRelations, readEnvironmentOf } from './scene-file-relations';
import { checkShape } from './scene-file-shape';

export type { EnvironmentFile } from '../../model/environment';
export { SceneError } from './scene-error';
export type { SceneFile } from './scene-file-shape';
export { writeSceneFile } from './write-scene-file';

export interface ParsedScene {
  data: SceneData;
  /** Id, or null where the file names none. */
  integrator: string | null;
  /** Those that the file gives. */
  params: Partial<Params>;
}

/**
 * Reads a scene file, the value of its JSON, whole or not at all.
 * @throws SceneError that begins with the path of what is wrong: `springs.pairs[12][1]: 512 is not a particle (0–255)`
 */
export function parseSceneFile(input: unknown): ParsedScene {
  const file = checkShape(input);
  checkRelations(file);
  const { particles, springs, params = {} } = file;
  const n = particles.positions.length;
  const m = springs?.pairs.length ?? 0;
  const pairs = flatten(springs?.pairs ?? [], new Uint32Array(2 * m));
  const positions = flatten(particles.positions, new Float64Array(3 * n));
  const kinds = kindsOf(springs?.kinds ?? 'structural', m);
  const data: SceneData = {
    name: file.name ?? 'untitled',
    positions,
    velocities: flatten(particles.velocities ?? [], new Float64Array(3 * n)),
    masses: spread(particles.masses, n),
    pinned: [...(particles.pinned ?? [])].sort((a, b) => a - b),
    springs: pairs,
    kinds,
    restLengths: springs?.restLengths ? Float64Array.from(springs.restLengths) : distances(positions, pairs),
    stiffness: spread(springs?.stiffness ?? 0, m),
    damping: spread(springs?.damping ?? 0, m),
    surface: flatten(file.surface ?? [], new Uint32Array(3 * (file.surface?.length ?? 0))),
    membrane: readMembrane(file, positions),
    environment: readEnvironmentOf(file),
    grid: gridOf(params, n, pairs, kinds),
    time: file.time ?? 0,
  };
  return { data, integrator: file.integrator ?? null, params: { ...params, ...membraneParams(file) } };
}

/** Tuples one after the other; `Float64Array.from(tuples.flat())` takes ten times as long. */
function flatten<A extends Float64Array | Uint32Array>(tuples: readonly (readonly number[])[], into: A): A {
  let at = 0;
  for (const tuple of tuples) for (const value of tuple) into[at++] = value;
  return into;
}

/** One number for all, or one each. */
function spread(values: number | number[], count: number): Float64Array {
  return typeof values === 'number' ? new Float64Array(count).fill(values) : Float64Array.from(values);
}

function kindsOf(kinds: SpringKind | SpringKind[], count: number): Uint8Array {
  if (typeof kinds === 'string') return new Uint8Array(count).fill(SPRING_KINDS.indexOf(kinds));
  return Uint8Array.from(kinds, (kind) => SPRING_KINDS.indexOf(kind));
}

/** m; between the ends of each spring. */
function distances(positions: Float64Array, pairs: Uint32Array): Float64Array {
  return Float64Array.from({ length: pairs.length / 2 }, (_, j) => {
    const a = 3 * pairs[2 * j];
    const b = 3 * pairs[2 * j + 1];
    const x = positions[a] - positions[b];
    const y = positions[a + 1] - positions[b + 1];
    const z = positions[a + 2] - positions[b + 2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    if (distance === Number.POSITIVE_INFINITY)
      throw new SceneError(`springs.pairs[${j}]`, 'its ends are too far apart');
    return distance;
  });
}

/** The grid that a file speaks of, where its particles and structural springs are one. */
function gridOf({ rows, columns }: Partial<Params>, n: number, pairs: Uint32Array, kinds: Uint8Array): Grid | null {
  if (rows === undefined || columns === undefined || rows * columns !== n) return null;
  const grid = { rows, columns };
  return isGrid(grid, pairs, kinds) ? grid : null;
}
