/** Writes lists of obstacles, forces and motions as a scene file or a command has them. */
import {
  ENVIRONMENT_LISTS,
  type Environment,
  type EnvironmentFile,
  type EnvironmentItem,
  type EnvironmentListName,
} from '../../model/environment';
import { motions } from '../../registry';

/** A copy that `parseEnvironment` reads, and that the caller may change. */
export function writeEnvironment(environment: Environment): EnvironmentFile {
  return Object.fromEntries(ENVIRONMENT_LISTS.map((list) => [list, environment[list].map(writeItem(list))])) as never;
}

const writeItem = (list: EnvironmentListName) => (item: EnvironmentItem) => {
  const copy = Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
  ) as EnvironmentItem;
  if (list !== 'motion') return copy;
  const { type = '', particles, ...values } = copy;
  return { particles, [type]: isBare(type) ? values[type] : values };
};

/** True for a motion whose only field has the name of its type: a file has the field's value without an object around it. */
export function isBare(type: string): boolean {
  const keys = Object.keys(motions.find((motion) => motion.type === type)?.fields ?? {});
  return keys.length === 1 && keys[0] === type;
}
