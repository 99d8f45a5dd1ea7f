import {
  ENVIRONMENT_LISTS,
  type Environment,
  type EnvironmentFile,
  type EnvironmentItem,
  type EnvironmentListName,
} from '../../model/environment';
import { motions } from '../../registry';

/** What stands around as it stands in a file, for `readThings` to read. A copy: whoever gets it may change it. */
export function writeEnvironment(environment: Environment): EnvironmentFile {
  return Object.fromEntries(ENVIRONMENT_LISTS.map((list) => [list, environment[list].map(writeThing(list))])) as never;
}

const writeThing = (list: EnvironmentListName) => (thing: EnvironmentItem) => {
  const copy = Object.fromEntries(
    Object.entries(thing).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
  ) as EnvironmentItem;
  if (list !== 'motion') return copy;
  const { type = '', particles, ...values } = copy;
  return { particles, [type]: isBare(type) ? values[type] : values };
};

/** Whether a motion has one field of its own name, which then stands in the file without a table around it. */
export function isBare(type: string): boolean {
  const keys = Object.keys(motions.find((motion) => motion.type === type)?.fields ?? {});
  return keys.length === 1 && keys[0] === type;
}
