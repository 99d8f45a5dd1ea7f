/** Writes a scene to a scene file; and lists of meshes, obstacles, forces and motions, as a command has them too. */

import type { Environment, EnvironmentFile, EnvironmentItem } from '../../model/environment';
import { SPRING_KINDS } from '../../model/model';
import type { ParamTable } from '../../model/param-spec';
import type { Params } from '../../model/params';
import { environmentLists, PARAMS } from '../../registry';
import { type SceneData, triples } from '../scene';
import type { SceneFile } from './check-scene-file';
import { isBare } from './parse-environment';
import { FORMAT, MEMBRANE_PARAMS, sourceOfParam } from './scene-file';

/** A file that reads back to the same bits. It leaves out the values that its reader assumes. */
export function writeSceneFile(
  data: SceneData,
  integrator: string,
  params: Params,
  table: ParamTable = PARAMS,
): SceneFile {
  const { springs } = data;
  const file: SceneFile = {
    hooke: FORMAT,
    name: data.name,
    particles: { positions: triples(data.positions), masses: oneOrEach(Array.from(data.masses)) },
    integrator,
  };
  // JSON has no −0: it counts as 0 everywhere here.
  if (data.velocities.some((v) => v !== 0)) file.particles.velocities = triples(data.velocities);
  if (data.pinned.length > 0) file.particles.pinned = [...data.pinned];
  if (data.kinds.length > 0) {
    file.springs = {
      pairs: Array.from(data.kinds, (_, j) => [springs[2 * j], springs[2 * j + 1]]),
      restLengths: Array.from(data.restLengths),
      stiffness: oneOrEach(Array.from(data.stiffness)),
      damping: oneOrEach(Array.from(data.damping)),
      kinds: oneOrEach(Array.from(data.kinds, (kind) => SPRING_KINDS[kind])),
    };
  }
  if (data.surface.length > 0) file.surface = triples(data.surface);
  if (data.origins?.length) file.slits = Array.from(data.origins);
  const isUsed = params.bending > 0 || params.bendingDamping > 0 || params.airDrag > 0 || data.material;
  if (isUsed && data.membrane?.triangles.length) file.rest = triples(data.membrane.rest);
  const membrane = writeMembrane(data, params, file.rest !== undefined);
  if (membrane) file.membrane = membrane;
  if (data.material && data.membrane?.triangles.length) file.material = data.material.id;
  for (const [list, items] of Object.entries(writeEnvironment(data.environment))) {
    if (items && items.length > 0) Object.assign(file, { [list]: items });
  }
  if (data.time !== 0) file.time = data.time;
  const own = ownParams(data, params, table);
  if (Object.keys(own).length > 0) file.params = own;
  return file;
}

/**
 * Undefined if its material constants are 0, except for a grid with triangles, whose rest shape can't be recovered from its positions,
 * and for triangles other than those of the surface, which rest positions belong to. Without triangles it only holds the constants: a
 * surface would become the membrane.
 */
function writeMembrane(
  { membrane, surface, grid }: SceneData,
  params: Params,
  hasRest: boolean,
): SceneFile['membrane'] {
  const names = Object.entries(MEMBRANE_PARAMS) as [keyof typeof MEMBRANE_PARAMS, string][];
  const isInForce = names.some(([key, name]) => key !== 'thickness' && params[name] > 0);
  const triangles = membrane?.triangles ?? new Uint32Array();
  const isOther = triangles.length !== surface.length || triangles.some((corner, i) => corner !== surface[i]);
  const isNeeded = isInForce || (hasRest && isOther) || (grid && triangles.length + surface.length > 0);
  if (!isNeeded) return undefined;
  const values = Object.fromEntries(names.map(([key, name]) => [key, params[name]]));
  const constants = values as Record<keyof typeof MEMBRANE_PARAMS, number>;
  const rest = membrane && triangles.length > 0 && !hasRest && { rest: triples(membrane.rest) };
  return { triangles: triples(triangles), ...rest, ...constants };
}

/** Parameters that are not at their default and follow from nothing else; `rows` and `columns` always for a grid. */
function ownParams(data: SceneData, params: Params, table: ParamTable): Record<string, number> {
  const entries = Object.entries(params).filter(
    ([key, value]) =>
      key !== 'rows' && key !== 'columns' && sourceOfParam(key) === null && value !== table[key]?.default,
  );
  return { ...Object.fromEntries(entries), ...data.grid };
}

/** One value if all are the same. */
function oneOrEach<T>(values: T[]): T | T[] {
  return values.length > 0 && values.every((value) => value === values[0]) ? values[0] : values;
}

/** A copy that `parseEnvironment` reads, and that the caller may change, apart from its meshes. */
export function writeEnvironment(environment: Environment): EnvironmentFile {
  const lists = environmentLists.map((list) => [list, (environment[list] ?? []).map(writeItem(list))]);
  return Object.fromEntries(lists) as EnvironmentFile;
}

const writeItem = (list: string) => (item: EnvironmentItem) => {
  if (list === 'meshes') return item;
  const copy = Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
  ) as EnvironmentItem;
  if (list !== 'motion') return copy;
  const { type = '', particles, ...values } = copy;
  return { particles, [type]: isBare(type) ? values[type] : values };
};

/** Writes the environment as in a scene file, and returns the same object until the environment changes, and the same lists until they do. */
export function createEnvironmentWriter(): (environment: Environment) => EnvironmentFile {
  let read: Environment | null = null;
  let written: EnvironmentFile;
  return (environment) => {
    if (environment === read) return written;
    const before = read;
    const lists = Object.entries(writeEnvironment(environment)).map(([list, items]) => [
      list,
      before && before[list] === environment[list] ? written[list] : items,
    ]);
    read = environment;
    written = Object.fromEntries(lists) as EnvironmentFile;
    return written;
  };
}
