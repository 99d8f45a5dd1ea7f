/** Writes lists of meshes, obstacles, forces and motions as a scene file or a command has them. */
import { MOTIONS } from '../../constraints/motions';
import type { Environment, EnvironmentFile, EnvironmentItem } from '../../model/environment';
import { environmentLists } from '../../registry';

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

/** True for a motion whose only field has the name of its type: a file has the field's value without an object around it. */
export function isBare(type: string): boolean {
  const keys = Object.keys(MOTIONS.find((motion) => motion.type === type)?.fields ?? {});
  return keys.length === 1 && keys[0] === type;
}

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
