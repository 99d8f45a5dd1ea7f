import type { Command, Vec3 } from '../../physics';
import type { ItemSchemas } from '../../runtime/host/catalog-types';
import type { Lab } from '../lab/lab';

export type EnvironmentList = 'planes' | 'spheres' | 'forces' | 'motion';
export type Value = number | Vec3;
type Fields = ItemSchemas['forces'][number]['fields'];

/** What can be added to a list of the environment. */
export interface Kind {
  /** A force's or a motion's type; an obstacle's list. */
  type: string;
  label: string;
  summary: string;
  /** On which particles it acts: on none of its own, on any (none told: all), on exactly two, or on pins that are told. */
  particles: 'none' | 'any' | 'two' | 'pins';
  fields: Fields;
}

/** One thing of the environment, with every field filled in. */
export interface Item {
  readonly kind: Kind;
  /** null: all. */
  readonly particles: readonly number[] | null;
  readonly values: Readonly<Record<string, Value>>;
}

export function kindsOf(list: EnvironmentList, schemas: ItemSchemas): Kind[] {
  if (list === 'forces') return schemas.forces;
  if (list === 'motion') return schemas.motions.map((motion) => ({ ...motion, particles: 'pins' }));
  return schemas.obstacles
    .filter((obstacle) => obstacle.list === list)
    .map((obstacle) => ({ ...obstacle, type: list, particles: 'none' }));
}

/** A new thing: the defaults of its fields, but for the values that are given. */
export function itemOf(kind: Kind, particles: Item['particles'], values: Record<string, Value> = {}): Item {
  const defaults = Object.entries(kind.fields).map(([key, field]) => [key, field.default as Value] as const);
  return { kind, particles, values: { ...Object.fromEntries(defaults), ...values } };
}

/** Reads a list as it stands in a scene file. */
export function readItems(list: EnvironmentList, things: readonly object[], schemas: ItemSchemas): Item[] {
  const kinds = kindsOf(list, schemas);
  return (things as Record<string, unknown>[]).flatMap((thing) => {
    const kind = kinds.find(({ type }) =>
      list === 'motion' ? type in thing : list === 'forces' ? type === thing.type : true,
    );
    if (!kind) return [];
    const values = list !== 'motion' ? thing : isBare(kind) ? thing : (thing[kind.type] as Record<string, unknown>);
    const known = Object.keys(kind.fields).filter((key) => values[key] !== undefined);
    return itemOf(
      kind,
      (thing.particles as number[] | undefined) ?? null,
      Object.fromEntries(known.map((key) => [key, values[key] as Value])),
    );
  });
}

/** The command that makes these the whole list. */
export function commandOf(list: EnvironmentList, items: readonly Item[]): Command {
  const things = items.map(({ kind, particles, values }) => ({
    ...(list === 'forces' && { type: kind.type }),
    ...(particles && { particles }),
    ...(list === 'motion' && !isBare(kind) ? { [kind.type]: values } : values),
  }));
  return { type: list, [list]: things } as unknown as Command;
}

/** A motion whose only value has its own name stands in a file by that value alone. */
function isBare({ type, fields }: Kind): boolean {
  return Object.keys(fields).join() === type;
}

/** Adds a wind as the tables have it, or takes every wind away. */
export async function toggleWind(lab: Lab): Promise<void> {
  const { itemSchemas } = lab.catalog;
  const items = readItems('forces', lab.frame.status.environment.forces, itemSchemas);
  const calm = items.filter(({ kind }) => kind.type !== 'wind');
  const wind = kindsOf('forces', itemSchemas).find(({ type }) => type === 'wind');
  if (!wind) return;
  await lab.send(commandOf('forces', calm.length < items.length ? calm : [...items, itemOf(wind, null)]));
}
