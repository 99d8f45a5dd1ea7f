import type { Vec3 } from './model';

/** Checks of input from outside: commands, scene files, parameters. Each check names the place and the value in its message. */

/** Where a value stands in the input: keys and indices, outermost first. */
export type Path = readonly (string | number)[];

/** What a check needs beside the value. The caller chooses the kind of error, and adds the counts that its checks use. */
export interface CheckContext {
  /** @throws always: an error with the path and the message, as in `must be a number, got "2"` */
  fail(path: Path, message: string): never;
}

/** Errors of commands and options: `grab.target must be three numbers [x, y, z], got "up"`. */
export const rangeErrors: CheckContext = {
  fail(path, message) {
    throw new RangeError(`${pathOf(path)}${/^(must|is) /.test(message) ? '' : ':'} ${message}`);
  },
};

/** Returns the value if it is of type T, else ends with `context.fail`. */
export type Check<T, C extends CheckContext = CheckContext> = (value: unknown, path: Path, context: C) => T;

/** A check of a field that may be absent. */
export interface OptionalCheck<T, C extends CheckContext = CheckContext> {
  readonly optional: Check<T, C>;
}

/** The checks of an object's fields by name, each with a context of its own: a check takes its context, so `never` fits them all. */
export type FieldChecks = Readonly<Record<string, Check<unknown, never> | OptionalCheck<unknown, never>>>;

/** The object that a table of checks accepts. */
export type FieldsOf<F extends FieldChecks> = {
  [K in keyof F as F[K] extends OptionalCheck<unknown, never> ? never : K]: F[K] extends Check<infer T, never>
    ? T
    : never;
} & {
  [K in keyof F as F[K] extends OptionalCheck<unknown, never> ? K : never]?: F[K] extends OptionalCheck<infer T, never>
    ? T
    : never;
};

/** Largest number of rows or columns in a grid: 1,025² particles take 1.3 GB with an implicit method. */
const GRID_LIMIT = 1025;

/** Largest number of iterations: more would run for hours. */
const COUNT_LIMIT = 1e5;

/** Most triangles of a mesh that bodies can have: a search takes more time the more there are, and a closed one has half as many vertices. */
export const MESH_LIMIT = 100_000;

/** Smallest and largest extent of a body, m. */
const EXTENTS = [1e-3, 1e3] as const;

/** Largest time, s. */
const TIME_LIMIT = 1e100;

/** Largest dt, s: added to the largest time, the steps of any run are lost in rounding. So every time that is reached can be saved. */
const STEP_LIMIT = 1e60;

/** Largest number of a step: it can still be counted on. */
const STEPS_LIMIT = 1e15;

/** The sets of numbers that a parameter or a field can accept. */
export const NUMBER_SETS = {
  any: { name: 'a finite number', has: (_: number) => true },
  'non-negative': { name: 'a number of at least 0', has: (x: number) => x >= 0 },
  positive: { name: 'a positive number', has: (x: number) => x > 0 },
  fraction: { name: 'a number from 0 to 1', has: (x: number) => x >= 0 && x <= 1 },
  switch: { name: '0 or 1', has: (x: number) => x === 0 || x === 1 },
  extent: {
    name: `a number from ${EXTENTS[0]} to ${EXTENTS[1]}`,
    has: (x: number) => x >= EXTENTS[0] && x <= EXTENTS[1],
  },
  turn: { name: 'a number from -360 to 360', has: (x: number) => Math.abs(x) <= 360 },
  whole: { name: 'a whole number of at least 0', has: (x: number) => Number.isInteger(x) && x >= 0 },
  count: {
    name: `a whole number from 1 to ${COUNT_LIMIT}`,
    has: (x: number) => Number.isInteger(x) && x >= 1 && x <= COUNT_LIMIT,
  },
  steps: {
    name: `a whole number from 0 to ${STEPS_LIMIT}`,
    has: (x: number) => Number.isInteger(x) && x >= 0 && x <= STEPS_LIMIT,
  },
  step: { name: `a positive number of at most ${STEP_LIMIT}`, has: (x: number) => x > 0 && x <= STEP_LIMIT },
  time: { name: `a number from -${TIME_LIMIT} to ${TIME_LIMIT}`, has: (x: number) => Math.abs(x) <= TIME_LIMIT },
  grid: {
    name: `a whole number from 2 to ${GRID_LIMIT}`,
    has: (x: number) => Number.isInteger(x) && x >= 2 && x <= GRID_LIMIT,
  },
} as const;
export type NumberSet = keyof typeof NUMBER_SETS;

export function number(set: NumberSet = 'any'): Check<number> {
  return (value, path, { fail }) =>
    numberError(set, value) === null ? (value as number) : fail(path, numberError(set, value) as string);
}

/** Why a value is not in a set of numbers, as in `must be a positive number, got -0.1`; null if it is. */
export function numberError(set: NumberSet, value: unknown): string | null {
  const { name, has } = NUMBER_SETS[set];
  return typeof value === 'number' && Number.isFinite(value) && has(value) ? null : mustBe(name, value);
}

/**
 * Why a value is not one of a parameter, as in `dt must be a positive number, got -0.1`; null if it is. It is not beside the table
 * of parameters, because the page checks links without loading that table.
 */
export function validationError(
  table: Readonly<Record<string, { accepts: NumberSet }>>,
  key: string,
  value: unknown,
): string | null {
  if (!Object.hasOwn(table, key)) return `there is no parameter ${quote(key)}`;
  const error = numberError(table[key].accepts, value);
  return error === null ? null : `${key} ${error}`;
}

/** A set of lists of numbers. */
interface ListRule {
  /** The lists have so many numbers for each entry. */
  readonly size: number;
  /** Names of these numbers. */
  readonly names: string;
  /** How many of them, the first ones, are times: all times of a list increase. */
  readonly times: number;
  readonly most: number;
  readonly accepts: NumberSet;
}

/** The sets of lists of numbers that a field can accept. */
const NUMBER_LISTS = {
  path: { size: 4, names: 'time, x, y, z', times: 1, most: 1000, accepts: 'time' },
  carried: { size: 5, names: 'two times, x, y, z', times: 2, most: 1, accepts: 'time' },
  vertices: { size: 3, names: 'x, y, z', times: 0, most: MESH_LIMIT, accepts: 'any' },
  triangles: { size: 3, names: 'three vertices', times: 0, most: MESH_LIMIT, accepts: 'whole' },
} satisfies Record<string, ListRule>;
export type NumberListSet = keyof typeof NUMBER_LISTS;

/** Why a value is not in a set of lists of numbers, as in `must have 4 numbers for each entry (time, x, y, z), got 7`; null if it is. */
export function numberListError(set: NumberListSet, value: unknown): string | null {
  const { size, names, times, most, accepts }: ListRule = NUMBER_LISTS[set];
  if (!Array.isArray(value)) return mustBe('a list of numbers', value);
  if (value.length % size > 0) return `must have ${size} numbers for each entry (${names}), got ${value.length}`;
  if (value.length > size * most) return `has ${value.length / size} entries, at most ${most}`;
  for (let i = 0; i < value.length; i++) {
    const error = numberError(accepts, value[i]);
    if (error) return `[${i}] ${error}`;
  }
  if (times === 0) return null;
  const all: number[] = value.filter((_, i) => i % size < times);
  const late = all.findIndex((time, k) => k > 0 && !(time > all[k - 1]));
  return late > 0 ? `needs times that increase, got ${all[late - 1]} and ${all[late]}` : null;
}

export const text: Check<string> = (value, path, { fail }) =>
  typeof value === 'string' ? value : fail(path, mustBe('a text', value));

export const flag: Check<boolean> = (value, path, { fail }) =>
  typeof value === 'boolean' ? value : fail(path, mustBe('true or false', value));

const finite = number();

export const vector: Check<Vec3> = (value, path, context) => {
  if (!Array.isArray(value) || value.length !== 3) {
    return context.fail(path, mustBe('three numbers [x, y, z]', value));
  }
  for (let axis = 0; axis < 3; axis++) {
    if (!Number.isFinite(value[axis])) finite(value[axis], [...path, axis], context);
  }
  return value as Vec3;
};

/** One of a few texts. */
export function choice<T extends string>(...values: readonly T[]): Check<T> {
  const names = values.map((value) => `"${value}"`).join(' or ');
  return (value, path, { fail }) => (values.includes(value as T) ? (value as T) : fail(path, mustBe(names, value)));
}

/** The id of one of the things that `ids` lists. @param noun what they are, as in "integrator" */
export function id<C extends CheckContext>(noun: string, ids: (context: C) => readonly string[]): Check<string, C> {
  return (value, path, context) =>
    ids(context).includes(value as string) ? (value as string) : context.fail(path, noSuch(noun, value, ids(context)));
}

/** A whole number from 0 to count − 1. @param noun what it numbers, as in "particle" */
export function index<C extends CheckContext>(noun: string, count: (context: C) => number): Check<number, C> {
  return (value, path, context) => {
    const n = count(context);
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < n) return value;
    return context.fail(path, `${quote(value)} is not a ${noun} ${n > 0 ? `(0–${n - 1})` : '(the scene has none)'}`);
  };
}

/** @param what the list holds, as in "a list of particles" */
export function list<T, C extends CheckContext>(item: Check<T, C>, what = 'a list'): Check<T[], C> {
  return (value, path, context) => {
    if (!Array.isArray(value)) return context.fail(path, mustBe(what, value));
    const items = new Array<T>(value.length);
    // All items share one path, because a file may have millions of them. The loop also checks the holes of a sparse array.
    const at = [...path, 0];
    for (let i = 0; i < value.length; i++) {
      at[path.length] = i;
      items[i] = item(value[i], at, context);
    }
    return items;
  };
}

/** @returns the value itself; its fields are not checked */
export const object: Check<Record<string, unknown>> = (value, path, { fail }) => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return fail(path, mustBe('an object', value));
};

/** For values that are checked elsewhere. */
export function unchecked<T>(): Check<T> {
  return (value) => value as T;
}

export function optional<T, C extends CheckContext>(check: Check<T, C>): OptionalCheck<T, C> {
  return { optional: check };
}

/** Checks an object's fields. A field that is not in the table is an error: nothing is silently ignored. */
export function checkFields<F extends FieldChecks, C extends CheckContext>(
  value: unknown,
  checks: F,
  path: Path,
  context: C,
): asserts value is FieldsOf<F> {
  const fields = object(value, path, context);
  const unknown = Object.keys(fields).find((key) => !Object.hasOwn(checks, key));
  if (unknown !== undefined) context.fail(path, `unknown key ${quote(unknown)}`);
  for (const [key, check] of Object.entries(checks)) {
    const here = [...path, key];
    if (typeof check === 'function') {
      if (!Object.hasOwn(fields, key)) context.fail(here, 'is missing');
      check(fields[key], here, context as never);
    } else if (fields[key] !== undefined) check.optional(fields[key], here, context as never);
  }
}

/** An object with these fields. */
export const fields =
  <F extends FieldChecks>(checks: F): Check<FieldsOf<F>> =>
  (value, path, context) => {
    checkFields(value, checks, path, context);
    return value;
  };

/** The version of a file's format. */
export const format =
  <V extends number>(version: V): Check<V> =>
  (value, path, { fail }) =>
    value === version ? version : fail(path, mustBe(`format ${version}`, value));

export function mustBe(what: string, value: unknown): string {
  return `must be ${what}, got ${quote(value)}`;
}

export function noSuch(noun: string, value: unknown, ids: readonly string[]): string {
  return `there is no ${noun} ${quote(value)}; there are ${ids.join(', ')}`;
}

/** `springs.pairs[12][1]` from its steps; a step that is no identifier, or a long one, stands in brackets and quotes. */
export function pathOf(steps: Path): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (/^[A-Za-z_]\w{0,59}$/.test(step)) path += path === '' ? step : `.${step}`;
    else path += `[${quote(step)}]`;
  }
  return path;
}

/** An integer with its digits in groups of three, as in `1,024`. Not by `toLocaleString`, whose first call takes 6 ms. */
export function grouped(value: number, separator = ','): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, separator);
}

/** A value as it stands in a message, at most 60 characters. */
export function quote(value: unknown): string {
  let text: string | undefined;
  try {
    if (typeof value === 'string' || (typeof value === 'object' && value !== null)) text = JSON.stringify(value);
    else text = typeof value === 'bigint' ? `${value}n` : String(value);
  } catch {
    text = typeof value;
  }
  text ??= typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
