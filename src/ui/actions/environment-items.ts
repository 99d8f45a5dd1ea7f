import { t } from '../../language/translate';
import type { Command, Vec3 } from '../../physics';
import type { ItemSchemas } from '../../runtime/host/catalog';
import type { Lab } from '../lab/lab';
import { showingErrors } from '../lab/message-list';

/** The key of a list in a scene file: that of a kind of obstacle, 'forces' or 'motion'. */
export type EnvironmentList = string;
export type Value = number | string | Vec3 | readonly number[];
type Fields = ItemSchemas['forces'][number]['fields'];

/** A kind of item in a list of the environment. */
export interface Kind {
  /** A force's or a motion's type; an obstacle's list. */
  type: string;
  label: string;
  summary: string;
  /** The particles it acts on: no list, any list (absent: all), exactly two, or a list of pins. */
  particles: 'none' | 'any' | 'two' | 'pins';
  fields: Fields;
}

/** One item of the environment, with a value for each field. */
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

/** Creates an item. @param values replace the defaults of its fields */
export function itemOf(kind: Kind, particles: Item['particles'], values: Record<string, Value> = {}): Item {
  const defaults = Object.entries(kind.fields).map(([key, field]) => [key, field.default as Value] as const);
  return { kind, particles, values: { ...Object.fromEntries(defaults), ...values } };
}

/** Converts a list of a scene file to items. */
export function readItems(list: EnvironmentList, entries: readonly object[], schemas: ItemSchemas): Item[] {
  const kinds = kindsOf(list, schemas);
  return (entries as Record<string, unknown>[]).flatMap((entry) => {
    const kind = kinds.find(({ type }) =>
      list === 'motion' ? type in entry : list === 'forces' ? type === entry.type : true,
    );
    if (!kind) return [];
    const values = list !== 'motion' ? entry : isBare(kind) ? entry : (entry[kind.type] as Record<string, unknown>);
    const known = Object.keys(kind.fields).filter((key) => values[key] !== undefined);
    return itemOf(
      kind,
      (entry.particles as number[] | undefined) ?? null,
      Object.fromEntries(known.map((key) => [key, values[key] as Value])),
    );
  });
}

/** The forces of the present scene, and the kind of this type. */
export function forcesOf({ frame, catalog }: Lab, type: string): { kind: Kind; items: Item[] } {
  const { itemSchemas } = catalog;
  const kind = itemSchemas.forces.find((one) => one.type === type) as Kind;
  return { kind, items: readItems('forces', frame.status.environment.forces, itemSchemas) };
}

/** The command that replaces the list. */
export function commandOf(list: EnvironmentList, items: readonly Item[]): Command {
  const written = items.map(({ kind, particles, values }) => ({
    ...(list === 'forces' && { type: kind.type }),
    ...(particles && { particles }),
    ...(list === 'motion' && !isBare(kind) ? { [kind.type]: values } : values),
  }));
  return { type: 'environment', list, items: written };
}

/** True for a motion with one value of the same name: a scene file has only that value. */
function isBare({ type, fields }: Kind): boolean {
  return Object.keys(fields).join() === type;
}

/** The last call of `toggleWind`. */
let toggled: Promise<unknown> = Promise.resolve();

/** Adds a wind with default values, or removes every wind. Keeps what was requested before, also if no frame shows it yet. */
export const toggleWind = showingErrors((lab: Lab) => {
  const now = toggled.then(async () => {
    await lab.settled();
    await toggleShownWind(lab);
  });
  toggled = now.catch(() => {});
  return now;
});

async function toggleShownWind(lab: Lab): Promise<void> {
  const { kind, items } = forcesOf(lab, 'wind');
  const withoutWind = items.filter((item) => item.kind !== kind);
  await lab.send(commandOf('forces', withoutWind.length < items.length ? withoutWind : [...items, itemOf(kind, null)]));
}

/**
 * Sets the speed of the wind, m/s, and keeps its direction and gusts; 0 removes it.
 * @param last what a new wind is like apart from its speed; absent: the default
 */
export const setWind = showingErrors(async (lab: Lab, speed: number | string, last?: object) => {
  if (typeof speed === 'string' || !(speed >= 0 && speed < Number.POSITIVE_INFINITY)) {
    const got = typeof speed === 'string' ? `"${speed}"` : speed;
    throw new RangeError(t`wind must be a number of at least 0, got ${got}`);
  }
  await lab.settled();
  const { kind, items } = forcesOf(lab, 'wind');
  const present = items.find((item) => item.kind === kind);
  const wind = present ?? (last ? readItems('forces', [last], lab.catalog.itemSchemas)[0] : itemOf(kind, null));
  const velocity = wind.values.velocity as Vec3;
  const before = Math.hypot(...velocity);
  const scaled = (x: number) => Number(((x * speed) / (before || 1)).toPrecision(6));
  const [x, y, z] = before > 0 ? velocity : [0, 0, 1];
  const next = { ...wind, values: { ...wind.values, velocity: [scaled(x), scaled(y), scaled(z)] as Vec3 } };
  const others = items.filter((item) => item !== present);
  await lab.send(commandOf('forces', speed > 0 ? [...others, next] : others));
});
