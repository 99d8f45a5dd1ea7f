/** Reads a scene file: the value of its JSON becomes the data of a scene. */
import { dot } from '../../model/deterministic-math';
import { EMPTY_ENVIRONMENT, type Environment } from '../../model/environment';
import { type Grid, SPRING_KINDS, type SpringKind } from '../../model/model';
import type { Params } from '../../model/params';
import { pathOf } from '../../model/validate';
import { between, cross, lengthOf } from '../../model/vectors';
import { BUILT_IN, type Definitions, environmentLists } from '../../registry';
import { isGrid } from '../builders/grid';
import type { MembraneData, SceneData } from '../scene';
import { checkSceneFile, type SceneFile } from './check-scene-file';
import { type EnvironmentContext, parseEnvironment } from './parse-environment';
import { MEMBRANE_PARAMS, SceneError } from './scene-file';

export type ParsedScene = ReturnType<typeof parseSceneFile>;

/**
 * Reads a scene file completely, or throws.
 * @throws SceneError that begins with the path of the invalid value: `springs.pairs[12][1]: 512 is not a particle (0–255)`
 * @returns the parameters that the file gives, and ids of its integrator and material, if it gives any
 */
export function parseSceneFile(file: unknown, definitions = BUILT_IN) {
  checkSceneFile(file, definitions);
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
    environment: readEnvironment(file, definitions),
    grid: gridOf(params, n, pairs, kinds, file.slits),
    ...(file.slits && { origins: Uint32Array.from(file.slits) }),
    time: file.time ?? 0,
  };
  const { integrator = null, material } = file;
  return { data, integrator, params: { ...params, ...membraneParams(file) }, material };
}

/** Copies tuples to a flat array; `Float64Array.from(tuples.flat())` takes ten times as long. */
function flatten<A extends Float64Array | Uint32Array>(tuples: readonly (readonly number[])[], target: A): A {
  let i = 0;
  for (const tuple of tuples) for (const value of tuple) target[i++] = value;
  return target;
}

/** From one number for all, or one for each. */
function spread(values: number | number[], count: number): Float64Array {
  return typeof values === 'number' ? new Float64Array(count).fill(values) : Float64Array.from(values);
}

function kindsOf(kinds: SpringKind | SpringKind[], count: number): Uint8Array {
  if (typeof kinds === 'string') return new Uint8Array(count).fill(SPRING_KINDS.indexOf(kinds));
  return Uint8Array.from(kinds, (kind) => SPRING_KINDS.indexOf(kind));
}

/** Distance between the ends of each spring, m. */
function distances(positions: Float64Array, pairs: Uint32Array): Float64Array {
  return Float64Array.from({ length: pairs.length / 2 }, (_, j) => {
    const distance = lengthOf(between(positions, pairs[2 * j], pairs[2 * j + 1]));
    if (distance === Number.POSITIVE_INFINITY) {
      throw new SceneError(`springs.pairs[${j}]`, 'the ends of the spring are too far apart');
    }
    return distance;
  });
}

/** The grid that `rows` and `columns` give, if particles and springs match it. */
function gridOf(
  { rows, columns }: Partial<Params>,
  n: number,
  pairs: Uint32Array,
  kinds: Uint8Array,
  origins: readonly number[] = [],
): Grid | null {
  if (rows === undefined || columns === undefined || rows * columns !== n - origins.length) return null;
  const grid = { rows, columns };
  return isGrid(grid, pairs, kinds, origins) ? grid : null;
}

function readEnvironment(file: SceneFile, definitions: Definitions): Environment {
  const context: Omit<EnvironmentContext, 'meshes'> = {
    particleCount: file.particles.positions.length,
    definitions,
    fail(path, message) {
      throw new SceneError(pathOf(path), message);
    },
  };
  let environment: Environment = EMPTY_ENVIRONMENT;
  for (const name of environmentLists as (keyof SceneFile)[]) {
    if (file[name] === undefined) continue;
    const { meshes = [] } = environment;
    environment = { ...environment, [name]: parseEnvironment(name, file[name], [name], { ...context, meshes }) };
  }
  return environment;
}

/** The membrane's material constants as parameters; empty if the file has no membrane. */
function membraneParams({ membrane }: SceneFile): Partial<Params> {
  if (!membrane) return {};
  const names = Object.entries(MEMBRANE_PARAMS) as [keyof typeof MEMBRANE_PARAMS, string][];
  return Object.fromEntries(names.map(([key, name]) => [name, membrane[key] ?? 0]));
}

/**
 * The triangles of the file's membrane; if it has none, those of its surface. Rest positions are the membrane's own, `rest`, or
 * else `positions`.
 * @throws SceneError for a triangle of the membrane without area
 */
function readMembrane({ membrane, surface, rest: own }: SceneFile, positions: Float64Array): MembraneData | null {
  const triangles = membrane?.triangles ?? surface ?? [];
  if (own && membrane?.rest) throw new SceneError('rest', 'membrane.rest gives the rest positions already');
  const given = membrane?.rest ?? own;
  const rest = given ? Float64Array.from(given.flat()) : positions;
  const flat = triangles.findIndex((corners) => !hasArea(corners, rest));
  if (membrane && flat >= 0) throw new SceneError(`membrane.triangles[${flat}]`, 'has no area at rest');
  const valid = flat < 0 ? triangles : triangles.filter((corners) => hasArea(corners, rest));
  return valid.length === 0 ? null : { triangles: Uint32Array.from(valid.flat()), rest };
}

/** Compares the cross product of two edges with their lengths. */
function hasArea([a, b, c]: [number, number, number], x: Float64Array): boolean {
  const [u, v] = [between(x, a, b), between(x, a, c)];
  const normal = cross(u, v);
  return dot(normal, normal) > 1e-24 * dot(u, u) * dot(v, v);
}
